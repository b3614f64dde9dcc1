package sequitur_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// stepped drives the session's operations as a caller in another language
// would: by their steps alone.
type stepped struct {
	session *sequitur.Session
	clock   *clock
	next    tool.Invoker
}

func (s *stepped) Invoke(ctx context.Context, call tool.Call) tool.Outcome {
	o, step := s.session.Begin(ctx, call)
	for !step.Done {
		s.clock.now = s.clock.now.Add(step.After)
		step = o.Observe(ctx, s.next.Invoke(ctx, step.Call))
	}
	return step.Outcome
}

// TestStraightIsNoShortCut makes the same calls twice: by a guard, whose plain
// successes go straight through, and by the step machine, which goes through
// every stage. Backend and model have to see the same, whatever budgets,
// breakers, limits and the memory have learnt on the way.
func TestStraightIsNoShortCut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		type request struct {
			way  string
			call tool.Call
			wait time.Duration
		}
		// A calm run is mostly straight; a rough one opens breakers.
		ways := rapid.SampledFrom([][]string{
			append(wayNames, "ok", "ok", "ok", "ok", "ok", "ok"), {"ok", "unavailable"}, {"ok", "ok", "ok", "lost"}, {"ok", "limited"},
		}).Draw(t, "ways")
		requests := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) request {
			return request{
				way: rapid.SampledFrom(ways).Draw(t, "way"),
				call: tool.Call{
					Tool: rapid.SampledFrom([]string{"read", "write", "closed", "made up"}).Draw(t, "tool"),
					Args: json.RawMessage(fmt.Sprintf(`{"n":"%d"}`, rapid.IntRange(0, 2).Draw(t, "n"))),
					Key:  rapid.SampledFrom([]string{"", "", "", "k-1"}).Draw(t, "key"),
				},
				wait: time.Duration(rapid.IntRange(0, 9000).Draw(t, "ms")) * time.Millisecond,
			}
		}), 1, 60).Draw(t, "requests")
		seed := rapid.Uint64Min(1).Draw(t, "seed")

		policy := recovery.Default()
		policy.Budget.Floor, policy.Breaker.Minimum = 1, 4

		type seen struct {
			Sent time.Time
			Call tool.Call
		}
		run := func(wrap func(*sequitur.Guard, *clock, tool.Invoker) tool.Invoker) (calls []seen, outcomes []tool.Outcome) {
			c := newClock()
			way := ""
			l := &ledger{clock: c, keys: map[string]bool{}, draw: func() string { return way }}
			g, err := sequitur.New(sequitur.Config{
				Policy: &policy,
				Tools: []tool.Spec{
					{Name: "read", Access: tool.AccessRead},
					{Name: "write", Access: tool.AccessWrite},
					{Name: "closed", Access: tool.AccessRead, Parameters: map[string]tool.Parameter{
						"n": {Closed: true, Values: []tool.Value{{Name: "0"}, {Name: "1"}}},
					}},
				},
				Now: c.Now, Sleep: c.Sleep, Seed: seed,
			})
			if err != nil {
				t.Fatal(err)
			}
			next := wrap(g, c, tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
				calls = append(calls, seen{c.now, call})
				return l.Invoke(ctx, call)
			}))
			for _, r := range requests {
				way = r.way
				outcomes = append(outcomes, next.Invoke(t.Context(), r.call))
				c.now = c.now.Add(r.wait)
			}
			return calls, outcomes
		}
		calls, outcomes := run(func(g *sequitur.Guard, _ *clock, next tool.Invoker) tool.Invoker {
			guarded, s := g.Wrap(next), g.NewSession("run")
			return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
				return guarded.Invoke(sequitur.WithSession(ctx, s), call)
			})
		})
		wantCalls, want := run(func(g *sequitur.Guard, c *clock, next tool.Invoker) tool.Invoker {
			return &stepped{session: g.NewSession("run"), clock: c, next: next}
		})
		if d := cmp.Diff(wantCalls, calls); d != "" {
			t.Fatalf("the backend saw other calls (-steps +guard):\n%s", d)
		}
		if d := cmp.Diff(want, outcomes, cmpopts.EquateErrors(), cmpopts.IgnoreFields(tool.Outcome{}, "Err")); d != "" {
			t.Fatalf("the model saw other outcomes (-steps +guard):\n%s", d)
		}
	})
}
