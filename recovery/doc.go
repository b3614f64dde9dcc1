// Package recovery decides what to do about a fault. [Policy] is data, and
// [Policy.Decide] a pure function of it and a [Situation]: no clock, no I/O, no
// hidden state. What has state (budget, breaker, limiter, verdict memory,
// idempotency claims) is a value with pure transitions that take the time as an
// argument.
package recovery
