package judge

import (
	"slices"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Review is what a judge saw of one trajectory: the findings, and every call
// that they stand among.
type Review struct {
	Findings []Finding
	Calls    []Call
	// Turns counts the assistant's turns.
	Turns int
	// Unseen says that the recording has no arguments at all.
	Unseen bool
}

// A Call is one call of a trajectory as the judge compares it.
type Call struct {
	Tool string
	// Print is the same for the same call, however its arguments are spelt.
	Print string
	ID    string
	// Message and Answered are places in the trajectory's messages; Answered is
	// -1 where the call has no answer.
	Message, Answered int
	Turn              int
	// Finding is the index of the call's finding, -1 where it did not fail.
	Finding int
	Kind    fault.Kind // OK where it did not fail
	Effect  tool.Effect
	// Writes says that the tool is known to write, and is not made to be
	// repeated.
	Writes bool
	// Known says that the recording or a file tells the tool's effect.
	Known bool
}

// Review judges a trajectory, and tells of every call.
func (j *Judge) Review(t *trajectory.Trajectory) Review {
	r := newRun(t, FactsOf(t, j.Tools), &j.Classifier)
	review := Review{Turns: len(r.turns), Unseen: r.unseen && len(r.steps) > 0}
	for i := range r.steps {
		s := &r.steps[i]
		spec := r.facts.Spec(s.call.Tool)
		at := -1
		if s.failed() {
			at = len(review.Findings)
			review.Findings = append(review.Findings, j.rule(r.finding(i)))
		}
		review.Calls = append(review.Calls, Call{
			Finding: at,
			Tool:    s.call.Tool, Print: s.server + "\x00" + s.print, ID: s.ref.ID, Message: s.ref.Message, Answered: s.answer, Turn: s.turn,
			Kind: s.fault.Kind, Effect: s.fault.Effect, Known: spec.Access != tool.AccessUnknown || spec.RunsCode,
			Writes: spec.Access == tool.AccessWrite && !spec.Idempotent && spec.Key == nil && !spec.RunsCode,
		})
	}
	if len(t.Messages) == 0 {
		review.Unseen = !slices.ContainsFunc(t.Episodes, func(e trajectory.Episode) bool { return len(e.Args) > 0 })
	}
	if len(t.Episodes) > 0 {
		review.Findings = append(review.Findings, j.guarded(t)...)
	}
	return review
}
