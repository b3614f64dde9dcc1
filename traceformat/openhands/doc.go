// Package openhands reads the events of OpenHands: the output.jsonl of its
// evaluations, with a history for each task, and the event lists that it exports.
// Both generations are read, the one with action and observation and the one of
// the software agent SDK with kinds of events.
package openhands
