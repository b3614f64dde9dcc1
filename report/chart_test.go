package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/report"
)

func TestCurvesDiffer(t *testing.T) {
	t.Parallel()
	c := report.Chart{Title: "waits"}
	for i := range 12 {
		c.Curves = append(c.Curves, report.Curve{Name: fmt.Sprintf("arm %d", i), X: []float64{0, 1}, Y: []float64{0, 1}})
	}
	page := pageOf(t, &report.Document{Title: "t", Sections: []report.Section{{ID: "a", Title: "a", Charts: []report.Chart{c}}}})
	seen := make(map[string]int)
	for _, m := range regexp.MustCompile(`class="curve (other dash\d tone\d)"`).FindAllStringSubmatch(page, -1) {
		seen[m[1]]++
	}
	if len(seen) != 12 {
		t.Errorf("12 curves in %d styles: %v", len(seen), seen)
	}
	for style, n := range seen {
		if n != 2 {
			t.Errorf("%s: %d times, want the curve and its legend", style, n)
		}
	}
}

func TestNoIntervalIsClaimed(t *testing.T) {
	t.Parallel()
	r := sample(t)
	for i := range r.Cells {
		r.Cells[i].SuccessCI, r.Cells[i].BackendXCI, r.Cells[i].ModelXCI = nil, nil, nil
	}
	for _, c := range report.Lab(r).Sections[0].Charts {
		if strings.Contains(c.Note, "interval") {
			t.Errorf("%s: %q, and there is none", c.Title, c.Note)
		}
	}
}

func TestLoadHoldsToTheEnd(t *testing.T) {
	t.Parallel()
	for _, c := range report.Lab(sample(t)).Sections[0].Charts {
		if !strings.HasPrefix(c.Title, "Load") {
			continue
		}
		y := c.Curves[0].Y
		if last := len(y) - 1; y[last] == 0 || y[last] != y[last-1] {
			t.Errorf("%s ends in %v", c.Title, y)
		}
	}
}

func TestSeveralRuns(t *testing.T) {
	t.Parallel()
	a, b := sample(t), sample(t)
	b.Experiment, b.Scripted, b.Model = "other", false, "small"
	d := report.Lab(a, b)
	if d.Label != "scripted model sample; model small" || d.Caution == "" {
		t.Errorf("label %q, caution %q", d.Label, d.Caution)
	}
	for _, table := range d.Sections[1].Tables {
		if table.Label != "model small" && table.Label != "not measured here" {
			t.Errorf("%s: label %q", table.Title, table.Label)
		}
	}
}

func TestEmptyRun(t *testing.T) {
	t.Parallel()
	d := report.Lab(&result.Result{Experiment: "x", Title: "x"})
	if page := pageOf(t, &d); strings.Contains(page, "<svg") || strings.Contains(page, "<table ") {
		t.Error("a chart or a table of nothing")
	}
}

func pageOf(t *testing.T, d *report.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.WriteHTML(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
