package fleet_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sequitur-go/sequitur/frameworks"
	"github.com/sequitur-go/sequitur/lab/fleet"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/world"
)

// Close ends nothing: the framework is a value.
func (framework) Close() error { return nil }

// frameworkTable holds frameworks of three kinds.
var frameworkTable = map[string]framework{"plain": {}, "aborting": {aborts: true}, "dying": {dies: true}}

func matrix(t *testing.T, store *fleet.Store, names, scripted, faults, tasks []string) *fleet.Matrix {
	t.Helper()
	m := &fleet.Matrix{Frameworks: names, Seed: 9, Keep: store.Keep, Done: store.Done, ToolTimeout: 100 * time.Millisecond}
	for _, name := range scripted {
		m.Models = append(m.Models, model.Ref{Kind: "scripted", Name: name})
	}
	for _, name := range faults {
		fault, err := fleet.LookupFault(name)
		if err != nil {
			t.Fatal(err)
		}
		m.Faults = append(m.Faults, fault)
	}
	for _, id := range tasks {
		task, err := world.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		m.Tasks = append(m.Tasks, task)
	}
	m.Start = func(_ context.Context, name string) (fleet.Process, error) { return frameworkTable[name], nil }
	return m
}

func openStore(t *testing.T, name string) *fleet.Store {
	t.Helper()
	store, err := fleet.OpenStore(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	store := openStore(t, filepath.Join(t.TempDir(), "trials.jsonl"))
	m := matrix(t, store, []string{"plain", "aborting"}, []string{"habits", "stubborn"},
		[]string{"clean", "403:status", "404:value", "lost-write:hang"}, []string{"stock-en", "create-order-en"})
	if keys := m.Keys(); len(keys) != 2*2*(4*2-1) {
		t.Errorf("%d trials: a lost write needs a task that writes", len(keys))
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]fleet.Cell)
	for _, c := range fleet.Cells(store.Lines()) {
		got[c.Framework+" "+strings.TrimPrefix(c.Model, "scripted:")+" "+c.Fault] = c
	}
	want := map[string]fleet.Cell{
		"plain habits clean":             {Trials: 2, Success: 2, Backend: 2, Turns: 4, Actions: map[fleet.Action]int{fleet.NoFault: 2}},
		"plain habits 403:status":        {Trials: 2, Backend: 10, Turns: 12, Repeats: 8, Actions: map[fleet.Action]int{fleet.ModelRetrySame: 2}},
		"plain habits 404:value":         {Trials: 2, Backend: 2, Turns: 4, Invented: 2, Actions: map[fleet.Action]int{fleet.ModelAnswer: 2}},
		"plain habits lost-write:hang":   {Trials: 1, Backend: 2, Turns: 3, Actions: map[fleet.Action]int{fleet.ModelRetryChange: 1}},
		"plain stubborn clean":           {Trials: 2, Success: 2, Backend: 2, Turns: 4, Actions: map[fleet.Action]int{fleet.NoFault: 2}},
		"plain stubborn 403:status":      {Trials: 2, Backend: 22, Turns: 24, Repeats: 20, Actions: map[fleet.Action]int{fleet.ModelRetrySame: 2}},
		"plain stubborn 404:value":       {Trials: 2, Backend: 22, Turns: 24, Repeats: 20, Actions: map[fleet.Action]int{fleet.ModelRetrySame: 2}},
		"plain stubborn lost-write:hang": {Trials: 1, Backend: 2, Turns: 3, Repeats: 1, Duplicates: 1, Actions: map[fleet.Action]int{fleet.ModelRetrySame: 1}},
		"aborting habits 403:status":     {Trials: 2, Backend: 2, Turns: 2, Crashes: 2, Actions: map[fleet.Action]int{fleet.FrameworkAbort: 2}},
	}
	for name, cell := range want {
		if diff := cmp.Diff(cell, got[name], cmpopts.IgnoreFields(fleet.Cell{}, "Framework", "Arm", "Model", "Fault")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestMatrixIsRepeatable(t *testing.T) {
	t.Parallel()
	var runs [2][]fleet.Line
	for i := range runs {
		store := openStore(t, filepath.Join(t.TempDir(), "trials.jsonl"))
		m := matrix(t, store, []string{"plain"}, []string{"habits"}, []string{"403:status", "404:value"}, []string{"stock-en", "fare-en"})
		m.Runs = 2
		if err := m.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		runs[i] = slices.Clone(store.Lines())
	}
	if diff := cmp.Diff(runs[0], runs[1], cmpopts.IgnoreFields(fleet.Line{}, "Seconds")); diff != "" || len(runs[0]) != 8 {
		t.Errorf("%d trials; two runs of one seed differ:\n%s", len(runs[0]), diff)
	}
	if runs[0][2].Answer == runs[0][6].Answer {
		t.Errorf("two worlds gave one invented answer: %q", runs[0][2].Answer)
	}
}

func TestMatrixGoesOn(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "trials.jsonl")
	begin := func() (*fleet.Store, *fleet.Matrix) {
		store := openStore(t, name)
		return store, matrix(t, store, []string{"plain", "dying"}, []string{"textbook"}, []string{"clean", "500:status"}, []string{"stock-en", "fare-en"})
	}
	store, m := begin()
	enough, kept := errors.New("enough"), 0
	m.Parallel = 1
	m.Keep = func(l fleet.Line) error {
		if kept++; kept > 3 {
			return enough
		}
		return store.Keep(l)
	}
	if err := m.Run(t.Context()); !errors.Is(err, enough) {
		t.Fatalf("error %v", err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	torn, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := torn.WriteString(`{"framework":"pla`); err != nil {
		t.Fatal(err)
	}
	if err := torn.Close(); err != nil {
		t.Fatal(err)
	}
	store, m = begin()
	if len(store.Lines()) != 3 {
		t.Fatalf("%d trials are kept", len(store.Lines()))
	}
	var starts atomic.Int64
	m.Start = func(_ context.Context, name string) (fleet.Process, error) {
		starts.Add(1)
		return frameworkTable[name], nil
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	infra := 0
	for _, l := range store.Lines() {
		if l.Infra != "" {
			infra++
		}
	}
	// A process that is lost is started again, and its trial counts nowhere.
	if len(store.Lines()) != 8 || infra != 2 || starts.Load() < 3 {
		t.Errorf("%d trials, %d without a process, %d starts", len(store.Lines()), infra, starts.Load())
	}
	if cells := fleet.Cells(store.Lines()); cells[1].Fault != "500:status" || cells[1].Infra != 2 || cells[1].Trials != 0 {
		t.Errorf("cells %+v", cells)
	}
}

func TestMatrixLeavesOutArmsThatAFrameworkHasNot(t *testing.T) {
	t.Parallel()
	store := openStore(t, filepath.Join(t.TempDir(), "trials.jsonl"))
	m := matrix(t, store, []string{"langgraph", "ag2", "my own"}, []string{"textbook"}, []string{"clean"}, []string{"stock-en"})
	m.Arms = fleet.Arms()
	var got []string
	for _, key := range m.Keys() {
		got = append(got, key.Framework+" "+key.Arm)
	}
	if diff := cmp.Diff([]string{"langgraph box", "langgraph text", "ag2 box", "my own box", "my own text"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMatrixFails(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "trials.jsonl")
	store := openStore(t, name)
	m := matrix(t, store, []string{"plain"}, []string{"textbook"}, []string{"clean"}, []string{"stock-en"})
	m.Start = func(context.Context, string) (fleet.Process, error) {
		return (*frameworks.Worker)(nil), errors.New("no such environment")
	}
	if err := m.Run(t.Context()); err == nil || err.Error() != "no such environment" {
		t.Errorf("error %v", err)
	}
	if _, err := fleet.LookupFault("gremlin"); err == nil || !strings.Contains(err.Error(), `got "gremlin"`) {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(name, []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := fleet.OpenStore(name); err == nil || !strings.Contains(err.Error(), "trials.jsonl:1: no trial") {
		t.Errorf("error %v", err)
	}
	if _, err := fleet.OpenStore(t.TempDir()); err == nil {
		t.Error("a folder was opened")
	}
}
