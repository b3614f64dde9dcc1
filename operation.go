package sequitur

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Step says what to do next with an [Operation]: end, or wait for After and
// then either renew the credential or make the call.
type Step struct {
	// Done says that Outcome is what the model is to be given.
	Done    bool
	Outcome tool.Outcome
	// After is how long to wait before anything else.
	After time.Duration
	// Refresh asks to renew the principal's credential, and to tell
	// [Operation.Refreshed] how that went; Call is not made before.
	Refresh bool
	// Call is the call to make: the agent's own, a read-back, or a stand-in.
	Call tool.Call
	// Timeout bounds the attempt; 0 is no bound.
	Timeout time.Duration
}

// stage says what the call in flight is for.
type stage uint8

const (
	stageAttempt stage = iota // the agent's own call
	stageVerify               // the read-back of a write of unknown outcome
	stageStandIn              // a declared stand-in
)

// An Operation is one call on its way: a machine of steps that never waits and
// never calls. It is not safe for concurrent use.
type Operation struct {
	guard   *Guard
	session *Session
	tool    *guarded
	call    tool.Call
	asked   json.RawMessage // the arguments as the agent wrote them
	owner   string          // of the claim
	started time.Time
	stage   stage

	attempt  int
	waited   time.Duration
	fault    fault.Fault  // what the agent's own call drew last
	outcome  tool.Outcome // and its outcome
	verified recovery.Verification
	shared   bool // the caller brought the key: others may use it, too
	claimed  bool
	memory   int // how often this refusal was answered from memory before
	known    bool

	refreshed   bool
	credentials int // how many of the declared alternatives were tried
	standIns    int // how many of the stand-ins were tried

	attempts []trajectory.Attempt // kept for a recorder only
}

// open says what the operation is about.
func (o *Operation) open(g *Guard, s *Session, t *guarded, call *tool.Call, now time.Time) {
	o.guard, o.session, o.tool, o.call, o.asked, o.started = g, s, t, *call, call.Args, now
}

// begin starts the operation, and returns its first step.
func (o *Operation) begin(ctx context.Context) Step {
	if o.call.Key != "" || o.tool.spec.Key != nil {
		o.call, o.shared = keyed(&o.tool.spec, o.call)
	}
	o.tool.upstream.budget.Call(o.started)
	if f, ok := o.refusedBefore(ctx); ok {
		return o.conclude(ctx, f.fault, f.verdict)
	}
	return o.send(ctx, o.started, 0)
}

// Observe takes what the last step's call gave, and returns the next step.
func (o *Operation) Observe(ctx context.Context, out tool.Outcome) Step {
	now := o.guard.now()
	switch o.stage {
	case stageVerify:
		return o.observeReadBack(ctx, now, out)
	case stageStandIn:
		return o.observeStandIn(ctx, now, out)
	case stageAttempt:
	}
	return o.observeAttempt(ctx, now, out)
}

// Refreshed takes how the renewal of the credential went, and returns the next
// step.
func (o *Operation) Refreshed(ctx context.Context, err error) Step {
	now := o.guard.now()
	if err == nil {
		return o.send(ctx, now, 0)
	}
	return o.act(ctx, now, o.guard.policy.Decide(o.situation(now)))
}

// Canceled ends the operation because its caller gave up while it waited.
func (o *Operation) Canceled(ctx context.Context) Step {
	if o.attempt == 0 {
		o.fault = fault.Fault{Kind: fault.Canceled, Effect: tool.EffectNone}
	}
	return o.conclude(ctx, o.fault, o.guard.policy.Refuse(o.situation(o.guard.now()), "caller gave up"))
}

