package otelguard

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Record implements the guard's recorder: it says on the call's span what became
// of the call, and counts it.
func (t *Telemetry) Record(ctx context.Context, e trajectory.Episode) { //nolint:gocritic // the recorder's own signature
	t.count(ctx, &e)
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(
		keyKind.String(e.Fault.String()), keyAction.String(e.Action.String()),
		keyAttempts.Int(len(e.Attempts)), keyFaults.StringSlice(kinds(e.Attempts)),
	)
	if e.Run != "" {
		span.SetAttributes(keyRun.String(e.Run))
	}
	if e.Fault == fault.OK {
		return
	}
	span.SetAttributes(
		keyErrorType.String(e.Fault.String()), keyRetryable.Bool(e.Retryable), keyEffect.String(e.Effect.String()),
		keyReason.String(e.Reason), keyStop.Bool(e.Stop), keyEscalated.Bool(e.Escalated), keyMemory.Bool(e.FromMemory),
		keyErrorID.String(e.ErrorID),
	)
	if e.Fault != fault.Empty { // a success that found nothing
		span.SetStatus(codes.Error, "")
	}
}

// count feeds the metrics.
func (t *Telemetry) count(ctx context.Context, e *trajectory.Episode) {
	name := e.Tool
	if e.Fault == fault.UnknownTool {
		name = otherTool
	}
	kind := keyKind.String(e.Fault.String())
	t.calls.Add(ctx, 1, metric.WithAttributes(keyTool.String(name), kind, keyAction.String(e.Action.String())))
	t.duration.Record(ctx, e.Elapsed.Seconds(), metric.WithAttributes(keyTool.String(name), kind))
	for i := range e.Attempts {
		attempt := &e.Attempts[i]
		called := name
		if attempt.Tool != "" {
			called = attempt.Tool
		}
		set := attribute.NewSet(keyTool.String(called), keyKind.String(attempt.Fault.String()))
		t.attempts.Add(ctx, 1, metric.WithAttributeSet(set))
	}
}

// kinds lists what the attempts ended with.
func kinds(attempts []trajectory.Attempt) []string {
	list := make([]string, len(attempts))
	for i := range attempts {
		list[i] = attempts[i].Fault.String()
	}
	return list
}
