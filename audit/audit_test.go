package audit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A turn is one call of a test run, and what it was answered.
type turn struct{ id, name, args, body string }

const (
	timedOut = `{"error":"timeout","code":408}`
	refused  = `{"error":"Forbidden","code":403}`
	fine     = `{"id":"A-17","status":"shipped","total":"118.20"}`
)

// record makes a run of calls that ends in an answer.
func record(id, task, answer string, turns ...turn) *trajectory.Trajectory {
	t := &trajectory.Trajectory{
		ID: id, Task: task, Source: "f.jsonl",
		Tools:    []tool.Spec{{Name: "get", Access: tool.AccessRead}, {Name: "pay", Access: tool.AccessWrite}},
		Messages: []trajectory.Message{{Role: trajectory.RoleUser, Text: "Please see to order A-17."}},
	}
	for _, one := range turns {
		t.Messages = append(t.Messages,
			trajectory.Message{
				Role: trajectory.RoleAssistant, Usage: &trajectory.Usage{In: 100, Out: 10},
				Calls: []tool.Call{{ID: one.id, Tool: one.name, Args: json.RawMessage(one.args)}},
			},
			trajectory.Message{Role: trajectory.RoleTool, CallID: one.id, Outcome: &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: one.body}})
	}
	t.Messages = append(t.Messages, trajectory.Message{Role: trajectory.RoleAssistant, Text: answer, Usage: &trajectory.Usage{In: 100, Out: 10}})
	return t
}

func figures(runs ...*trajectory.Trajectory) *audit.Figures {
	a := audit.Audit{Which: audit.ByRefined}
	for _, run := range runs {
		a.Add(run)
	}
	return a.Figures()
}

func TestRepeatsAndStreaks(t *testing.T) {
	t.Parallel()
	f := figures(record("r", "", "I do not have permission.",
		turn{"1", "get", `{"id":1}`, refused}, turn{"2", "get", `{"id":1}`, refused}, turn{"3", "get", `{"id":1}`, refused}))
	if f.Repeats != 2 || f.Deterministic != 3 {
		t.Errorf("got %d repeats of %d, want 2 of 3", f.Repeats, f.Deterministic)
	}
	want := []audit.Streak{{Trajectory: "r", Source: "f.jsonl", Tool: "get", Length: 3, Same: 2, Kinds: []string{"forbidden"}}}
	if diff := cmp.Diff(want, f.Streaks); diff != "" {
		t.Errorf("streaks (-want +got):\n%s", diff)
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name            string
		turns           []turn
		possible, equal int
	}{
		{"after an unknown outcome", []turn{{"1", "pay", `{"n":1}`, timedOut}, {"2", "pay", `{"n":1}`, `{"ok":"paid"}`}}, 1, 0},
		{"after a success", []turn{{"1", "pay", `{"n":1}`, `{"ok":"paid"}`}, {"2", "pay", `{"n":1}`, `{"ok":"paid"}`}}, 0, 1},
		{"after a refusal", []turn{{"1", "pay", `{"n":1}`, refused}, {"2", "pay", `{"n":1}`, `{"ok":"paid"}`}}, 0, 0},
		{"another payment", []turn{{"1", "pay", `{"n":1}`, timedOut}, {"2", "pay", `{"n":2}`, `{"ok":"paid"}`}}, 0, 0},
		{"a read", []turn{{"1", "get", `{"n":1}`, timedOut}, {"2", "get", `{"n":1}`, fine}}, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := figures(record("r", "", "Done.", test.turns...))
			if f.Possible != test.possible || f.Equal != test.equal {
				t.Errorf("got %d possible, %d equal; want %d, %d", f.Possible, f.Equal, test.possible, test.equal)
			}
		})
	}
}

