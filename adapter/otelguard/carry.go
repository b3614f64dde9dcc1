package otelguard

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
)

// Extract returns the context of the trace that a message carries in W3C form:
// traceparent, tracestate and baggage.
func (*Telemetry) Extract(ctx context.Context, get func(name string) string) context.Context {
	return propagator().Extract(ctx, carrier{get: get})
}

// Inject calls set for what a message has to carry, so that whoever receives it
// goes on with the trace of ctx.
func (*Telemetry) Inject(ctx context.Context, set func(name, value string)) {
	propagator().Inject(ctx, carrier{set: set})
}

func propagator() propagation.TextMapPropagator {
	return propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{})
}

// carrier is a message, one way or the other.
type carrier struct {
	get func(string) string
	set func(name, value string)
}

func (c carrier) Get(name string) string {
	if c.get == nil {
		return ""
	}
	return c.get(name)
}

func (c carrier) Set(name, value string) { c.set(name, value) }

func (carrier) Keys() []string { return propagator().Fields() }