func (o *Operation) observeAttempt(ctx context.Context, now time.Time, out tool.Outcome) Step {
	if out.Err != nil {
		// A guard further in has said its word: repeating it here would
		// multiply the attempts.
		if _, ok := errors.AsType[*Error](out.Err); ok {
			return Step{Done: true, Outcome: out}
		}
	}
	o.outcome = out
	f := o.guard.classifier.Classify(&o.tool.spec, &o.call, &o.outcome)
	o.tool.tally(now, f.Kind, f.RetryAfter)
	o.note(&f, &o.outcome, o.call.Tool)
	if f.Kind == fault.OK {
		return o.succeed(ctx, now, &o.outcome)
	}
	o.fault = f
	return o.act(ctx, now, o.guard.policy.Decide(o.situation(now)))
}

func (o *Operation) situation(now time.Time) recovery.Situation {
	return recovery.Situation{
		Spec:        &o.tool.spec,
		Fault:       o.fault,
		Attempt:     o.attempt,
		Elapsed:     now.Sub(o.started),
		Waited:      o.waited,
		Keyed:       o.call.Key != "" && o.tool.spec.Key != nil,
		Verified:    o.verified,
		Credentials: o.credentialsLeft(),
		StandIns:    len(o.tool.spec.StandIns) - o.standIns,
		Rand:        o.guard.random.float(),
	}
}

func (o *Operation) credentialsLeft() int {
	left := len(o.tool.spec.Credentials) - o.credentials
	if o.fault.Kind == fault.Unauthenticated && o.guard.refresh != nil && !o.refreshed {
		left++
	}
	return left
}

// act carries a verdict out as far as it needs no waiting and no call.
func (o *Operation) act(ctx context.Context, now time.Time, v recovery.Verdict) Step {
	switch v.Action {
	case recovery.ActionRetry:
		return o.retry(ctx, now, v)
	case recovery.ActionSwitchCredential:
		return o.switchCredential(ctx, now)
	case recovery.ActionVerify:
		o.stage = stageVerify
		return o.step(now, o.tool.spec.Verify.Wait(), o.readBack())
	case recovery.ActionStandIn:
		o.stage = stageStandIn
		call := o.call
		call.Tool = o.tool.spec.StandIns[o.standIns]
		o.standIns++
		return o.step(now, 0, call)
	case recovery.ActionReturn, recovery.ActionStop, recovery.ActionDeliver:
	}
	return o.conclude(ctx, o.fault, v)
}

// retry asks the budget before the wait, so that nobody waits in order to fail.
func (o *Operation) retry(ctx context.Context, now time.Time, v recovery.Verdict) Step {
	if tool.IsRepeatedOutside(ctx) {
		return o.handOn(ctx, now)
	}
	if reason := o.session.retry(now, v.After); reason != "" {
		return o.conclude(ctx, o.fault, o.guard.policy.Refuse(o.situation(now), reason))
	}
	if !o.tool.upstream.budget.Take(now) {
		return o.conclude(ctx, o.fault, o.guard.policy.Refuse(o.situation(now), "retry budget spent"))
	}
	return o.send(ctx, now, v.After)
}

func (o *Operation) switchCredential(ctx context.Context, now time.Time) Step {
	if o.fault.Kind == fault.Unauthenticated && o.guard.refresh != nil && !o.refreshed {
		o.refreshed = true
		return Step{Refresh: true, Call: o.call}
	}
	o.call.Credential = o.tool.spec.Credentials[o.credentials]
	o.credentials++
	return o.send(ctx, now, 0)
}

// send admits the agent's own call, and makes it after the wait.
func (o *Operation) send(ctx context.Context, now time.Time, after time.Duration) Step {
	o.stage = stageAttempt
	r, replay, ok := o.admit(ctx, now, &after)
	if replay != nil {
		return Step{Done: true, Outcome: *replay}
	}
	if !ok {
		return o.conclude(ctx, r.fault, r.verdict)
	}
	o.verified = recovery.Unverified // it spoke of the attempt before
	o.attempt++
	o.waited = after
	return o.step(now, after, o.call)
}

// step makes the step that waits and then makes the call, within what is left
// of the deadline.
func (o *Operation) step(now time.Time, after time.Duration, call tool.Call) Step {
	return Step{After: after, Call: call, Timeout: o.tool.bound(now.Sub(o.started) + after)}
}
