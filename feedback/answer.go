package feedback

import (
	"strings"
	"time"
)

// maxAsked bounds the values that an answer is asked for again about.
const maxAsked = 3

// AskAgain asks the model for another answer, because the values stand in
// nothing that it was given.
func (r *Renderer) AskAgain(values []string) string {
	w := r.blank()
	shown := make([]string, 0, min(len(values), maxAsked))
	for _, value := range values[:min(len(values), maxAsked)] {
		shown = append(shown, w.redact(value))
	}
	w.values["list"] = strings.Join(shown, w.comma())
	w.add(commonFile, "ask_again")
	return w.join(w.message)
}

// StandIn says beside a stand-in's result which tool it came from.
func (r *Renderer) StandIn(name, standIn string) string {
	w := r.blank()
	w.values["tool"], w.values["standin"] = w.redact(name), w.redact(standIn)
	w.add(commonFile, "stand_in")
	return w.join(w.message)
}

// Stale says beside a result how old it is, and why.
func (r *Renderer) Stale(name string, since time.Time) string {
	w := r.blank()
	w.values["tool"], w.values["since"] = w.redact(name), since.UTC().Format(time.RFC3339)
	w.add(commonFile, "stale")
	return w.join(w.message)
}

// blank returns a writer of a message that is about no fault.
func (r *Renderer) blank() *writer {
	t, err := r.templates()
	if err != nil {
		t = &Templates{} // the tests read every built-in template
	}
	return newWriter(r, t, &Input{})
}