func TestCostIsPairedByTask(t *testing.T) {
	t.Parallel()
	clean := record("a", "t1", "Shipped.", turn{"1", "get", `{"id":1}`, fine})
	faulty := record("b", "t1", "Shipped.", turn{"1", "get", `{"id":1}`, timedOut}, turn{"2", "get", `{"id":1}`, fine})
	c := figures(clean, faulty).Cost
	want := audit.Cost{
		Pairs: 1, Calls: 2, Turns: 1.5, Tokens: 1.5, RecoveryTurns: 1, AllTurns: 5, RecoveryTokens: 110, AllTokens: 550, UsageTurns: 5,
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("cost (-want +got):\n%s", diff)
	}
	if c := figures(faulty).Cost; c.Pairs != 0 || c.Calls != 0 {
		t.Errorf("without a clean trial: got %d pairs, ratio %v", c.Pairs, c.Calls)
	}
}

func TestLeaks(t *testing.T) {
	t.Parallel()
	trace := "Error: Traceback (most recent call last):\n  File \"/srv/app/db.py\", line 3, in q\nKeyError: 'x'"
	f := figures(
		record("a", "", "It failed.", turn{"1", "get", `{"id":1}`, trace}),
		record("b", "", "It failed.", turn{"1", "get", `{"id":1}`, `{"error":"cannot open /home/ada/keys.txt with sk-proj-abcdefghijklmnopqrstuvwxyz012345"}`}),
	)
	if f.Leaks.Traces != 1 || f.Leaks.Paths != 1 || f.Leaks.Secrets != 1 {
		t.Errorf("got %+v, want one trace, one path, one secret", f.Leaks)
	}
}

func TestWordingsAreGroupedWorstFirst(t *testing.T) {
	t.Parallel()
	f := figures(
		record("a", "", "Order A-17 costs $482.19.", turn{"1", "get", `{"id":1}`, `{"error":"request 8812 timed out"}`}),
		record("b", "", "Order A-17 costs $482.19.", turn{"1", "get", `{"id":1}`, `{"error":"request 9913 timed out"}`}),
		record("c", "", "I do not have permission.", turn{"1", "get", `{"id":1}`, refused}),
	)
	if len(f.Wordings) != 2 || f.Wordings[0].N != 2 || f.Wordings[0].Kind != "timeout" || f.Wordings[0].Mismatch != 2 {
		t.Fatalf("got %+v, want the two timeouts as one group, first", f.Wordings)
	}
	for _, w := range f.Wordings {
		if w.Proposed == "" || strings.Contains(w.Proposed, "8812") {
			t.Errorf("%s: proposed %q", w.Kind, w.Proposed)
		}
	}
}

