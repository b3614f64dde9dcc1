package sequitur

import (
	"context"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// note keeps an attempt for the recorder.
func (o *Operation) note(f *fault.Fault, out *tool.Outcome, name string) {
	if o.guard.recorder == nil {
		return
	}
	attempt := trajectory.Attempt{
		Fault: f.Kind, Effect: f.Effect, Phase: out.Phase, Status: f.Status,
		Waited: o.waited, Elapsed: out.Elapsed, Evidence: f.Evidence,
	}
	if name != o.call.Tool {
		attempt.Tool, attempt.Waited = name, 0
	}
	o.attempts = append(o.attempts, attempt)
}

// record gives the finished call to the recorder.
func (o *Operation) record(
	ctx context.Context, now time.Time, f *fault.Fault, v recovery.Verdict, m feedback.Message, id string,
) {
	if o.guard.recorder == nil {
		return
	}
	o.guard.recorder.Record(ctx, trajectory.Episode{
		Run:        o.session.name(),
		Time:       o.started,
		CallID:     o.call.ID,
		Tool:       o.call.Tool,
		Principal:  o.call.Principal,
		Args:       o.call.Args,
		ArgsHash:   recovery.Fingerprint(o.call.Args),
		Attempts:   o.attempts,
		Fault:      f.Kind,
		Retryable:  f.Retryable,
		Effect:     f.Effect,
		Action:     v.Action,
		Reason:     v.Reason,
		Escalated:  v.Escalate,
		Stop:       v.Action == recovery.ActionStop,
		FromMemory: o.known,
		Feedback:   m.Text,
		Detail:     rawText(&o.outcome),
		ErrorID:    id,
		Elapsed:    now.Sub(o.started),
	})
}

// rawText is what the operator may read of an outcome. A recorder redacts it.
func rawText(out *tool.Outcome) string {
	if out.Err != nil {
		return out.Err.Error()
	}
	return out.Body
}
