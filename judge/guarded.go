package judge

import (
	"slices"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// guarded returns the findings of the episodes that a guard recorded: what the
// guard did about a first attempt's fault, and, where the recording has no
// messages, what the agent called next about a fault that reached it.
func (j *Judge) guarded(t *trajectory.Trajectory) []Finding {
	facts := FactsOf(t, j.Tools)
	var findings []Finding
	for i := range t.Episodes {
		e := &t.Episodes[i]
		if f, ok := guardFinding(t, e, facts); ok {
			findings = append(findings, j.rule(f))
		}
		if len(t.Messages) == 0 && e.Fault != fault.OK {
			findings = append(findings, j.rule(agentFinding(t, i, facts)))
		}
	}
	return findings
}

func episodeFinding(t *trajectory.Trajectory, e *trajectory.Episode, facts *Facts, kind fault.Kind, effect tool.Effect) Finding {
	f := Finding{
		Trajectory: t.ID, CallID: e.CallID, Tool: e.Tool, Call: -1, Answered: -1, Reaction: -1,
		Fault: fault.Fault{Kind: kind, Effect: effect, Retryable: e.Retryable, Detail: e.Detail},
	}
	spec := facts.Spec(e.Tool)
	f.Spec, f.Args = spec, e.Args
	f.Safe = effect == tool.EffectNone || spec.Idempotent || spec.Key != nil
	if read, _ := verb(e.Tool); !f.Safe && (!read || spec.Access != tool.AccessUnknown) {
		f.Traits |= TraitUnsafe
	}
	f.Signature = Signature(&tool.Outcome{Body: e.Detail})
	return f
}

// guardFinding is what a guard did first after an attempt that failed.
func guardFinding(t *trajectory.Trajectory, e *trajectory.Episode, facts *Facts) (Finding, bool) {
	if len(e.Attempts) < 2 || e.Attempts[0].Fault == fault.OK {
		return Finding{}, false
	}
	first, second := &e.Attempts[0], &e.Attempts[1]
	f := episodeFinding(t, e, facts, first.Fault, first.Effect)
	f.Layer, f.Wait, f.Timed = LayerGuard, second.Waited, true
	f.Fault.Evidence, f.Fault.Status = first.Evidence, first.Status
	spec := facts.Spec(e.Tool)
	switch {
	case second.Tool == "" || second.Tool == e.Tool:
		f.Action = ActionRetrySame
		if slices.Contains(fatalTable, first.Fault) {
			f.Action = ActionSwitchCredential // a guard repeats a refused call only so
		}
	case spec.Verify != nil && spec.Verify.Tool == second.Tool:
		f.Action = ActionVerify
	default:
		f.Action = ActionDegrade
	}
	f.Next = second.Tool
	return f, true
}

// agentFinding is what the agent called next about a fault that reached it.
func agentFinding(t *trajectory.Trajectory, i int, facts *Facts) Finding {
	e := &t.Episodes[i]
	var last trajectory.Attempt
	if n := len(e.Attempts); n > 0 {
		last = e.Attempts[n-1]
	}
	f := episodeFinding(t, e, facts, e.Fault, e.Effect)
	f.Fault.Evidence, f.Fault.Status = last.Evidence, last.Status
	for _, before := range slices.Backward(t.Episodes[:i]) {
		if before.Run != e.Run {
			continue
		}
		if before.Tool != e.Tool || before.ArgsHash != e.ArgsHash || before.Fault == fault.OK {
			break
		}
		f.Retries++
	}
	if f.Retries > 0 {
		f.Traits |= TraitRetried
	}
	if f.Retries >= 3 {
		f.Traits |= TraitOverRetried
	}
	for k := range t.Episodes[i+1:] {
		next := &t.Episodes[i+1+k]
		if next.Run != e.Run {
			continue
		}
		agentCall(e, next, facts, &f)
		break
	}
	return f
}

// agentCall fills a finding whose first action is the next recorded call.
func agentCall(e, next *trajectory.Episode, facts *Facts, f *Finding) {
	f.Layer, f.Next = LayerModel, next.Tool
	if !e.Time.IsZero() && !next.Time.IsZero() {
		// An episode's time is when its call began.
		if wait := next.Time.Sub(e.Time) - e.Elapsed; wait >= 0 {
			f.Wait, f.Timed = wait, true
		}
	}
	if facts.reads(&tool.Call{Tool: next.Tool, Args: next.Args}) {
		f.Traits |= TraitReads
	}
	spec := facts.Spec(e.Tool)
	switch {
	case next.Tool != e.Tool && slices.Contains(spec.StandIns, next.Tool):
		f.Action = ActionDegrade
	case next.Tool != e.Tool && spec.Verify != nil && spec.Verify.Tool == next.Tool:
		f.Action = ActionVerify
	case next.Tool != e.Tool:
		f.Action = ActionOtherTool
	case next.ArgsHash == "" || e.ArgsHash == "":
		f.Action = ActionRetrySame // as far as the record shows
		f.Traits |= TraitUnseenArgs
	case next.ArgsHash == e.ArgsHash:
		f.Action = ActionRetrySame
	default:
		f.Action = ActionRetryChanged
		f.Traits |= TraitUnseenArgs
	}
}
