package judge

import (
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Judge judges trajectories. The zero value knows only what a recording says
// of its tools. It is safe for concurrent use once set up.
type Judge struct {
	// Classifier says what is a fault; the zero value has no rules of a team.
	Classifier fault.Classifier
	// Tools is what is known of the tools; it stands before what a recording
	// says itself.
	Tools []tool.Spec
	// Rubric is a team's own, nil where there is none.
	Rubric *Rubric
}

// Judge returns a finding for each fault of a trajectory, in order.
func (j *Judge) Judge(t *trajectory.Trajectory) []Finding { return j.Review(t).Findings }

// rule adds the verdicts.
func (j *Judge) rule(f Finding) Finding {
	f.Published, f.Refined = Published().Rule(&f), Refined().Rule(&f)
	if j.Rubric != nil {
		f.Own = j.Rubric.Rule(&f)
	}
	return f
}

func (r *run) finding(i int) Finding {
	s := &r.steps[i]
	f := Finding{
		Trajectory: r.t.ID, CallID: s.ref.ID, Tool: s.call.Tool, Call: s.ref.Message, Answered: s.answer, Reaction: -1,
		Fault: s.fault, Retries: r.retries(i),
	}
	spec := r.facts.Spec(s.call.Tool)
	f.Spec, f.Args = spec, s.call.Args
	f.Safe = f.Fault.Effect == tool.EffectNone || spec.Idempotent || spec.Key != nil
	if !f.Safe && !r.looksLikeRead(s, spec) {
		f.Traits |= TraitUnsafe
	}
	if f.Fault.Kind == fault.NotFound && containsAny(strings.ToLower(f.Fault.Detail), endpointTable) {
		f.Traits |= TraitEndpointAbsent
	}
	if spec.RunsCode {
		f.Traits |= TraitRunsCode
	}
	if f.Retries > 0 {
		f.Traits |= TraitRetried
	}
	if f.Retries >= 3 {
		f.Traits |= TraitOverRetried
	}
	r.react(s, &f)
	f.Signature = Signature(s.out)
	return f
}

// retries counts the failures of the same call directly before a step: other
// calls in between end the count, thinking does not.
func (r *run) retries(i int) int {
	n := 0
	for _, o := range slices.Backward(r.steps[:i]) {
		switch {
		case o.turn == r.steps[i].turn, isPassive(o.call.Tool):
			continue
		case o.failed() && o.same(&r.steps[i]):
			n++
			continue
		}
		break
	}
	return n
}

// endpointTable: what is absent is not the record but the way to it.
var endpointTable = []string{"endpoint", "route not found", "no route", "no such method", "unknown path", "requested url"}

// looksLikeRead says whether nothing is known of a tool but a name that speaks of
// reading. A judge of what has happened may believe it; a guard may not.
func (r *run) looksLikeRead(s *step, spec *tool.Spec) bool {
	return spec.Access == tool.AccessUnknown && !spec.RunsCode && r.facts.reads(&s.call)
}
