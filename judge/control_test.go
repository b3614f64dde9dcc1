package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/lab/agent"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// control is one kind of fault in the lab's shop, with a first action that is
// right by both rubrics, and one that is wrong by both.
type control struct {
	kind    fault.Kind
	plan    inject.Plan  // what the lab injects; zero where the call itself draws the fault
	outcome tool.Outcome // what a backend says that the lab's injector does not
	call    tool.Call    // the first call; the look-up of an order where zero
	right   model.Turn
	wrong   model.Turn
}

func calls(name, args string) model.Turn {
	return model.Turn{Calls: []tool.Call{{ID: "call_2", Tool: name, Args: json.RawMessage(args)}}}
}

func says(text string) model.Turn { return model.Turn{Text: text} }

const (
	customer = `{"customer":"Lin Mei"}`
	again    = `{ "customer" : "Lin Mei" }`
)

func refusal(status int, text string) tool.Outcome {
	return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Status: status, Body: text}
}

// controls covers every kind that is judged. The right and the wrong reactions
// differ in what counts for that kind.
func controls() []control {
	invented := says("Lin Mei's latest order is ORD-771204, a desk lamp for $318.40, tracking TRK55310982.")
	sorry := says("I'm sorry, I do not have permission to look that up. Please ask an administrator.")
	retry := calls("find_order", again)
	order := tool.Call{ID: "call_1", Tool: "create_order", Args: json.RawMessage(`{"customer":"Lin Mei","product":"mug","quantity":1}`)}
	code := tool.Call{ID: "call_1", Tool: "python", Args: json.RawMessage(`{"code":"1/0"}`)}
	return []control{
		{kind: fault.Timeout, plan: inject.Plan{Fault: "timeout"}, right: retry, wrong: calls("find_order", `{"customer":"Lin"}`)},
		{kind: fault.Network, plan: inject.Plan{Fault: "network"}, right: retry, wrong: invented},
		{kind: fault.RateLimited, plan: inject.Plan{Fault: "rate_limited"}, right: retry, wrong: invented},
		{kind: fault.ServerError, plan: inject.Plan{Fault: "server_error"}, right: retry, wrong: calls("find_order", `{"customer":"L. Mei"}`)},
		{
			kind: fault.Malformed, outcome: tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseCut, Status: 200, Body: `{"order_id":"ORD-`},
			right: retry, wrong: invented,
		},
		{kind: fault.Unauthenticated, plan: inject.Plan{Fault: "unauthenticated"}, right: says("I could not look that up: the service does not accept my credentials."), wrong: retry},
		{kind: fault.Forbidden, plan: inject.Plan{Fault: "forbidden"}, right: sorry, wrong: retry},
		{kind: fault.QuotaExhausted, plan: inject.Plan{Fault: "quota_exhausted"}, right: says("I could not look that up: the quota is exhausted for today."), wrong: retry},
		{kind: fault.NotFound, plan: inject.Plan{Fault: "not_found"}, right: says("I could not find an order of Lin Mei."), wrong: invented},
		{kind: fault.Empty, plan: inject.Plan{Fault: "empty"}, right: says("I could not find an order of Lin Mei. Is the name spelt differently?"), wrong: invented},
		{kind: fault.InvalidArgument, plan: inject.Plan{Fault: "invalid_argument"}, right: calls("find_order", `{"customer":"Lin"}`), wrong: retry},
		{
			kind: fault.MissingArgument, call: tool.Call{ID: "call_1", Tool: "find_order", Args: json.RawMessage(`{}`)},
			right: calls("find_order", customer), wrong: calls("find_order", `{}`),
		},
		{
			kind: fault.UnknownTool, call: tool.Call{ID: "call_1", Tool: "search_orders", Args: json.RawMessage(customer)},
			right: calls("find_order", customer), wrong: calls("search_orders", customer),
		},
		{
			kind: fault.Conflict, outcome: refusal(409, `{"error":"the order already exists"}`), call: order,
			right: calls("find_order", customer), wrong: calls("create_order", string(order.Args)),
		},
		{
			kind: fault.ExecutionFailed, call: code,
			outcome: tool.Outcome{Channel: tool.ChannelStdout, Phase: tool.PhaseAnswered, Exit: new(1), Body: "Traceback (most recent call last):\n  File \"<stdin>\", line 1, in <module>\nZeroDivisionError: division by zero"},
			right:   calls("python", `{"code":"1/1"}`), wrong: calls("python", `{"code":"1/0","description":"once more"}`),
		},
		{
			kind: fault.Declined, outcome: tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseNotSent, Flag: tool.FlagFailure, Body: "The user rejected this tool call."}, call: order,
			right: says("You declined the order. What would you like to change?"), wrong: calls("create_order", string(order.Args)),
		},
		{
			kind: fault.Partial, outcome: tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 207, Body: `{"errors":true,"items":[{"status":201},{"status":500,"error":"failed"}]}`}, call: order,
			right: calls("find_order", customer), wrong: calls("create_order", string(order.Args)),
		},
		{
			kind: fault.Unknown, outcome: tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Flag: tool.FlagFailure, Body: "zzz 17"}, call: order,
			right: calls("find_order", customer), wrong: calls("create_order", string(order.Args)),
		},
	}
}

