package lab

import (
	"context"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/lab/agent"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// guarded is the guard in one trial: its middleware, and its check of the
// answer. Each trial has a guard of its own, so that no budget, breaker or memory
// carries over.
type guarded struct {
	wrap  tool.Middleware
	check agent.Check
}

// newGuarded makes the guard of a trial.
func newGuarded(w *world.World, arm *Arm, task *world.Task, system string, c *clock, seed uint64) (*guarded, error) {
	language := feedback.English
	if task.Language == "zh" {
		language = feedback.Chinese
	}
	g, err := sequitur.New(sequitur.Config{
		Policy: policyOf(arm), Tools: knownSpecs(w, arm), Renderer: feedback.Renderer{Language: language},
		Now: c.Now, Sleep: c.Wait, Seed: seed | 1,
	})
	if err != nil {
		return nil, err
	}
	session := g.NewSession("trial")
	session.Tell(system)
	session.Tell(task.Question)
	return &guarded{
		wrap: func(next tool.Invoker) tool.Invoker {
			inner := g.Wrap(next)
			return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
				return inner.Invoke(sequitur.WithSession(ctx, session), call)
			})
		},
		check: func(answer string) (string, string) {
			found := session.CheckAnswer(answer)
			return found.Ask, found.Replacement
		},
	}, nil
}

// policyOf returns the guard's preset as the arm has it.
func policyOf(arm *Arm) *recovery.Policy {
	policy := recovery.Default()
	if arm.Breaker == switchedOff {
		policy.Breaker = recovery.BreakerConfig{}
	} else if open, err := time.ParseDuration(arm.Breaker); err == nil {
		policy.Breaker.Open = open
	}
	if arm.Budget == switchedOff {
		policy.Budget = recovery.BudgetConfig{}
	}
	return &policy
}

// guardTries is how many attempts the guard's preset makes at a timeout.
func guardTries(name string) int {
	policy := recovery.Default()
	return max(policy.Plan(name, fault.Timeout).Attempts, 1)
}

// guardCouriers returns a maker of callers that share one guard, with its
// budget and its breaker.
func guardCouriers(arm *Arm, c *clock, seed uint64) (func(int) courier, error) {
	w, err := world.New("metrics", seed)
	if err != nil {
		return nil, err
	}
	g, err := sequitur.New(sequitur.Config{
		Policy: policyOf(arm), Tools: knownSpecs(w, arm), Now: c.Now, Sleep: c.Sleep, Seed: seed | 1,
	})
	if err != nil {
		return nil, err
	}
	return func(i int) courier {
		call := tool.Call{ID: fmt.Sprint(i), Tool: "get_metric", Args: []byte(`{"name":"fin.rev.2024"}`)}
		return &guardCourier{session: g.NewSession(call.ID), call: call}
	}, nil
}

// guardCourier is one caller of a guard.
type guardCourier struct {
	session   *sequitur.Session
	call      tool.Call
	operation *sequitur.Operation
}

func (g *guardCourier) begin(ctx context.Context) (time.Duration, *tool.Outcome) {
	operation, step := g.session.Begin(ctx, g.call)
	g.operation = operation
	return next(step)
}

func (g *guardCourier) observe(ctx context.Context, out tool.Outcome) (time.Duration, *tool.Outcome) {
	return next(g.operation.Observe(ctx, out))
}

// next reads a step: a wait before the next attempt, or the end.
func next(step sequitur.Step) (time.Duration, *tool.Outcome) {
	if step.Done {
		return 0, &step.Outcome
	}
	return step.After, nil
}
