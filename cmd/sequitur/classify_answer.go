package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// An answer is what is printed of one outcome.
type answer struct {
	ID        string           `json:"id"`
	Kind      fault.Kind       `json:"kind"`
	Retryable bool             `json:"retryable"`
	Effect    tool.Effect      `json:"effect"`
	Traceback bool             `json:"traceback"`
	Sensitive bool             `json:"secret_or_path"`
	Advice    bool             `json:"has_next_step"`
	Evidence  []fault.Evidence `json:"evidence"`
	Verdict   verdictJSON      `json:"verdict"`
	Message   string           `json:"message"`
}

// verdictJSON is a verdict as it is printed; After is a duration with its unit.
type verdictJSON struct {
	Action recovery.Action `json:"action"`
	After  string          `json:"after"`
	Reason string          `json:"reason"`
}

// writeJSON writes a value on one line, with "<" and its like as they are.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// text is the answer for people. Evidence is quoted, since it is raw: nothing
// that an upstream sent may steer the terminal.
func (a answer) text() string {
	var b strings.Builder
	row := func(name, value string) { fmt.Fprintf(&b, "%-14s %s\n", name, value) }
	if a.ID != "" {
		row("id", fmt.Sprintf("%q", a.ID))
	}
	row("kind", a.Kind.String())
	row("retryable", yes(a.Retryable))
	row("effect", a.Effect.String())
	verdict := a.Verdict.Action.String()
	if a.Verdict.After != "0s" {
		verdict += " after " + a.Verdict.After
	}
	row("verdict", verdict+": "+a.Verdict.Reason)
	row("traceback", yes(a.Traceback))
	row("secret_or_path", yes(a.Sensitive))
	row("has_next_step", yes(a.Advice))
	for _, e := range a.Evidence {
		row("evidence", fmt.Sprintf("%s, %s: %q", e.Layer, e.Rule, e.Span))
	}
	if a.Message != "" {
		row("message", strings.ReplaceAll(a.Message, "\n", "\n"+strings.Repeat(" ", 15)))
	}
	return b.String()
}

func yes(v bool) string {
	if v {
		return "yes"
	}
	return "no"
}
