// Package otelguard shows guarded calls to OpenTelemetry: one span per call that
// the agent asked for, one child span per attempt at the backend, and metrics.
//
// Spans and attributes follow the GenAI conventions for tool execution
// ("execute_tool NAME", gen_ai.*); what those do not know yet (fault kinds,
// attempts, effects, verdicts) stands under sequitur.*. No argument, result,
// message or error text enters a span or a metric.
//
// It composes like everything else on the way of a call:
//
//	telemetry, err := otelguard.New(tracers, meters)
//	guard, err := sequitur.New(sequitur.Config{Recorder: telemetry})
//	next := tool.Chain(backend, telemetry.Calls, guard.Wrap, telemetry.Attempts)
package otelguard
