// Package runtree reads the run trees that LangSmith and Langfuse export: a run
// or an observation for each step, with its parent, in any order.
//
// Both keep what instrumentations of OpenTelemetry sent them, often as JSON in
// strings, and strings in those.
package runtree
