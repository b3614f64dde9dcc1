package sequitur

import (
	"context"
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// succeed hands a success on untouched.
func (o *Operation) succeed(ctx context.Context, now time.Time, out *tool.Outcome) Step {
	if o.claimed || o.tool.spec.Access != tool.AccessRead {
		o.guard.keeper.succeeded(ctx, o, out)
	}
	o.keepGood(now, out)
	o.session.learn(&o.call, out)
	if o.guard.recorder != nil {
		ok := fault.Fault{Kind: fault.OK}
		o.record(ctx, now, &ok, recovery.Verdict{Action: recovery.ActionDeliver}, feedback.Message{}, "")
	}
	return Step{Done: true, Outcome: *out}
}

// conclude ends the operation with a fault: it writes the message, and tells
// everybody who has to know.
func (o *Operation) conclude(ctx context.Context, f fault.Fault, v recovery.Verdict) Step {
	now := o.guard.now()
	v = o.session.bound(now, v)
	if step, ok := o.stale(ctx, now, &f, v); ok {
		return step
	}
	id := o.guard.random.label("f_")
	message := o.guard.renderer.Render(feedback.Input{
		Spec:      &o.tool.spec,
		Call:      o.call,
		Fault:     f,
		Verdict:   v,
		Verified:  o.verified,
		Repeats:   o.memory,
		Roots:     o.session.roots(&o.tool.spec, &o.call, &f),
		ErrorID:   id,
		Tools:     o.guard.registry.names,
		Output:    o.output(),
		Escalated: v.Escalate && o.guard.escalate != nil,
	})
	o.guard.keeper.concluded(ctx, o, &f)
	o.session.fail(&o.call, &f, message.Text)
	o.tell(ctx, now, &f, v, id)
	o.record(ctx, now, &f, v, message, id)
	return Step{Done: true, Outcome: o.answer(f, v, message, id)}
}

// tell tells somebody in charge of a fault, where the verdict wants it.
func (o *Operation) tell(ctx context.Context, now time.Time, f *fault.Fault, v recovery.Verdict, id string) {
	if v.Escalate && o.guard.escalate != nil {
		o.guard.escalate(ctx, Escalation{
			Time: now, Run: o.session.name(), Tool: o.call.Tool, CallID: o.call.ID, Principal: o.call.Principal,
			Fault: f.Kind, Reason: v.Reason, ErrorID: id,
		})
	}
}

// output is what a tool that runs the model's own code printed.
func (o *Operation) output() string {
	if !o.tool.spec.RunsCode {
		return ""
	}
	return o.outcome.Body
}

// answer makes the outcome that the model is given in place of the raw one.
func (o *Operation) answer(f fault.Fault, v recovery.Verdict, m feedback.Message, id string) tool.Outcome {
	structured, err := json.Marshal(m.Object)
	if err != nil {
		structured = nil // only text fields: cannot happen, and the text suffices
	}
	out := tool.Outcome{
		Channel: o.outcome.Channel, Phase: o.outcome.Phase, Status: o.outcome.Status,
		Flag: tool.FlagFailure, Body: m.Text, Structured: structured, Stop: v.Action == recovery.ActionStop,
	}
	switch {
	case f.Kind == fault.Empty:
		out = o.outcome // an empty success stays one
		out.Note, out.Structured = m.Text, structured
	case o.verified == recovery.VerifiedDone:
		out.Flag = tool.FlagSuccess
	default:
		out.Err = &Error{Fault: f, Verdict: v, Message: m, ErrorID: id, cause: o.outcome.Err}
	}
	return out
}

// An Error is a fault as a Go error. Its text is the message for the model: it
// holds nothing of the cause's own text, which [errors.Is] and [errors.As] reach.
type Error struct {
	Fault   fault.Fault
	Verdict recovery.Verdict
	Message feedback.Message
	// ErrorID names the operator's full record.
	ErrorID string
	cause   error
}

// Error returns the message for the model.
func (e *Error) Error() string { return e.Message.Text }

// Unwrap returns the error that the last attempt ended with.
func (e *Error) Unwrap() error { return e.cause }

// Stop says that the run should end.
func (e *Error) Stop() bool { return e.Verdict.Action == recovery.ActionStop }
