// Package world holds the small worlds that the lab's agents act in: metrics to
// read, orders of a shop, flights. A [World] is the tools of one trial with
// the state behind them: its record values are drawn from the trial's seed, so
// that an invented value is recognisable, and its [Ledger] keeps every effect,
// so that a doubled one is.
//
// A [Task] is a question with a textbook script. The script is the oracle: a
// run succeeds when its answer holds the values that the script finds in a
// world of the same seed, and when it leaves the same effects behind.
package world
