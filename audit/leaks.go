package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/trajectory"
)

// leaks counts what reached the model in error texts.
type leaks struct {
	texts, traces, ownTraces      int
	paths, secrets, hosts, emails int
	sensitive                     int
}

// add looks at one error text. The trace of a tool that runs the model's own code
// is its result, and counts apart.
func (l *leaks) add(t *trajectory.Trajectory, f *judge.Finding) {
	if f.Answered < 0 || f.Answered >= len(t.Messages) || t.Messages[f.Answered].Outcome == nil {
		return
	}
	out := t.Messages[f.Answered].Outcome
	text := out.Body
	if out.Err != nil {
		text += "\n" + out.Err.Error()
	}
	l.texts++
	runsCode := f.Traits.Has(judge.TraitRunsCode)
	switch {
	case f.Fault.Trace && runsCode:
		l.ownTraces++
	case f.Fault.Trace:
		l.traces++
	}
	if runsCode {
		return // paths in the output of the model's own commands are no leak
	}
	clean := (&feedback.Redactor{Limit: 32 << 10}).Redact(text)
	has := func(mark string) int {
		if strings.Contains(clean, mark) && !strings.Contains(text, mark) {
			return 1
		}
		return 0
	}
	path, secret, host, email := has("[path]"), has("[secret]"), has("[host]"), has("[email]")
	l.paths, l.secrets, l.hosts, l.emails = l.paths+path, l.secrets+secret, l.hosts+host, l.emails+email
	if path+secret+host+email > 0 {
		l.sensitive++
	}
}

func (l *leaks) merge(o *leaks) {
	l.texts, l.traces, l.ownTraces, l.sensitive = l.texts+o.texts, l.traces+o.traces, l.ownTraces+o.ownTraces, l.sensitive+o.sensitive
	l.paths, l.secrets, l.hosts, l.emails = l.paths+o.paths, l.secrets+o.secrets, l.hosts+o.hosts, l.emails+o.emails
}

// waits holds the measured times before a first action.
type waits struct {
	timed, untimed int
	retries        []float64 // seconds before the same call again, after a passing fault
	untimedRetries int
}

// mostWaits bounds the memory of a long recording.
const mostWaits = 100_000

func (w *waits) add(f *judge.Finding) {
	if f.Action == judge.ActionNone {
		return
	}
	retry := f.Action == judge.ActionRetrySame && !deterministic(f.Fault.Kind)
	if !f.Timed {
		w.untimed++
		if retry {
			w.untimedRetries++
		}
		return
	}
	w.timed++
	if retry && len(w.retries) < mostWaits {
		w.retries = append(w.retries, f.Wait.Seconds())
	}
}

func (w *waits) merge(o *waits) {
	w.timed, w.untimed, w.untimedRetries = w.timed+o.timed, w.untimed+o.untimed, w.untimedRetries+o.untimedRetries
	w.retries = append(w.retries, o.retries...)
}

// Waits says how long was waited before the same call was made again.
type Waits struct {
	Timed   int `json:"timed"`
	Untimed int `json:"cannot_tell"`
	Retries int `json:"retries_timed"`
	// UntimedRetries are retries whose wait the recording cannot tell.
	UntimedRetries int     `json:"retries_cannot_tell"`
	Median         float64 `json:"median_s"`
	// Tight counts the retries within half a second.
	Tight int `json:"within_half_a_second"`
}

const tight = 0.5

func (w *waits) figures() Waits {
	out := Waits{Timed: w.timed, Untimed: w.untimed, Retries: len(w.retries), UntimedRetries: w.untimedRetries}
	if len(w.retries) == 0 {
		return out
	}
	sorted := slices.SortedFunc(slices.Values(w.retries), cmp.Compare)
	out.Median = sorted[len(sorted)/2]
	for _, s := range sorted {
		if s < tight {
			out.Tight++
		}
	}
	return out
}
