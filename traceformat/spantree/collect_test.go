package spantree

import (
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

func at(second int) time.Time { return time.Unix(1767225600+int64(second), 0).UTC() }

// said is a model's span of ten bytes.
func said(trace string, second int, parent, text string) *Span {
	return &Span{
		Trace: trace, ID: fmt.Sprintf("%s%d", trace, second), Parent: parent, Kind: Model, Start: at(second), End: at(second + 1), Size: 10,
		Output: []stream.Value{stream.Value(`{"role":"assistant","content":"` + text + `"}`)},
	}
}

func each(spans ...*Span) iter.Seq2[*Span, error] {
	return func(yield func(*Span, error) bool) {
		for _, s := range spans {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// given reads what is handed out, in order.
func given(spans iter.Seq2[*Span, error], held int) []string {
	var lines []string
	for run, err := range collect("s", spans, held, 1000) {
		if err != nil {
			lines = append(lines, "! "+err.Error())
			continue
		}
		line := run.ID + ":"
		for _, m := range run.Messages {
			line += " " + m.Text
		}
		lines = append(lines, line)
	}
	return lines
}

func TestCollect(t *testing.T) {
	t.Parallel()
	mixed := func() iter.Seq2[*Span, error] {
		return each(said("a", 1, "root", "one"), said("b", 2, "", "two"), said("c", 3, "root", "three"), said("a", 4, "", "four"), said("b", 5, "root", "five"))
	}
	for name, test := range map[string]struct {
		spans iter.Seq2[*Span, error]
		held  int
		want  []string
	}{
		"all fits":                    {mixed(), 1000, []string{"a: one four", "b: two five", "c: three"}},
		"whole traces go first":       {mixed(), 25, []string{"b: two", "a: one four", "c: three", `! s: trace "b" is read in pieces: its spans lie too far apart`, "b~2: five"}},
		"one trace may be long":       {each(said("a", 1, "", "one"), said("a", 2, "", "two"), said("a", 3, "", "three")), 5, []string{"a: one two three"}},
		"an order that time corrects": {each(said("a", 5, "", "late"), said("a", 1, "", "early")), 1000, []string{"a: early late"}},
		"nothing":                     {each(), 1000, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, given(test.spans, test.held)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestCollectErrors passes broken records through and ends at any other error.
func TestCollectErrors(t *testing.T) {
	t.Parallel()
	spans := func(yield func(*Span, error) bool) {
		_ = yield(nil, &format.BrokenRecord{Source: "s", Line: 3, Rule: "r"}) &&
			yield(said("a", 1, "", "one"), nil) && yield(nil, errors.New("disk")) && yield(said("a", 2, "", "two"), nil)
	}
	if diff := cmp.Diff([]string{"! s:3: r", "! disk"}, given(spans, 1000)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCycle reads spans that name each other as parents.
func TestCycle(t *testing.T) {
	t.Parallel()
	a, b := said("t", 1, "t2", "one"), said("t", 2, "t1", "two")
	self := said("t", 3, "t3", "three")
	a.Kind, b.Kind = Tool, Agent
	if runs := Build("s", []*Span{a, b, self}); len(runs) == 0 {
		t.Error("no run")
	}
}
