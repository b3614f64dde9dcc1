package inject

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// Options are what an injector needs besides its plans.
type Options struct {
	// Seed draws everything that is drawn.
	Seed uint64
	// Sleep passes time, really or virtually; nil waits really.
	Sleep func(context.Context, time.Duration) error
	// Access says what a tool does, for plans that are about writes; nil knows of
	// no tool, and all of them count as writes.
	Access func(tool string) tool.Access
}

// An Injector hits attempts with the faults of its plans. It is safe for
// concurrent use; the faults that are drawn then depend on the order of calls.
type Injector struct {
	sleep  func(context.Context, time.Duration) error
	access func(tool string) tool.Access

	mu    sync.Mutex
	plans []*armed
}

// armed is a plan with its state.
type armed struct {
	plan    Plan
	fault   faultEntry
	trigger trigger
	fired   int
}

// A Count is how often a plan's fault could have occurred, and did.
type Count struct {
	Plan  Plan
	Seen  int // attempts that matched the plan's tool and argument
	Fired int
}

// New returns an injector. Where several plans hit one attempt, the first in
// order wins. The error names everything that is wrong with the plans.
func New(plans []Plan, opts Options) (*Injector, error) {
	in := &Injector{sleep: opts.Sleep, access: opts.Access}
	if in.sleep == nil {
		in.sleep = wait
	}
	var errs []error
	for i, p := range plans {
		if err := p.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("plan %d: %w", i+1, err))
			continue
		}
		entry := faultTable[p.Fault]
		when := p.When
		if when.set() == 0 {
			when = entry.persistence
			when.Argument, when.Distinct, when.Turn, when.Of = p.When.Argument, p.When.Distinct, p.When.Turn, p.When.Of
		}
		random := rand.New(rand.NewPCG(opts.Seed, uint64(i)+1)) //nolint:gosec // experiments must be repeatable
		in.plans = append(in.plans, &armed{plan: p, fault: entry, trigger: trigger{when: when, random: random}})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return in, nil
}

// Wrap is the injector as a [tool.Middleware].
func (in *Injector) Wrap(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		hit := in.pick(&call)
		if hit == nil {
			return next.Invoke(ctx, call)
		}
		return hit.fault.strike(ctx, shot{plan: &hit.plan, call: call, next: next, sleep: in.sleep})
	})
}

// pick returns the plan that hits the attempt, or nil. Every plan counts the
// attempt, so that plans do not shift each other.
func (in *Injector) pick(call *tool.Call) *armed {
	in.mu.Lock()
	defer in.mu.Unlock()
	var hit *armed
	for _, a := range in.plans {
		if !a.plan.Matches(call.Tool) {
			continue
		}
		if reads := in.reads(call.Tool); a.plan.Writes && reads || a.plan.Reads && !reads {
			a.trigger.distinct(call) // turns count it all the same
			continue
		}
		if a.trigger.hits(call) && hit == nil {
			hit = a
		}
	}
	if hit != nil {
		hit.fired++
	}
	return hit
}

// reads says whether a tool is known to read.
func (in *Injector) reads(name string) bool {
	return in.access != nil && in.access(name) == tool.AccessRead
}

// Counts tells how often each plan fired, in the order of the plans.
func (in *Injector) Counts() []Count {
	in.mu.Lock()
	defer in.mu.Unlock()
	counts := make([]Count, len(in.plans))
	for i, a := range in.plans {
		counts[i] = Count{Plan: a.plan, Seen: a.trigger.seen, Fired: a.fired}
	}
	return counts
}

// Unfired returns the plans that never fired and had to: a fault that is drawn
// by chance, or keyed on an argument, may stay away by right.
func (in *Injector) Unfired() []Plan {
	var plans []Plan
	for _, c := range in.Counts() {
		byRight := c.Plan.When.Probability > 0 || c.Plan.When.Argument != nil
		if c.Fired == 0 && !byRight {
			plans = append(plans, c.Plan)
		}
	}
	return plans
}

// wait waits for d, or until ctx ends.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
