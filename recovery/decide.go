package recovery

import (
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// The reasons of verdicts: short, stable, and free of anything that an upstream
// said.
const (
	reasonOK          = "no fault"
	reasonRetry       = "retryable and safe to repeat"
	reasonReadAgain   = "unclassified, and the call only reads"
	reasonNotHappened = "verified: did not happen"
	reasonDone        = "verified: already done"
	reasonEffect      = "effect is certain: not repeated"
	reasonVerify      = "outcome unknown: read back"
	reasonOutcome     = "outcome unknown: not safe to repeat"
	reasonCredential  = "another credential is left"
	reasonNoAccess    = "access refused: no credential is left"
	reasonQuota       = "quota exhausted"
	reasonDeclined    = "declined by a person or a gate"
	reasonCanceled    = "canceled by the caller"
	reasonArguments   = "only other arguments can help"
	reasonAbsent      = "nothing found: another source or the user"
	reasonModel       = "the next step is the model's"
	reasonPersistent  = "will not pass by itself"
	reasonSpent       = "attempts spent"
	reasonDeadline    = "the wait does not fit into the deadline"
	reasonAsked       = "the upstream asks for a longer wait than is waited for"
	reasonStandIn     = "stand-in tool is left"
	reasonUnknown     = "unclassified"
)

// Decide returns what to do about the situation's fault. It is a pure function,
// and prefers doing too little: nothing that may have changed the world is
// repeated unless the tool is idempotent, a key protects the call, or a
// read-back has shown that nothing happened.
func (p *Policy) Decide(s Situation) Verdict {
	if s.Spec == nil {
		s.Spec = &tool.Spec{}
	}
	f := &s.Fault
	switch {
	case f.Kind == fault.OK:
		return Verdict{Action: ActionDeliver, Reason: reasonOK}
	case s.Verified == VerifiedDone:
		return Verdict{Action: ActionReturn, Reason: reasonDone}
	case f.Kind == fault.Unauthenticated, f.Kind == fault.Forbidden:
		return p.credential(&s)
	case final(f.Kind):
		return end(&s, endReason(f.Kind))
	}
	return p.again(&s)
}

// Refuse returns the verdict for a retry that [Policy.Decide] allowed, or a
// first attempt, that may not be made after all: a budget is spent, a breaker
// is open, the caller gave up. It never asks for another call.
func (p *Policy) Refuse(s Situation, reason string) Verdict {
	if s.Spec == nil {
		s.Spec = &tool.Spec{}
	}
	v := end(&s, reason)
	if s.Attempt == 0 {
		v.Escalate = false // whoever drew the faults that led here has told it
	}
	return v
}

// credential decides on a refusal of the caller's identity.
func (p *Policy) credential(s *Situation) Verdict {
	plan := p.Plan(s.Spec.Name, s.Fault.Kind)
	left := s.Credentials > 0
	if s.Fault.Kind == fault.Forbidden {
		left = left && len(s.Spec.Credentials) > 0 // a refresh gives no new permission
	}
	if left && s.Attempt < plan.Attempts && safe(s) && p.left(s) > 0 {
		return Verdict{Action: ActionSwitchCredential, Reason: reasonCredential}
	}
	return end(s, reasonNoAccess)
}

// again decides on a fault of a kind that may be tried again.
func (p *Policy) again(s *Situation) Verdict {
	plan := p.Plan(s.Spec.Name, s.Fault.Kind)
	switch {
	case !s.Fault.Retryable && !readAgain(s):
		return p.leave(s, endReason(s.Fault.Kind))
	case s.Attempt >= plan.Attempts:
		return p.leave(s, reasonSpent)
	case !safe(s):
		return p.leave(s, reasonOutcome)
	case s.Fault.RetryAfter > p.MaxRetryAfter:
		if uncertain(s) {
			return p.leave(s, reasonOutcome)
		}
		return Verdict{Action: ActionReturn, After: s.Fault.RetryAfter, Reason: reasonAsked}
	}
	wait := max(plan.Wait(s.Attempt, s.Waited, s.Rand), s.Fault.RetryAfter)
	if wait >= p.left(s) {
		return p.leave(s, reasonDeadline)
	}
	return Verdict{Action: ActionRetry, After: wait, Reason: retryReason(s)}
}

// leave decides what is left to do where the call is not made again: find out
// what it did, ask a stand-in, or tell the model.
func (p *Policy) leave(s *Situation, reason string) Verdict {
	left := p.left(s)
	if uncertain(s) {
		if s.Spec.Verify != nil && s.Verified == Unverified && s.Spec.Verify.Wait() < left {
			return Verdict{Action: ActionVerify, Reason: reasonVerify}
		}
		return end(s, reasonOutcome)
	}
	if s.Fault.Effect == tool.EffectCertain && s.Verified != VerifiedNone && s.Spec.Access != tool.AccessRead {
		reason = reasonEffect
	}
	if transient(s.Fault.Kind) && s.Spec.Access == tool.AccessRead && s.StandIns > 0 && left > 0 {
		return Verdict{Action: ActionStandIn, Reason: reasonStandIn}
	}
	return end(s, reason)
}

// end is the verdict that makes no further call.
func end(s *Situation, reason string) Verdict {
	v := Verdict{Action: ActionReturn, Reason: reason}
	switch k := s.Fault.Kind; k { //nolint:exhaustive // the kinds that are not named go by whether they pass
	case fault.Canceled:
		v.Action = ActionStop
	case fault.Unauthenticated, fault.Forbidden, fault.QuotaExhausted:
		v.Action, v.Escalate = ActionStop, true
	default:
		v.Escalate = transient(k)
		v.Exhausted = v.Escalate || (s.Fault.Retryable && !final(k))
	}
	if s.Fault.Retryable {
		v.After = s.Fault.RetryAfter
	}
	return v
}

// left is how much of the call's deadline is left.
func (p *Policy) left(s *Situation) time.Duration {
	deadline, _ := p.Limits(s.Spec.Name)
	if deadline <= 0 {
		return 1<<63 - 1
	}
	return deadline - s.Elapsed
}

// safe says whether making the call again cannot double an effect.
func safe(s *Situation) bool {
	return s.Fault.Effect == tool.EffectNone || s.Spec.Idempotent || s.Keyed || s.Verified == VerifiedNone
}

// uncertain says whether nobody knows what the call did. A fault that is an
// answer about the call itself ("no such order") leaves nothing open.
func uncertain(s *Situation) bool {
	open := transient(s.Fault.Kind) || s.Fault.Kind == fault.Unknown || s.Fault.Retryable
	return open && s.Fault.Effect == tool.EffectPossible && s.Verified != VerifiedNone && s.Spec.Access != tool.AccessRead
}

// readAgain says whether an unclassified fault may be tried again for want of
// better knowledge.
func readAgain(s *Situation) bool {
	return s.Fault.Kind == fault.Unknown && s.Spec.Access == tool.AccessRead
}

func retryReason(s *Situation) string {
	switch {
	case s.Verified == VerifiedNone:
		return reasonNotHappened
	case !s.Fault.Retryable:
		return reasonReadAgain
	}
	return reasonRetry
}

// transient says whether faults of this kind are the backend's state and not
// the call's.
func transient(k fault.Kind) bool { return kindsTable[k].transient }

// final says whether a fault of this kind is never tried again, whatever its
// flags say.
func final(k fault.Kind) bool { return kindsTable[k].final }

// endReason says why a fault of this kind is not tried again.
func endReason(k fault.Kind) string { return kindsTable[k].reason }

// kindsTable is what Decide knows of the kinds.
var kindsTable = map[fault.Kind]struct {
	transient bool   // the backend's state, not the call's
	final     bool   // never tried again
	reason    string // why it is not tried again, attempts apart
}{
	fault.Unknown:         {reason: reasonUnknown},
	fault.Timeout:         {transient: true, reason: reasonPersistent},
	fault.Network:         {transient: true, reason: reasonPersistent},
	fault.RateLimited:     {transient: true, reason: reasonPersistent},
	fault.ServerError:     {transient: true, reason: reasonPersistent},
	fault.Malformed:       {transient: true, reason: reasonPersistent},
	fault.Unauthenticated: {reason: reasonNoAccess},
	fault.Forbidden:       {reason: reasonNoAccess},
	fault.QuotaExhausted:  {final: true, reason: reasonQuota},
	fault.NotFound:        {reason: reasonAbsent},
	fault.Empty:           {reason: reasonAbsent},
	fault.InvalidArgument: {final: true, reason: reasonArguments},
	fault.MissingArgument: {final: true, reason: reasonArguments},
	fault.UnknownTool:     {final: true, reason: reasonArguments},
	fault.Conflict:        {reason: reasonModel},
	fault.ExecutionFailed: {reason: reasonModel},
	fault.Declined:        {final: true, reason: reasonDeclined},
	fault.Partial:         {final: true, reason: reasonModel},
	fault.Canceled:        {final: true, reason: reasonCanceled},
}
