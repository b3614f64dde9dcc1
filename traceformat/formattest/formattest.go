// Package formattest tests readers of recordings: a golden summary of what a
// reader makes of a sample, and what must hold of any input.
package formattest

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/trajectory"
)

var update = flag.Bool("update", false, "write the golden files anew") //nolint:gochecknoglobals // a flag of the test binary

// A Summary is what a golden file holds of one run.
type Summary struct {
	ID       string            `json:"id"`
	Model    string            `json:"model,omitempty"`
	Agent    string            `json:"agent,omitempty"`
	Parent   string            `json:"parent,omitempty"`
	Task     string            `json:"task,omitempty"`
	Success  *bool             `json:"success,omitempty"`
	Error    string            `json:"error,omitempty"`
	Messages map[string]int    `json:"messages"`
	From     time.Time         `json:"from,omitzero"`
	To       time.Time         `json:"to,omitzero"`
	Usage    *trajectory.Usage `json:"usage,omitempty"`     // the messages' own, added up
	RunUsage *trajectory.Usage `json:"run_usage,omitempty"` // the run's
	Tools    int               `json:"tools,omitempty"`
	Episodes int               `json:"episodes,omitempty"`
	// Calls has a line for each: its identifier, tool and arguments, and its
	// answer's flag, codes and length.
	Calls []string `json:"calls,omitempty"`
	// Unasked is how many answers belong to no call.
	Unasked int `json:"unasked,omitempty"`
}

// Summarise sums a run up.
func Summarise(t *trajectory.Trajectory) Summary {
	s := Summary{
		ID: t.ID, Model: t.Model, Agent: t.Agent, Parent: t.Parent, Task: t.Task, Success: t.Success, Error: t.Error,
		RunUsage: t.Usage, Tools: len(t.Tools), Episodes: len(t.Episodes), Messages: map[string]int{},
	}
	var usage trajectory.Usage
	for i := range t.Messages {
		m := &t.Messages[i]
		role := string(m.Role)
		if m.Thinking {
			role = "thinking"
		}
		s.Messages[role]++
		if m.Usage != nil {
			usage = usage.Add(*m.Usage)
		}
		s.span(m.Time)
	}
	if usage != (trajectory.Usage{}) {
		s.Usage = &usage
	}
	answered := 0
	for ref, call := range t.Calls() {
		line := fmt.Sprintf("%s %s(%s)", call.ID, call.Tool, clip(string(call.Args)))
		if m, ok := t.Answer(ref); ok {
			answered++
			line += " -> " + outcome(t.Messages[m].Outcome)
		}
		s.Calls = append(s.Calls, line)
	}
	s.Unasked = s.Messages[string(trajectory.RoleTool)] - answered
	return s
}

func (s *Summary) span(at time.Time) {
	if at.IsZero() {
		return
	}
	if s.From.IsZero() || at.Before(s.From) {
		s.From = at
	}
	if at.After(s.To) {
		s.To = at
	}
}

// clip shortens arguments to their beginning.
func clip(args string) string {
	const most = 48
	if runes := []rune(args); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return args
}

func outcome(o *tool.Outcome) string {
	if o == nil {
		return "no outcome"
	}
	text := fmt.Sprintf("%s %s", o.Channel, o.Flag)
	if o.Status != 0 {
		text += fmt.Sprintf(" status %d", o.Status)
	}
	if o.Exit != nil {
		text += fmt.Sprintf(" exit %d", *o.Exit)
	}
	if o.Elapsed != 0 {
		text += " " + o.Elapsed.String()
	}
	return text + fmt.Sprintf(" %d bytes", len(o.Body))
}

// Read reads all runs of a recording, and the broken records apart. Any other
// error fails the test.
func Read(tb testing.TB, f format.Format, source string, data []byte) (runs []*trajectory.Trajectory, broken []*format.BrokenRecord) {
	tb.Helper()
	in := format.Input{Source: source, Reader: bytes.NewReader(data), At: bytes.NewReader(data), Size: int64(len(data))}
	for run, err := range f.Read(in) {
		var why *format.BrokenRecord
		switch {
		case errors.As(err, &why):
			broken = append(broken, why)
		case err != nil:
			tb.Fatalf("%s: %v", source, err)
		default:
			runs = append(runs, run)
		}
	}
	return runs, broken
}

// Golden compares what the reader makes of a sample with the golden file beside
// it, whose name has ".golden.json" behind the sample's. With -update it is
// written anew. The sample has to be recognised, too.
func Golden(t *testing.T, f format.Format, sample string) {
	t.Helper()
	data, err := os.ReadFile(sample) //nolint:gosec // a sample of the test's own
	if err != nil {
		t.Fatal(err)
	}
	if f.Sniff(data) == 0 {
		t.Errorf("%s is not recognised", sample)
	}
	runs, broken := Read(t, f, "sample", data)
	summaries := make([]any, 0, len(runs)+len(broken))
	for _, run := range runs {
		summaries = append(summaries, Summarise(run))
	}
	for _, b := range broken {
		summaries = append(summaries, b.Error())
	}
	compare(t, sample+".golden.json", summaries)
}

func compare(t *testing.T, golden string, got []any) {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(got); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden) //nolint:gosec // a golden file of the test's own
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text.String(), "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", golden, diff)
	}
}

// Robust checks what must hold of any input: no panic, runs that can be written,
// and neither more messages nor longer texts than the input can hold.
func Robust(t *testing.T, f format.Format, data []byte) {
	t.Helper()
	f.Sniff(data)
	in := format.Input{Source: "fuzz", Reader: bytes.NewReader(data), At: bytes.NewReader(data), Size: int64(len(data))}
	messages := 0
	for run, err := range f.Read(in) {
		if err != nil {
			continue
		}
		messages += len(run.Messages)
		if run.ID == "" {
			t.Error("a run has no identifier")
		}
		if _, err := json.Marshal(run); err != nil {
			t.Errorf("a run cannot be written: %v", err)
		}
	}
	if messages > len(data) {
		t.Errorf("%d messages out of %d bytes", messages, len(data))
	}
}
