package sequitur_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// shop answers by tool; what it does not have, it has never heard of.
type shop map[string]tool.Outcome

func (s shop) Invoke(_ context.Context, call tool.Call) tool.Outcome {
	if out, ok := s[call.Tool]; ok {
		return out
	}
	return httpStatus(404, `{"error":"no such order"}`)
}

func lost() tool.Outcome {
	return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Err: context.DeadlineExceeded}
}

func found(body string) tool.Outcome {
	return tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: body}
}

// A downstream fault names the call that its value should have come from.
func TestLineage(t *testing.T) {
	t.Parallel()
	declared := tool.Spec{Name: "refund", Access: tool.AccessWrite, Parameters: map[string]tool.Parameter{"order_id": {Source: "find_order"}}}
	undeclared := tool.Spec{Name: "refund", Access: tool.AccessWrite}
	for name, c := range map[string]struct {
		spec    tool.Spec
		first   tool.Outcome
		request string
		args    string
		root    bool // the message names find_order
		sent    bool // the refund reached the backend
	}{
		"declared, made up":               {declared, lost(), "refund my last order", `{"order_id":"A-7741"}`, true, false},
		"declared, from the user":         {declared, lost(), "refund order A-7741", `{"order_id":"A-7741"}`, false, true},
		"declared, from another result":   {declared, found(`{"order_id":"A-7741"}`), "refund it", `{"order_id":"A-7741"}`, false, true},
		"undeclared, made up":             {undeclared, lost(), "refund my last order", `{"order_id":"A-7741"}`, true, true},
		"undeclared, request not told":    {undeclared, lost(), "", `{"order_id":"A-7741"}`, false, true},
		"undeclared, too short to trace":  {undeclared, lost(), "refund my last order", `{"order_id":"A-7"}`, false, true},
		"undeclared, arguments no object": {undeclared, lost(), "refund my last order", `["A-7741"]`, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, _ := guard(t, sequitur.Config{Tools: []tool.Spec{{Name: "find_order", Access: tool.AccessRead}, c.spec}})
			s := g.NewSession("run")
			if c.request != "" {
				s.Tell(c.request)
			}
			ctx := sequitur.WithSession(t.Context(), s)
			sent := false
			next := g.Wrap(tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
				sent = sent || call.Tool == "refund"
				return shop{"find_order": c.first}.Invoke(ctx, call)
			}))
			next.Invoke(ctx, tool.Call{ID: "1", Tool: "find_order", Args: json.RawMessage(`{"user":"ann"}`)})
			out := next.Invoke(ctx, tool.Call{ID: "2", Tool: "refund", Args: json.RawMessage(c.args)})
			if got := strings.Contains(out.Body, "find_order"); got != c.root {
				t.Errorf("names the root: %v, want %v: %q", got, c.root, out.Body)
			}
			if sent != c.sent {
				t.Errorf("reached the backend: %v, want %v", sent, c.sent)
			}
		})
	}
}

// The answer is asked for again once, and then replaced; where no call failed,
// what the model says is its own business.
func TestCheckAnswer(t *testing.T) {
	t.Parallel()
	const invented = "Your flight is CA1234 and costs 812.50."
	run := func(t *testing.T, out tool.Outcome) *sequitur.Session {
		t.Helper()
		g, _ := guard(t, sequitur.Config{Tools: []tool.Spec{{Name: "find_flight", Access: tool.AccessRead, Subject: "flight"}}})
		s := g.NewSession("run")
		s.Tell("find me a flight to Rome")
		g.Wrap(shop{"find_flight": out}).Invoke(sequitur.WithSession(t.Context(), s), tool.Call{Tool: "find_flight"})
		return s
	}
	s := run(t, found("[]"))
	first := s.CheckAnswer(invented)
	if first.OK || first.Replacement != "" || !strings.Contains(first.Ask, "CA1234") || len(first.Unsupported) == 0 {
		t.Errorf("first objection: %+v", first)
	}
	second := s.CheckAnswer(invented)
	if second.OK || second.Ask != "" || !strings.Contains(second.Replacement, "No flight was found") {
		t.Errorf("second objection: %+v", second)
	}
	if third := s.CheckAnswer("I found no flight to Rome."); !third.OK {
		t.Errorf("an honest answer is refused: %+v", third)
	}
	if got := run(t, found(`{"flight":"CA1234","price":812.5}`)).CheckAnswer(invented); !got.OK {
		t.Errorf("a grounded answer is refused: %+v", got)
	}
}

// A run's bounds on retries, time and tokens.
func TestTaskIsBounded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		task     recovery.TaskConfig
		tokens   int
		pass     time.Duration
		attempts int
		stop     bool
	}{
		"no bound":      {attempts: 4},
		"one retry":     {task: recovery.TaskConfig{Retries: 1}, attempts: 2},
		"time is spent": {task: recovery.TaskConfig{Time: time.Minute}, pass: time.Hour, attempts: 1, stop: true},
		"tokens left":   {task: recovery.TaskConfig{Tokens: 100}, tokens: 99, attempts: 4},
		"tokens spent":  {task: recovery.TaskConfig{Tokens: 100}, tokens: 100, attempts: 1, stop: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			policy := recovery.Default()
			policy.Task = c.task
			g, clock := guard(t, sequitur.Config{Policy: &policy, Tools: []tool.Spec{{Name: "get", Access: tool.AccessRead}}})
			s := g.NewSession("run")
			s.Spend(c.tokens)
			clock.now = clock.now.Add(c.pass)
			attempts := 0
			out := g.Wrap(tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
				attempts++
				return lost()
			})).Invoke(sequitur.WithSession(t.Context(), s), tool.Call{Tool: "get"})
			if attempts != c.attempts || out.Stop != c.stop {
				t.Errorf("%d attempts, stop %v; want %d, %v", attempts, out.Stop, c.attempts, c.stop)
			}
			checkFault(t, out, fault.Timeout)
		})
	}
}

// A caller's key makes a repeated call one call; another payload under it is
// refused, and an outcome that is in doubt stays so.
func TestClaims(t *testing.T) {
	t.Parallel()
	spec := tool.Spec{Name: "pay", Access: tool.AccessWrite, Key: &tool.KeyPlace{Argument: "key"}}
	const once, other = `{"key":"k1","amount":5}`, `{"key":"k1","amount":6}`
	for name, c := range map[string]struct {
		first      tool.Outcome
		again      string
		executions int
		want       string // part of the second answer
	}{
		"done before":        {found(`{"receipt":"R-5551"}`), once, 1, "R-5551"},
		"another payload":    {found(`{"receipt":"R-5551"}`), other, 1, "pay"},
		"proven not to be":   {httpStatus(422, `{"error":"amount must be positive"}`), `{"key":"k1","amount":7}`, 2, "amount"},
		"an unkeyed payment": {found(`{"receipt":"R-5551"}`), `{"amount":5}`, 2, "R-5551"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, _ := guard(t, sequitur.Config{Tools: []tool.Spec{spec}})
			executions := 0
			next := g.Wrap(tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
				executions++
				return c.first
			}))
			next.Invoke(t.Context(), tool.Call{Tool: "pay", Args: json.RawMessage(once)})
			out := next.Invoke(t.Context(), tool.Call{Tool: "pay", Args: json.RawMessage(c.again)})
			if executions != c.executions || !strings.Contains(out.Body, c.want) {
				t.Errorf("%d executions, want %d; %q", executions, c.executions, out.Body)
			}
		})
	}
}