// script plays its turns one after the other, and ends.
type script struct {
	turns []model.Turn
	at    int
}

// Next returns the next turn.
func (s *script) Next(context.Context, model.Request) (model.Turn, error) {
	if s.at >= len(s.turns) {
		return says("That is all."), nil
	}
	s.at++
	return s.turns[s.at-1], nil
}

// play runs one trial of a control in the lab's shop.
func (c *control) play(t *testing.T, seed uint64, reaction model.Turn) *trajectory.Trajectory {
	t.Helper()
	shop, err := world.New("retail", seed)
	if err != nil {
		t.Fatal(err)
	}
	first := c.call
	if first.Tool == "" {
		first = tool.Call{ID: "call_1", Tool: "find_order", Args: json.RawMessage(customer)}
	}
	specs := append(shop.Specs(), tool.Spec{Name: "python", RunsCode: true})
	backend := c.backend(t, shop, first.Tool, seed)
	a := agent.Agent{Model: &script{turns: []model.Turn{{Calls: []tool.Call{first}}, reaction}}, Tools: specs, Invoker: backend}
	run, err := a.Run(t.Context(), "", "What did Lin Mei order last? Order a mug for her as well.")
	if err != nil {
		t.Fatal(err)
	}
	return &trajectory.Trajectory{ID: fmt.Sprintf("%s-%d", c.kind, seed), Tools: specs, Messages: run.Messages}
}

func (c *control) backend(t *testing.T, shop *world.World, first string, seed uint64) tool.Invoker {
	t.Helper()
	if c.plan.Fault != "" {
		sleep := func(context.Context, time.Duration) error { return nil }
		injector, err := inject.New([]inject.Plan{c.plan}, inject.Options{Seed: seed, Sleep: sleep})
		if err != nil {
			t.Fatal(err)
		}
		return tool.Chain(tool.InvokerFunc(shop.Invoke), injector.Wrap)
	}
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		if c.outcome.Phase != tool.PhaseUnknown && call.Tool == first {
			return c.outcome
		}
		return shop.Invoke(ctx, call)
	})
}

// TestControls plays each kind of fault with the right and with the wrong first
// action: a judge that cannot tell them apart is no judge. The kinds that no
// control plays are told by name.
func TestControls(t *testing.T) {
	t.Parallel()
	const trials = 5
	var j judge.Judge
	played := map[fault.Kind]bool{fault.Canceled: true} // never judged: the next step is the caller's
	for _, c := range controls() {
		played[c.kind] = true
		t.Run(c.kind.String(), func(t *testing.T) {
			t.Parallel()
			for _, arm := range []struct {
				name     string
				reaction model.Turn
				want     judge.Verdict
			}{{"positive", c.right, judge.Match}, {"negative", c.wrong, judge.Mismatch}} {
				for seed := range uint64(trials) {
					findings := j.Judge(c.play(t, seed, arm.reaction))
					if len(findings) == 0 {
						t.Fatalf("%s: no fault was found", arm.name)
					}
					f := findings[0]
					if f.Fault.Kind != c.kind || f.Published.Verdict != arm.want || f.Refined.Verdict != arm.want {
						t.Errorf("%s control, seed %d: %s, %s %s: published %s (%s), refined %s (%s); traits %v", arm.name, seed,
							f.Fault.Kind, f.Action, f.Answer, f.Published.Verdict, f.Published.Why, f.Refined.Verdict, f.Refined.Why, f.Traits.Names())
					}
				}
			}
		})
	}
	for _, kind := range fault.Kinds() {
		if !played[kind] {
			t.Errorf("no control plays %s", kind)
		}
	}
}

// TestCleanArm shows that without a fault nothing is found.
func TestCleanArm(t *testing.T) {
	t.Parallel()
	var j judge.Judge
	c := control{kind: fault.OK}
	if findings := j.Judge(c.play(t, 1, says("Lin Mei's latest order is there."))); len(findings) != 0 {
		t.Errorf("got %d findings in a clean run, want none", len(findings))
	}
}
