// Package result reads what a run of the lab came to, and holds the statistics
// that compare its arms.
//
// The file result.json is written by package lab, whose JSON Schema is the
// authority on it. The types here are its reader's view, so that a report can
// be made from a saved file without the lab. The statistics are pure: they draw
// no random numbers and read no clock.
package result
