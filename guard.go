package sequitur

import (
	"context"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// Wrap guards every call that goes through next. The read-backs and stand-ins
// of the tools go through next, too. The outcome is what the model is to be
// given: a success untouched, and else a message whose Err is an [*Error].
//
// Attempts run in the caller's goroutine: a tool has to obey its context.
func (g *Guard) Wrap(next tool.Invoker) tool.Invoker {
	return wrapped{guard: g, next: next}
}

// wrapped is a guarded invoker.
type wrapped struct {
	guard *Guard
	next  tool.Invoker
}

// Invoke makes one call, and whatever it takes.
func (w wrapped) Invoke(ctx context.Context, call tool.Call) tool.Outcome {
	return w.guard.run(ctx, w.next, &call)
}

// run drives one call to its end. Most calls succeed at once and need nothing
// of an [Operation]: they go straight through, and an operation takes over
// where something has to be decided.
func (g *Guard) run(ctx context.Context, next tool.Invoker, call *tool.Call) tool.Outcome {
	now, session, t := g.now(), sessionFrom(ctx), g.registry.find(call.Tool)
	if !g.straight(t, call, now) {
		o := g.operation()
		o.open(g, session, t, call, now)
		return o.finish(ctx, next, o.begin(ctx))
	}
	t.upstream.budget.Call(now)
	out := invoke(ctx, next, call, t.first, g.watch(now))
	if !g.classifier.Plain(&t.spec, &out) {
		o := g.operation()
		o.open(g, session, t, call, now)
		o.attempt = 1
		return o.finish(ctx, next, o.Observe(ctx, out))
	}
	now = g.later(now)
	t.tally(now, fault.OK, 0)
	g.keeper.cured(ctx, now, t)
	session.learn(call, &out)
	return out
}

// straight says whether a call can be sent without asking anybody.
func (g *Guard) straight(t *guarded, call *tool.Call, now time.Time) bool {
	return t.plain && call.Key == "" && g.recorder == nil && g.keeper.memory.Empty(now) &&
		t.breaker.State(now) == recovery.BreakerClosed &&
		t.upstream.breaker.State(now) == recovery.BreakerClosed &&
		t.upstream.limiter.Free(now)
}

// operation returns an empty operation.
func (g *Guard) operation() *Operation {
	if o, ok := g.operations.Get().(*Operation); ok {
		return o
	}
	return new(Operation)
}

// finish drives an operation from a step to its end. It is the only code that
// waits. The operation must not be used afterwards.
func (o *Operation) finish(ctx context.Context, next tool.Invoker, step Step) tool.Outcome {
	for !step.Done {
		step = o.drive(ctx, next, &step)
	}
	g := o.guard
	*o = Operation{}
	g.operations.Put(o)
	return step.Outcome
}

// drive does what a step says, and returns the next one.
func (o *Operation) drive(ctx context.Context, next tool.Invoker, step *Step) Step {
	if step.After > 0 {
		if o.guard.sleep(ctx, step.After) != nil {
			return o.Canceled(ctx)
		}
	}
	if step.Refresh {
		return o.Refreshed(ctx, o.guard.refresh(ctx, o.call.Principal))
	}
	return o.Observe(ctx, invoke(ctx, next, &step.Call, step.Timeout, time.Time{}))
}

// invoke makes one attempt within its timeout, from a time that is read where
// it is not given.
func invoke(ctx context.Context, next tool.Invoker, call *tool.Call, timeout time.Duration, from time.Time) tool.Outcome {
	if timeout <= 0 {
		return next.Invoke(ctx, *call)
	}
	if from.IsZero() {
		from = time.Now()
	}
	a := &attempt{parent: ctx, deadline: from.Add(timeout)}
	defer a.end()
	return next.Invoke(a, *call) //nolint:contextcheck // a is made from ctx
}