// TestMergeIsTheSame shows that files read side by side give what one reading
// gives.
func TestRunsOfOneIDAreToldApart(t *testing.T) {
	t.Parallel()
	a := audit.Audit{Which: audit.ByRefined}
	var got []string
	for range 3 {
		for _, r := range a.Add(record("r", "", "I do not have permission.", turn{"1", "get", `{"id":1}`, refused})) {
			got = append(got, r.Trajectory)
		}
	}
	if diff := cmp.Diff([]string{"r", "r~2", "r~3"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if f := a.Figures(); f.SameID != 2 || f.Findings[2].Trajectory != "r~3" || f.Trajectories != 3 {
		t.Errorf("%d runs of one id, of %d: %+v", f.SameID, f.Trajectories, f.Findings[2])
	}
}

func TestKeptOnlyChangesNoFigure(t *testing.T) {
	t.Parallel()
	add := func(keptOnly bool) (*audit.Figures, int) {
		a := audit.Audit{Which: audit.ByRefined, Keep: 2, KeptOnly: keptOnly}
		records := 0
		for i := range 5 {
			run := record(fmt.Sprint("r", i), "", "I do not have permission.", turn{"1", "get", `{"id":1}`, refused}, turn{"2", "get", `{"id":1}`, refused})
			records += len(a.Add(run))
		}
		return a.Figures(), records
	}
	all, records := add(false)
	kept, none := add(true)
	if records != 10 || none != 0 {
		t.Errorf("%d records of 10, and %d where only the kept ones are made", records, none)
	}
	if diff := cmp.Diff(all, kept, cmpopts.IgnoreUnexported(audit.Cell{})); diff != "" || len(kept.Findings) != 2 {
		t.Errorf("%d findings (-all +kept only):\n%s", len(kept.Findings), diff)
	}
}

func TestMergeIsTheSame(t *testing.T) {
	t.Parallel()
	runs := []*trajectory.Trajectory{
		record("a", "t1", "Shipped.", turn{"1", "get", `{"id":1}`, timedOut}, turn{"2", "get", `{"id":1}`, fine}),
		record("b", "t1", "Shipped.", turn{"1", "get", `{"id":1}`, fine}),
		record("c", "", "I do not have permission.", turn{"1", "get", `{"id":1}`, refused}, turn{"2", "get", `{"id":1}`, refused}),
		record("d", "", "You have no orders.", turn{"1", "get", `{"id":1}`, `[]`}),
	}
	want := figures(runs...)
	var total audit.Audit
	total.Which = audit.ByRefined
	for _, run := range runs {
		part := audit.Audit{Which: audit.ByRefined}
		part.Add(run)
		total.Merge(&part)
	}
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(total.Figures())
	if diff := cmp.Diff(string(a), string(b)); diff != "" {
		t.Errorf("merged (-whole +merged):\n%s", diff)
	}
}

func TestGate(t *testing.T) {
	t.Parallel()
	f := figures(
		record("a", "", "Shipped.", turn{"1", "get", `{"id":1}`, timedOut}, turn{"2", "get", `{"id":1}`, fine}),
		record("b", "", "I do not have permission.", turn{"1", "get", `{"id":1}`, refused}),
	)
	tests := []struct {
		gate string
		want audit.State
	}{
		{"match>=0.9", audit.Passed},
		{"match>=90%", audit.Passed},
		{"repeat<=0.02", audit.Passed},
		{"match<0.9", audit.Inconclusive},
		{"match<=0.1", audit.Missed},
		{"match[timeout]>=0.9", audit.Passed},
		{"match[conflict]>=0.9", audit.Inconclusive},
		{"duplicate<=0", audit.Inconclusive},
	}
	for _, test := range tests {
		t.Run(test.gate, func(t *testing.T) {
			t.Parallel()
			requirements, err := audit.ParseGate(test.gate)
			if err != nil {
				t.Fatal(err)
			}
			if got := audit.Gate(f, requirements)[0]; got.State != test.want {
				t.Errorf("got %s (%s), want %s", got.State, got.Why, test.want)
			}
		})
	}
	for _, bad := range []string{"", "match", "match>=", "match>=2", "wisdom>=1", "match[tired]>=1", "repeat[timeout]<=1"} {
		if _, err := audit.ParseGate(bad); err == nil {
			t.Errorf("%q was taken for a threshold", bad)
		}
	}
}

func TestReplay(t *testing.T) {
	t.Parallel()
	var replay audit.Replay // the zero policy retries nothing
	run := record("a", "", "Shipped.", turn{"1", "get", `{"id":1}`, timedOut}, turn{"2", "get", `{"id":1}`, fine})
	got := replay.Add(run)
	if len(got) != 1 || got[0].Would != audit.WouldReturn || got[0].AtLeast != 0 || got[0].Message == "" {
		t.Errorf("zero policy: got %+v, want one fault handed to the model", got)
	}
}

func ExampleAudit() {
	run := &trajectory.Trajectory{ID: "r", Messages: []trajectory.Message{
		{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "1", Tool: "get", Args: json.RawMessage(`{"id":1}`)}}},
		{Role: trajectory.RoleTool, CallID: "1", Outcome: &tool.Outcome{Channel: tool.ChannelHTTP, Status: 403, Body: "forbidden"}},
		{Role: trajectory.RoleAssistant, Text: "I do not have permission to read it."},
	}}
	var a audit.Audit
	a.Add(run)
	f := a.Figures()
	fmt.Println(f.Rubric, f.Faults, f.Model.Match)
	// Output: published 1 1
}
