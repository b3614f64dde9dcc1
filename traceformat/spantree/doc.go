// Package spantree puts the spans of a trace together as the runs of the agents
// that it holds.
//
// A span says which model was asked, with which messages, and what came out; or
// which tool ran, and how it ended. A run is the spans of one agent in order of
// time. Every model span repeats the conversation so far, so each message is
// taken once; a result that its tool's span does not hold is found in the next
// model span; and a call that no model span holds (where recording of contents
// is off) is made out from its tool's span.
//
// [Collect] groups spans by trace with bounded memory; [Build] makes the runs of
// one trace.
package spantree
