package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

const (
	inTime    = `{"order_id":"ORD-1","product":"kettle"}`
	timeout   = "TimeoutError: the request timed out"
	forbidden = "Client error '403 Forbidden' for url 'http://h/'"
	again     = "An error occurred while running the tool. Please try again."
	traceback = "Traceback (most recent call last):\n  File \"/srv/app/tools.py\", line 9, in create_order\n    raise KeyError(1)\nKeyError: 1"
)

// converse plays a conversation: each call is answered with the next text, and
// the last text for ever. It returns the calls and the answer.
func converse(t *testing.T, name, id string, texts ...string) (calls []string, answer string) {
	t.Helper()
	trial := model.Trial{Seed: 4, Index: 2, Task: task(t, id)}
	m := source(t, "scripted:"+name).Trial(trial)
	req := model.Request{
		Messages: []trajectory.Message{{Role: trajectory.RoleUser, Text: trial.Task.Question}},
		Tools:    []tool.Spec{{Name: "find_order"}, {Name: "get_order"}, {Name: "get_stock"}, {Name: "create_order"}, {Name: "refund_order"}},
	}
	for range 40 {
		turn, err := m.Next(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(turn.Calls) == 0 {
			return calls, turn.Text
		}
		call := turn.Calls[0]
		text := texts[min(len(calls), len(texts)-1)]
		calls = append(calls, call.Tool+string(call.Args))
		req.Messages = append(req.Messages,
			trajectory.Message{Role: trajectory.RoleAssistant, Calls: turn.Calls},
			trajectory.Message{Role: trajectory.RoleTool, CallID: call.ID, Text: text})
	}
	t.Fatal("the conversation does not end")
	return nil, ""
}

func TestReaders(t *testing.T) {
	t.Parallel()
	const (
		find  = `find_order{"customer":"Lin Mei"}`
		order = `create_order{"customer":"Eva Brandt","product":"desk","quantity":2}`
		stock = `get_stock{"product":"lamp"}`
	)
	times := func(n int, call string) []string { return strings.Split(strings.Repeat(call+"\n", n-1)+call, "\n") }
	for name, c := range map[string]struct {
		model, task string
		texts       []string
		calls       []string
		answer      string // a part of it
	}{
		"habits: timeout changes arguments": {"habits", "order-total-en", []string{timeout}, []string{find, `find_order{"customer":"Lin"}`, `find_order{"customer":"L"}`, `find_order{"customer":"L"}`}, "could not be done"},
		"habits: refusal is repeated":       {"habits", "stock-en", []string{forbidden}, times(5, stock), "not allowed"},
		"habits: refusal with stop":         {"habits", "stock-en", []string{forbidden + " Do not retry; contact your administrator."}, []string{stock}, "not allowed"},
		"habits: refusal with again":        {"habits", "stock-en", []string{again}, times(4, stock), "could not be done"},
		"habits: empty invents":             {"habits", "stock-en", []string{"[]"}, []string{stock}, "lamps in stock"},
		"habits: empty, told to ask":        {"habits", "stock-en", []string{"No product of that name was found. Ask the user for the product's name."}, []string{stock}, "found no such record"},
		"habits: trace is chased":           {"habits", "stock-en", []string{traceback}, []string{stock, `create_order{"product":"lamp"}`}, "could not be done"},
		"habits: trace without a tool":      {"habits", "stock-en", []string{strings.Replace(traceback, "create_order", "fetch", 1)}, []string{stock, `fetch{}`}, "could not be done"},
		"habits: anything else":             {"habits", "stock-en", []string{"boom"}, []string{stock}, "could not be done"},
		"habits: tool is named":             {"habits", "stock-en", []string{"get_stock is deprecated, use get_order instead", `{"total":3}`, `{"stock":12}`}, []string{stock, `get_order{"product":"lamp"}`, stock}, "12 lamps"},
		"textbook: timeout of a read":       {"textbook", "order-total-en", []string{timeout, timeout, inTime, `{"total":"7.00"}`}, append(times(3, find), `get_order{"order_id":"ORD-1"}`), "comes to 7.00"},
		"textbook: timeout for ever":        {"textbook", "order-total-en", []string{timeout}, times(4, find), "could not be done"},
		"textbook: timeout of a write":      {"textbook", "create-order-en", []string{timeout}, []string{order}, "may have gone through"},
		"textbook: refusal":                 {"textbook", "stock-en", []string{forbidden}, []string{stock}, "not allowed"},
		"textbook: empty":                   {"textbook", "stock-en", []string{`{"results":[],"status":404}`}, []string{stock}, "found no such record"},
		"textbook: trace of a read":         {"textbook", "stock-en", []string{traceback}, times(2, stock), "could not be done"},
		"textbook: trace of a refusal":      {"textbook", "stock-en", []string{traceback + "\nhttpx.HTTPStatusError: 403 Forbidden"}, []string{stock}, "not allowed"},
		"textbook: unclear, of a write":     {"textbook", "create-order-en", []string{again}, []string{order}, "may have gone through"},
		"textbook: told to stop":            {"textbook", "stock-en", []string{"timed out. Do not call it again."}, []string{stock}, "could not be done"},
		"stubborn: refusal":                 {"stubborn", "stock-en", []string{"403. Do not retry."}, times(11, stock), "could not be done"},
		"stubborn: write":                   {"stubborn", "create-order-en", []string{timeout}, times(11, order), "could not be done"},
		"stubborn: no failure":              {"stubborn", "stock-en", []string{`{"stock":12}`}, []string{stock}, "12 lamps"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls, answer := converse(t, c.model, c.task, c.texts...)
			if diff := cmp.Diff(c.calls, calls); diff != "" || !strings.Contains(answer, c.answer) {
				t.Errorf("%q; calls (-want +got):\n%s", answer, diff)
			}
		})
	}
}

