package judge

import (
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A step is one call of a trajectory with what came of it.
type step struct {
	ref    trajectory.CallRef
	call   tool.Call // unwrapped
	server string
	print  string
	answer int // index of the answering message, -1 for none
	out    *tool.Outcome
	fault  fault.Fault
	turn   int // index of the assistant's turn
	values []leaf
	read   bool // values holds the call's plain values
}

// leaves returns the plain values of the call. They are read once.
func (s *step) leaves() []leaf {
	if !s.read {
		s.values, s.read = leaves(s.call.Args), true
	}
	return s.values
}

// failed says whether the call drew a fault.
func (s *step) failed() bool { return s.answer >= 0 && s.fault.Kind != fault.OK }

// same says whether two steps are the same call.
func (s *step) same(o *step) bool { return s.print == o.print && s.server == o.server }

// A turn is what the assistant said and called before anybody answered.
type turn struct {
	first, last int // indexes of messages
	text        string
	thoughts    string
	steps       []int
}

// run is one trajectory under judgement.
type run struct {
	t     *trajectory.Trajectory
	facts *Facts
	steps []step
	turns []turn
	// unseen says that the recording has no arguments at all.
	unseen bool
	given  givenSoFar
}

// newRun cuts a trajectory into turns and steps, and classifies each outcome.
func newRun(t *trajectory.Trajectory, facts *Facts, classifier *fault.Classifier) *run {
	r := &run{t: t, facts: facts, unseen: true}
	open := false
	for m := range t.Messages {
		message := &t.Messages[m]
		if message.Role != trajectory.RoleAssistant {
			open = open && message.Role == trajectory.RoleSystem
			continue
		}
		if strings.TrimSpace(message.Text) == "" && len(message.Calls) == 0 {
			continue // interrupted before it said anything
		}
		if !open {
			r.turns = append(r.turns, turn{first: m})
			open = true
		}
		last := &r.turns[len(r.turns)-1]
		last.last = m
		if message.Thinking {
			last.thoughts += message.Text + "\n"
		} else if message.Text != "" {
			last.text += message.Text + "\n"
		}
		for i := range message.Calls {
			last.steps = append(last.steps, len(r.steps))
			r.add(trajectory.CallRef{Message: m, Index: i, ID: message.Calls[i].ID}, &message.Calls[i], len(r.turns)-1, classifier)
		}
	}
	return r
}

func (r *run) add(ref trajectory.CallRef, call *tool.Call, at int, classifier *fault.Classifier) {
	s := step{ref: ref, call: r.facts.Unwrap(call), answer: -1, turn: at, fault: fault.Fault{Kind: fault.OK}}
	if s.call.Tool != call.Tool {
		s.server = serverOf(call.Args)
	}
	s.print = r.facts.fingerprint(&s.call)
	if r.unseen && len(leaves(call.Args)) > 0 {
		r.unseen = false
	}
	if m, ok := r.t.Answer(ref); ok {
		s.answer, s.out = m, r.t.Messages[m].Outcome
		if s.out == nil {
			s.out = &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: r.t.Messages[m].Text}
		}
		s.fault = classifier.Classify(r.facts.Spec(s.call.Tool), &s.call, s.out)
		if s.fault.Kind == fault.Empty && (isPassive(s.call.Tool) || isEnding(s.call.Tool) || r.facts.Spec(s.call.Tool).RunsCode) {
			s.fault = fault.Fault{Kind: fault.OK}
		}
		if s.fault.Kind != fault.UnknownTool {
			r.facts.answered[s.call.Tool] = true
		}
	}
	r.steps = append(r.steps, s)
}

// next returns the turn after a step's own in which the assistant reacts, past
// turns that only think. ok is false where the recording ends, or somebody else
// speaks first.
func (r *run) next(s *step) (at int, ok bool) {
	for at = s.turn + 1; at < len(r.turns); at++ {
		for m := r.turns[at-1].last + 1; m < r.turns[at].first; m++ {
			if r.t.Messages[m].Role == trajectory.RoleUser {
				return 0, false
			}
		}
		if !r.passive(at) {
			return at, true
		}
	}
	return 0, false
}

// passive says whether a turn only thinks or plans.
func (r *run) passive(at int) bool {
	steps := r.turns[at].steps
	if len(steps) == 0 {
		return false
	}
	for _, i := range steps {
		if !isPassive(r.steps[i].call.Tool) {
			return false
		}
	}
	return true
}
