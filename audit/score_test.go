package audit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/traceformat"
)

// TestHandLabels holds the judge against hand labels of public traces. It guards
// what has been reached; it says nothing of traces that no rule has seen.
func TestHandLabels(t *testing.T) {
	t.Parallel()
	s := score(t, func(f *judge.Finding) *judge.Finding { return f })
	if len(s.Unmatched) > 0 {
		t.Errorf("labels without a call: %v", s.Unmatched)
	}
	if below := s.Below(); len(below) > 0 {
		t.Errorf("below what is wanted: %v", below)
		for _, m := range s.Misses {
			t.Logf("%s %s: %s is labelled %s, said %s (sure: %v)", m.Trajectory, m.CallID, m.Field, m.Label, m.Said, m.Sure)
		}
	}
}

// TestScoreNoticesWrongAnswers is the score's own negative control: a judge that
// always says the same falls below every threshold that it touches.
func TestScoreNoticesWrongAnswers(t *testing.T) {
	t.Parallel()
	s := score(t, func(f *judge.Finding) *judge.Finding {
		wrong := *f
		wrong.Action, wrong.Published.Verdict, wrong.Refined.Verdict = judge.ActionCrash, judge.NotJudged, judge.NotJudged
		return &wrong
	})
	below := strings.Join(s.Below(), ", ")
	for _, want := range []string{"structural", "textual", "published", "refined"} {
		if !strings.Contains(below, want) {
			t.Errorf("a judge that is always wrong passes %s", want)
		}
	}
	for _, r := range s.Rows {
		if r.Sure.N > 0 && (r.Floor <= 0 || r.FloorName == "") {
			t.Errorf("%s has no floor", r.Name)
		}
	}
}

// score judges the labelled traces, and lets change spoil the findings.
func score(t *testing.T, change func(*judge.Finding) *judge.Finding) audit.Score {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "agentcheck.labels.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // only read
	labels, err := audit.ReadLabels(file.Name(), file)
	if err != nil {
		t.Fatal(err)
	}
	recording, err := traceformat.Open(filepath.Join("testdata", "agentcheck.jsonl"), traceformat.Auto)
	if err != nil {
		t.Fatal(err)
	}
	defer recording.Close() //nolint:errcheck // only read
	said := map[[2]string]audit.Judged{}
	var j judge.Judge
	for run, err := range recording.Trajectories() {
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range run.Calls() {
			said[[2]string{run.ID, call.ID}] = audit.Judged{Found: true}
		}
		for _, f := range j.Judge(run) {
			said[[2]string{run.ID, f.CallID}] = audit.Judged{Found: true, Finding: change(&f)}
		}
	}
	return audit.ScoreLabels(labels, func(l *audit.Label) audit.Judged { return said[[2]string{l.Trajectory, l.CallID}] })
}

func TestLabelRefusals(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"no JSON": "x\n", "no call": `{"trajectory":"a"}`} {
		if _, err := audit.ReadLabels("l.jsonl", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "l.jsonl:1") {
			t.Errorf("%s: got %v, want the file and line", name, err)
		}
	}
}
