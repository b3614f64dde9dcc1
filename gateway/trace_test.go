package gateway_test

import (
	"context"
	"testing"

	"github.com/sequitur-go/sequitur/gateway"
)

// tracer goes on with a trace by adding a letter to it.
type tracer struct{}

type traceKey struct{}

func (tracer) Extract(ctx context.Context, get func(string) string) context.Context {
	return context.WithValue(ctx, traceKey{}, get("traceparent"))
}

func (tracer) Inject(ctx context.Context, set func(name, value string)) {
	if parent, ok := ctx.Value(traceKey{}).(string); ok && parent != "" {
		set("traceparent", parent+"+")
	}
}

// A trace goes on through the gateway; a call without one stays as it is.
func TestTracesGoOn(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Tracer: tracer{}})
	c.greet("test")
	c.request("tools/call", `{"name":"write","arguments":{"id":"1"},"_meta":{"x":1.0,"traceparent":"00-ab"}}`)
	c.ledgerHas(`meta {"x":1.0,"traceparent":"00-ab+"}`, 1)
	c.request("tools/call", `{"name":"write","arguments":{"id":"2"}}`)
	c.ledgerHas(`run 2`, 1)
	c.ledgerHas(`meta {"x":1.0,"traceparent":"00-ab+"}`, 1)
}
