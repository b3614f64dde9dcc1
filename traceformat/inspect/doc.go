// Package inspect reads the logs of Inspect, as .eval archives, as .json
// documents, and as single samples taken out of them.
//
// Each sample is a run. Its messages are the conversation as it ended; its
// events tell times, costs and failures. Models that were asked in the span of
// another agent, and turns that the conversation lost again, are runs of their
// own, whose parent is the sample's.
package inspect
