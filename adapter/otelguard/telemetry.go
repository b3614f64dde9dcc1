package otelguard

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/sequitur-go/sequitur/tool"
)

// A Telemetry makes the spans and metrics of guarded calls. Its three parts work
// together: Calls stands outside of the guard, Attempts inside, and Record is the
// guard's recorder. It is safe for concurrent use.
type Telemetry struct {
	tracer   trace.Tracer
	calls    metric.Int64Counter
	attempts metric.Int64Counter
	duration metric.Float64Histogram
}

// New returns telemetry that goes to the providers.
func New(tracers trace.TracerProvider, meters metric.MeterProvider) (*Telemetry, error) {
	meter := meters.Meter(scope)
	calls, err1 := meter.Int64Counter("sequitur.calls", metric.WithUnit("{call}"), metric.WithDescription("Tool calls that an agent asked for."))
	attempts, err2 := meter.Int64Counter("sequitur.attempts", metric.WithUnit("{attempt}"), metric.WithDescription("Attempts at the backend."))
	duration, err3 := meter.Float64Histogram("sequitur.call.duration", metric.WithUnit("s"),
		metric.WithDescription("How long a call took with all its attempts and waits."),
		metric.WithExplicitBucketBoundaries(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92))
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, fmt.Errorf("telemetry: %w", err)
	}
	return &Telemetry{tracer: tracers.Tracer(scope), calls: calls, attempts: attempts, duration: duration}, nil
}

// operation is what a call's span has to know of its attempts.
type operation struct {
	tool     string
	attempts atomic.Int64
}

type operationKey struct{}

// Calls begins a span for each call that the agent asked for. It stands outside
// of the guard, so that the span holds all attempts and waits.
func (t *Telemetry) Calls(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		ctx, span := t.tracer.Start(ctx, executeTool+" "+call.Tool, trace.WithSpanKind(trace.SpanKindInternal),
			trace.WithAttributes(keyOperation.String(executeTool), keyTool.String(call.Tool)))
		defer span.End()
		if call.ID != "" {
			span.SetAttributes(keyCallID.String(call.ID))
		}
		return next.Invoke(context.WithValue(ctx, operationKey{}, &operation{tool: call.Tool}), call)
	})
}

// Attempts begins a child span for each attempt at the backend, read-backs and
// stand-ins included. The context that the backend is given carries it, so that
// an adapter can hand the trace on.
func (t *Telemetry) Attempts(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		ctx, span := t.tracer.Start(ctx, "attempt "+call.Tool, trace.WithSpanKind(trace.SpanKindClient),
			trace.WithAttributes(keyTool.String(call.Tool)))
		defer span.End()
		if o, ok := ctx.Value(operationKey{}).(*operation); ok {
			span.SetAttributes(keyAttempt.Int64(o.attempts.Add(1)), keyRole.String(purpose(o.tool, call.Tool)))
		}
		out := next.Invoke(ctx, call)
		span.SetAttributes(keyPhase.String(out.Phase.String()))
		if out.Status > 0 {
			span.SetAttributes(keyStatus.Int(out.Status))
		}
		if out.Err != nil || out.Flag == tool.FlagFailure || out.Status >= 400 {
			// What it was is the guard's to say, on the span of the call.
			span.SetAttributes(keyErrorType.String("tool_error"))
			span.SetStatus(codes.Error, "")
		}
		return out
	})
}

// purpose tells the agent's own call from those that the guard adds.
func purpose(asked, called string) string {
	if asked == called {
		return "attempt"
	}
	return "aid" // a read-back or a stand-in: another tool than the one asked for
}