func TestInventedValuesFollowTheSeed(t *testing.T) {
	t.Parallel()
	answers := map[string]bool{}
	for seed := range uint64(6) {
		trial := model.Trial{Seed: seed, Task: task(t, "stock-en")}
		first := play(t, "scripted:habits", trial, func(int, tool.Outcome) tool.Outcome { return tool.Outcome{Body: "[]"} })
		again := play(t, "scripted:habits", trial, func(int, tool.Outcome) tool.Outcome { return tool.Outcome{Body: "[]"} })
		if first.run.Answer != again.run.Answer || first.success {
			t.Errorf("seed %d: %q, then %q, success %v", seed, first.run.Answer, again.run.Answer, first.success)
		}
		answers[first.run.Answer] = true
	}
	if len(answers) < 2 {
		t.Error("six seeds gave one answer: the seed is not used")
	}
}

// A framework may quote a tool's text, add words of its own, and ask again.
func TestReadersBearFrameworks(t *testing.T) {
	t.Parallel()
	trial := model.Trial{Task: task(t, "stock-en")}
	for _, name := range []string{"habits", "textbook", "stubborn"} {
		m := source(t, "scripted:"+name).Trial(trial)
		quoted, err := json.Marshal(`{"stock":12}`)
		if err != nil {
			t.Fatal(err)
		}
		req := model.Request{Messages: []trajectory.Message{
			{Role: trajectory.RoleUser, Text: "?"},
			{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "x", Tool: "get_stock"}}},
			{Role: trajectory.RoleTool, CallID: "x", Text: string(quoted)},
			{Role: trajectory.RoleUser, Text: "Analyze the tool result."},
		}}
		for range 2 {
			turn, err := m.Next(t.Context(), req)
			if err != nil || turn.Text != "There are 12 lamps in stock." {
				t.Fatalf("%s: %+v, %v", name, turn, err)
			}
			req.Messages = append(req.Messages, trajectory.Message{Role: trajectory.RoleAssistant, Text: turn.Text},
				trajectory.Message{Role: trajectory.RoleUser, Text: "Is that all?"})
		}
	}
}
