package trajectory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

func full() trajectory.Trajectory {
	at := time.Date(2026, 3, 1, 10, 0, 0, 123456789, time.UTC)
	return trajectory.Trajectory{
		ID: "t1", Source: "file.jsonl", Model: "m", Agent: "a", Error: "crashed",
		Parent: "t0", Task: "refund", Success: new(true), Usage: &trajectory.Usage{In: 1, Out: 2, CacheRead: 3, CacheWrite: 4, USD: 0.5},
		Tools: []tool.Spec{{
			Name: "create_order", Upstream: "shop", Via: "execute", Description: "d", Input: json.RawMessage(`{"type":"object"}`),
			Output: json.RawMessage(`{}`), Access: tool.AccessWrite, Idempotent: true, RunsCode: true, EmptyIsNormal: true,
			Subject: "order", Key: &tool.KeyPlace{Argument: "a", Header: "Idempotency-Key", Meta: "key"},
			Verify:   &tool.Verification{Tool: "get_order", Args: map[string]string{"id": "$id"}, Settle: time.Second},
			StandIns: []string{"b"}, Credentials: []string{"c"},
			Parameters: map[string]tool.Parameter{"metric": {
				Closed: true, Values: []tool.Value{{Name: "n", Meaning: "m", Aliases: []string{"x"}}},
				Lookup: "list", Source: "find", Type: "string", Example: "e",
			}},
		}},
		Messages: []trajectory.Message{
			{
				Role: trajectory.RoleAssistant, Text: "查一下 <b>", Time: at, Thinking: true,
				ID: "msg_1", Usage: &trajectory.Usage{In: 10},
				Calls: []tool.Call{{ID: "call_1", Tool: "create_order", Args: json.RawMessage(`{"n":12345678901234567890}`), Principal: "p", Key: "k", Credential: "c", Request: "r"}},
			},
			{Role: trajectory.RoleTool, CallID: "call_1", Outcome: &tool.Outcome{
				Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: "b", Err: errors.New("e"), Status: 500,
				Header: tool.Header{"A": {"b"}}, Exit: new(0), Elapsed: 1, Note: "n", Structured: json.RawMessage(`{}`), Stop: true,
			}},
		},
		Episodes: []trajectory.Episode{{
			Run: "r", Time: at, CallID: "call_1", Tool: "create_order", Principal: "p", Args: json.RawMessage(`{"a":1}`), ArgsHash: "h",
			Attempts: []trajectory.Attempt{{
				Fault: fault.Timeout, Effect: tool.EffectNone, Phase: tool.PhaseSent, Status: 504, Waited: 1, Elapsed: 2, Tool: "v",
				Evidence: []fault.Evidence{{Layer: fault.LayerText, Rule: "r", Span: "s"}},
			}},
			Fault: fault.Forbidden, Retryable: true, Effect: tool.EffectCertain, Action: recovery.ActionStop, Reason: "why",
			Escalated: true, Stop: true, FromMemory: true, Shadow: true, Feedback: "f", Detail: "d", ErrorID: "f_1", Elapsed: 3,
		}},
	}
}

var sameText = cmp.Comparer(func(a, b error) bool { return errors.Is(a, b) || (a != nil && b != nil && a.Error() == b.Error()) })

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]trajectory.Trajectory{"full": full(), "zero": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got trajectory.Trajectory
			if err := json.Unmarshal(data, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, sameText); diff != "" {
				t.Errorf("round trip (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFullIsFull keeps the round trip honest: a new field that full does not
// set would be compared as its zero value.
func TestFullIsFull(t *testing.T) {
	t.Parallel()
	value := full()
	for name, v := range map[string]any{
		"trajectory": value, "call": value.Messages[0].Calls[0], "outcome": *value.Messages[1].Outcome,
		"episode": value.Episodes[0], "attempt": value.Episodes[0].Attempts[0], "spec": value.Tools[0],
	} {
		r := reflect.ValueOf(v)
		for i := range r.NumField() {
			if r.Field(i).IsZero() {
				t.Errorf("%s.%s is not set", name, r.Type().Field(i).Name)
			}
		}
	}
}

func TestBrokenArgumentsSurvive(t *testing.T) {
	t.Parallel()
	want := trajectory.Episode{Tool: "t", Args: json.RawMessage(`{"city": "Par`)}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got trajectory.Episode
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	asks := func(ids ...string) trajectory.Message {
		m := trajectory.Message{Role: trajectory.RoleAssistant}
		for _, id := range ids {
			m.Calls = append(m.Calls, tool.Call{ID: id, Tool: "t"})
		}
		return m
	}
	says := func(id string) trajectory.Message { return trajectory.Message{Role: trajectory.RoleTool, CallID: id} }
	tests := []struct {
		name     string
		messages []trajectory.Message
		want     []int // answer of each call in order, -1 for none
	}{
		{"one call", []trajectory.Message{asks("a"), says("a")}, []int{1}},
		{"parallel calls, answers swapped", []trajectory.Message{asks("a", "b"), says("b"), says("a")}, []int{2, 1}},
		{"identifier reused", []trajectory.Message{asks("a"), says("a"), asks("a"), says("a")}, []int{1, 3}},
		{"first of two equal identifiers unanswered", []trajectory.Message{asks("a"), asks("a"), says("a")}, []int{-1, 2}},
		{"no identifiers", []trajectory.Message{asks("", ""), says(""), says("")}, []int{1, 2}},
		{"no identifiers, next turn", []trajectory.Message{asks(""), asks(""), says("")}, []int{-1, 2}},
		{"never answered", []trajectory.Message{asks("a")}, []int{-1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			run := trajectory.Trajectory{Messages: test.messages}
			var got []int
			for ref := range run.Calls() {
				at, ok := run.Answer(ref)
				if !ok {
					at = -1
				}
				got = append(got, at)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func ExampleTrajectory_Calls() {
	run := trajectory.Trajectory{Messages: []trajectory.Message{
		{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "call_1", Tool: "find_order"}}},
		{Role: trajectory.RoleTool, CallID: "call_1", Outcome: &tool.Outcome{Body: `{"id":"A-1"}`}},
		{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "call_1", Tool: "refund"}}},
	}}
	for ref, call := range run.Calls() {
		at, answered := run.Answer(ref)
		fmt.Println(ref.Message, call.Tool, at, answered)
	}
	// Output:
	// 0 find_order 1 true
	// 2 refund 0 false
}
