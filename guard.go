package sequitur

import (
	"context"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// Wrap guards every call that goes through next. The read-backs and stand-ins
// of the tools go through next, too. The outcome is what the model is to be
// given: a success untouched, and else a message whose Err is an [*Error].
//
// Attempts run in the caller's goroutine: a tool has to obey its context.
func (g *Guard) Wrap(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		return g.run(ctx, next, call)
	})
}

// run drives one operation to its end. It is the only code that waits.
func (g *Guard) run(ctx context.Context, next tool.Invoker, call tool.Call) tool.Outcome {
	o, ok := g.operations.Get().(*Operation)
	if !ok {
		o = new(Operation)
	}
	step := o.begin(ctx, g, sessionFrom(ctx), call)
	for !step.Done {
		step = o.drive(ctx, next, step)
	}
	*o = Operation{}
	g.operations.Put(o)
	return step.Outcome
}

// drive does what a step says, and returns the next one.
func (o *Operation) drive(ctx context.Context, next tool.Invoker, step Step) Step {
	if step.After > 0 {
		if o.guard.sleep(ctx, step.After) != nil {
			return o.Canceled(ctx)
		}
	}
	if step.Refresh {
		return o.Refreshed(ctx, o.guard.refresh(ctx, o.call.Principal))
	}
	return o.Observe(ctx, invoke(ctx, next, step.Call, step.Timeout))
}

// invoke makes one attempt within its timeout.
func invoke(ctx context.Context, next tool.Invoker, call tool.Call, timeout time.Duration) tool.Outcome {
	if timeout <= 0 {
		return next.Invoke(ctx, call)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return next.Invoke(ctx, call)
}
