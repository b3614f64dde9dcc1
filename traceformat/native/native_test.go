package native_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/journal"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/native"
	"github.com/sequitur-go/sequitur/trajectory"
)

// written is a journal of two runs at once, as a guard writes it.
func written(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	w, err := journal.Open(journal.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []trajectory.Episode{
		{Run: "a", CallID: "c1", Tool: "get_order", Fault: fault.Timeout},
		{Run: "b", CallID: "c1", Tool: "refund", Fault: fault.Forbidden},
		{Run: "a", CallID: "c2", Tool: "get_order", Fault: fault.OK},
	} {
		if err := w.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestJournal(t *testing.T) {
	t.Parallel()
	data := written(t)
	if native.Format().Sniff(data[:40]) != 0 {
		t.Error("forty bytes hold no episode, and were recognised")
	}
	if native.Format().Sniff(data) == 0 {
		t.Error("a journal is not recognised")
	}
	data = append(data, `{"v":1,"written":"2026-03-01T10:00:00Z","epis`...)
	runs, broken := formattest.Read(t, native.Format(), "journal.jsonl", data)
	var got []string
	for _, run := range runs {
		for _, e := range run.Episodes {
			got = append(got, strings.Join([]string{run.Source, run.ID, e.CallID, e.Tool, e.Fault.String()}, " "))
		}
	}
	want := []string{
		"journal.jsonl a c1 get_order timeout", "journal.jsonl a c2 get_order ok", "journal.jsonl b c1 refund forbidden",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(broken) != 1 || broken[0].Line != 4 {
		t.Errorf("broken: %v", broken)
	}
}

func TestTrajectoriesComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	want := []*trajectory.Trajectory{
		{ID: "t1", Source: "lab", Messages: []trajectory.Message{
			{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "c1", Tool: "get_order", Args: json.RawMessage(`{"id":7}`)}}},
			{Role: trajectory.RoleTool, CallID: "c1", Outcome: &tool.Outcome{Flag: tool.FlagFailure, Status: 504, Err: errors.New("timeout")}},
		}},
		{ID: "t2", Source: "lab", Episodes: []trajectory.Episode{{Tool: "refund", Fault: fault.Forbidden}}},
	}
	for name, data := range map[string][]byte{"lines": lines(t, want), "array": array(t, want)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if native.Format().Sniff(data) == 0 {
				t.Error("not recognised")
			}
			got, broken := formattest.Read(t, native.Format(), "x", data)
			sameText := cmp.Comparer(func(a, b error) bool { return (a == nil) == (b == nil) && (a == nil || a.Error() == b.Error()) })
			if diff := cmp.Diff(want, got, sameText); diff != "" || broken != nil {
				t.Errorf("broken %v, (-want +got):\n%s", broken, diff)
			}
		})
	}
}

func lines(t *testing.T, runs []*trajectory.Trajectory) []byte {
	t.Helper()
	var text bytes.Buffer
	for _, run := range runs {
		if err := json.NewEncoder(&text).Encode(run); err != nil {
			t.Fatal(err)
		}
	}
	return text.Bytes()
}

func array(t *testing.T, runs []*trajectory.Trajectory) []byte {
	t.Helper()
	data, err := json.Marshal(runs)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestWrongTypesAreReportedWithoutTheirContents(t *testing.T) {
	t.Parallel()
	_, broken := formattest.Read(t, native.Format(), "x", []byte("{\"id\":\"secret\",\"messages\":\"hunter2\"}\n{\"id\":\"b\",\"messages\":[]}\n"))
	if len(broken) != 1 || broken[0].Line != 1 || strings.Contains(broken[0].Rule, "hunter2") {
		t.Errorf("broken: %v", broken)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"v":1,"episode":{"tool":"t","fault":"timeout"}}`))
	f.Add([]byte(`[{"id":"a","messages":[{"role":"tool","outcome":{"flag":"failure"}}]}]`))
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, native.Format(), data) })
}
