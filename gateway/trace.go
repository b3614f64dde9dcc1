package gateway

import (
	"context"

	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// A Tracer hands a trace on through the gateway: MCP carries it in a message's
// _meta.
type Tracer interface {
	// Extract returns the context of the trace that a message belongs to. get
	// returns a member of its _meta, "" where there is none.
	Extract(ctx context.Context, get func(name string) string) context.Context
	// Inject calls set for what a message that is sent on has to carry.
	Inject(ctx context.Context, set func(name, value string))
}

// traced is the context of the trace that a call belongs to.
func (f *flight) traced(ctx context.Context) context.Context {
	tracer := f.session.proxy.Tracer
	if tracer == nil {
		return ctx
	}
	meta := rawjson.Get(f.message.Params, "_meta")
	return tracer.Extract(ctx, func(name string) string { return text(rawjson.Get(meta, name)) })
}

// mark puts the trace of an attempt into its parameters, and says whether there
// was any.
func (f *flight) mark(ctx context.Context, params []byte) ([]byte, bool) {
	tracer := f.session.proxy.Tracer
	if tracer == nil {
		return params, false
	}
	meta, changed := rawjson.Get(params, "_meta"), false
	tracer.Inject(ctx, func(name, value string) { meta, changed = rawjson.Set(meta, name, rawjson.Quote(value)), true })
	if !changed {
		return params, false
	}
	return rawjson.Set(params, "_meta", meta), true
}
