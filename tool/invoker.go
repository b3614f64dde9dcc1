package tool

import (
	"context"
	"slices"
)

// An Invoker runs one call. A failure is part of the outcome, so that whoever
// stands in between sees the evidence and not only a message.
type Invoker interface {
	Invoke(ctx context.Context, call Call) Outcome
}

// InvokerFunc is a function that is an [Invoker].
type InvokerFunc func(ctx context.Context, call Call) Outcome

// Invoke calls f.
func (f InvokerFunc) Invoke(ctx context.Context, call Call) Outcome { return f(ctx, call) }

// Middleware wraps an Invoker in another.
type Middleware func(Invoker) Invoker

// Chain wraps inner so that the first middleware is the outermost:
// Chain(t, a, b) calls a, then b, then t.
func Chain(inner Invoker, middleware ...Middleware) Invoker {
	for _, m := range slices.Backward(middleware) {
		inner = m(inner)
	}
	return inner
}
