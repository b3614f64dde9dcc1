package chaos

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Run is a plan at work. It is safe for concurrent use.
type Run struct {
	injector *inject.Injector
	oneTool  bool
	output   func(name string) json.RawMessage
	now      func() time.Time

	mu       sync.Mutex
	victim   *string // the one tool, once it was called
	messages []trajectory.Message
	asked    map[string]bool
	ledger   Ledger
	live     func(Event)
}

// Options are what a run needs besides its plan.
type Options struct {
	Seed uint64
	// Access says what a tool does; nil knows of none.
	Access func(name string) tool.Access
	// Output is the schema of what a tool answers, nil where it has declared none;
	// nil knows of none.
	Output func(name string) json.RawMessage
	// Sleep passes time; nil waits really.
	Sleep func(context.Context, time.Duration) error
	Now   func() time.Time
	// Live is told of each call as it ends; nil tells nobody. It must not block.
	Live func(Event)
}

// An Event is one call as the agent saw it.
type Event struct {
	Number int
	Call   tool.Call
	Out    tool.Outcome
	// Again says that the same call was made before.
	Again bool
}

// New returns a run of the plan.
func New(plan *Plan, opts Options) (*Run, error) {
	injector, err := inject.New(plan.timed(), inject.Options{Seed: opts.Seed, Sleep: opts.Sleep, Access: opts.Access})
	if err != nil {
		return nil, err
	}
	r := &Run{injector: injector, oneTool: plan.OneTool, now: opts.Now, live: opts.Live, asked: map[string]bool{}, ledger: Ledger{access: opts.Access}}
	if r.output = opts.Output; r.output == nil {
		r.output = func(string) json.RawMessage { return nil }
	}
	if r.now == nil {
		r.now = time.Now
	}
	return r, nil
}

// Inner stands innermost, in front of the server: it injects, and keeps the
// ledger of what really reached it.
func (r *Run) Inner(next tool.Invoker) tool.Invoker {
	return r.innermost(next, func(injected tool.Invoker) tool.Invoker { return deliver(injected, r.output) })
}

// innermost is Inner with the form in which faults are delivered.
func (r *Run) innermost(next tool.Invoker, form tool.Middleware) tool.Invoker {
	server := tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		out := next.Invoke(ctx, call)
		if own, ok := ctx.Value(ownKey{}).(*string); ok {
			*own = out.Body
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ledger.add(&call, &out)
		return out
	})
	injected := form(r.injector.Wrap(server))
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		if r.spares(call.Tool) {
			return server.Invoke(ctx, call)
		}
		return injected.Invoke(context.WithValue(ctx, ownKey{}, new(string)), call)
	})
}

// ownKey is where the body of the server's own answer is kept, by which it is told
// from one that was made up.
type ownKey struct{}

// spares says whether a tool is left alone.
func (r *Run) spares(name string) bool {
	if !r.oneTool {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.victim == nil {
		r.victim = &name
	}
	return *r.victim != name
}

// Outer stands outermost, in front of the agent: it keeps what it asked for and
// was told.
func (r *Run) Outer(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		began := r.now()
		out := next.Invoke(ctx, call)
		r.mu.Lock()
		key := call.Tool + "\x00" + string(call.Args)
		e := Event{Number: len(r.messages)/2 + 1, Call: call, Out: out, Again: r.asked[key]}
		r.asked[key] = true
		call.Credential = "" // only whether it changed matters
		call.Args = append(json.RawMessage(nil), call.Args...)
		r.messages = append(r.messages,
			trajectory.Message{Role: trajectory.RoleAssistant, Calls: []tool.Call{call}, Time: began},
			trajectory.Message{Role: trajectory.RoleTool, CallID: call.ID, Outcome: &out, Time: r.now()})
		r.mu.Unlock()
		if r.live != nil {
			e.Out = said(e.Out)
			r.live(e)
		}
		return out
	})
}

// Trajectory is the run as the agent saw it.
func (r *Run) Trajectory(name string, specs []tool.Spec) *trajectory.Trajectory {
	r.mu.Lock()
	defer r.mu.Unlock()
	messages := append([]trajectory.Message(nil), r.messages...)
	for i := range messages {
		if messages[i].Outcome != nil {
			told := said(*messages[i].Outcome)
			messages[i].Outcome = &told
		}
	}
	return &trajectory.Trajectory{ID: name, Source: "chaos", Tools: specs, Messages: messages}
}

// Counts is how often each fault could have occurred, and did.
func (r *Run) Counts() []inject.Count { return r.injector.Counts() }

// Unfired lists the faults that never occurred though nothing was left to chance:
// what they were to show was not tested.
func (r *Run) Unfired() []inject.Plan { return r.injector.Unfired() }

// Ledger is what really reached the server.
func (r *Run) Ledger() Ledger {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ledger.clone()
}
