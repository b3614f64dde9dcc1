package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

// watcher tells each call as it ends.
type watcher struct {
	out      io.Writer
	classify func(*tool.Spec, *tool.Call, *tool.Outcome) fault.Fault
	tools    *known
}

// tell writes one line. The agent's words and the server's stay out of it.
func (w *watcher) tell(e chaos.Event) {
	w.tools.mu.Lock()
	spec := w.tools.specs[e.Call.Tool]
	w.tools.mu.Unlock()
	spec.Name = e.Call.Tool
	f := w.classify(&spec, &e.Call, &e.Out)
	line := fmt.Sprintf("sequitur: %3d %-28q %s", e.Number, e.Call.Tool, f.Kind)
	if e.Again {
		line += ", the same call again"
	}
	fmt.Fprintln(w.out, line) //nolint:errcheck // nobody may be watching
}

// summarise counts what the plan did.
func summarise(o *chaosOptions, plan *chaos.Plan, run *chaos.Run) chaosResult {
	ledger := run.Ledger()
	result := chaosResult{
		Plan: plan.Name, Seed: o.seed, Guarded: o.guard, Faults: []firedFault{}, Unfired: []string{},
		Ledger: ledger, Twice: append([]chaos.Effect{}, ledger.Twice()...),
	}
	for _, c := range run.Counts() {
		result.Faults = append(result.Faults, firedFault{Fault: c.Plan.Fault, Tool: c.Plan.Tool, Seen: c.Seen, Fired: c.Fired})
	}
	for _, p := range run.Unfired() {
		result.Unfired = append(result.Unfired, faultName(&p))
	}
	return result
}

func faultName(p *inject.Plan) string {
	if p.Tool == "" {
		return p.Fault
	}
	return p.Tool + ":" + p.Fault
}

// tell writes what really happened, for people.
func (r *chaosResult) tell(w io.Writer, folder string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nWhat the plan %q did, and what reached the server\n", r.Plan)
	for _, f := range r.Faults {
		name := f.Fault
		if f.Tool != "" {
			name = f.Tool + ":" + name
		}
		fmt.Fprintf(&b, "  %-32s hit %d of %d attempts\n", name, f.Fired, f.Seen)
	}
	fmt.Fprintf(&b, "  %d calls reached the server; %d distinct effects, %d of them more than once\n",
		r.Ledger.Reached, len(r.Ledger.Effects), len(r.Twice))
	for _, e := range r.Twice {
		fmt.Fprintf(&b, "  RAN %d TIMES: %s with arguments %s", e.Done, e.Tool, e.ArgsHash)
		if !e.Writes {
			b.WriteString(" (nobody says whether it only reads: --config can)")
		}
		b.WriteByte('\n')
	}
	for _, name := range r.Unfired {
		fmt.Fprintf(&b, "  %s never occurred: what it was to show was not tested\n", name)
	}
	b.WriteString("  The final answer is not seen from the tools' side: nothing is said of what the agent told its user.\n")
	if folder != "" {
		fmt.Fprintf(&b, "\nwritten to %s: run.json, chaos.json, %s\n", folder, auditFileNames)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
