package sequitur

import (
	"context"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// refusal is a fault that was found without asking the backend.
type refusal struct {
	fault   fault.Fault
	verdict recovery.Verdict
}

// refusedBefore finds what is wrong with a call before anything is sent: its
// arguments, an earlier refusal of the same call, or an argument whose source
// failed.
func (o *Operation) refusedBefore(ctx context.Context) (refusal, bool) {
	if violations := o.check(); len(violations) > 0 {
		return o.refuse(argumentFault(violations)), true
	}
	if f, repeats, ok := o.guard.keeper.recall(ctx, o); ok {
		o.known, o.memory = true, repeats
		r := o.refuse(f)
		if stop := o.guard.policy.Memory.StopAfter; stop > 0 && repeats >= stop {
			r.verdict.Action = recovery.ActionStop
		}
		return r, true
	}
	if f, ok := o.session.ungrounded(&o.tool.spec, o.call.Args); ok {
		return o.refuse(f), true
	}
	return refusal{}, false
}

// refuse decides on a fault that cost no attempt.
func (o *Operation) refuse(f fault.Fault) refusal {
	o.fault = f
	s := o.situation(o.started)
	s.Attempt = 0 // nothing was sent, and whoever drew it first has told it
	return refusal{fault: f, verdict: o.guard.policy.Refuse(s, "known before sending")}
}

// check returns what the tool's schema and its closed parameters say against
// the arguments.
func (o *Operation) check() []tool.Violation {
	if o.tool.validator != nil {
		if violations := o.tool.validator.Validate(o.call.Args); len(violations) > 0 {
			return violations
		}
	}
	return closedViolations(&o.tool.spec, o.call.Args)
}

// argumentFault is the fault of arguments that were never sent.
func argumentFault(violations []tool.Violation) fault.Fault {
	f := fault.Fault{Kind: fault.MissingArgument, Effect: tool.EffectNone}
	for _, v := range violations {
		if v.Rule != tool.RuleMissing && v.Rule != tool.RuleNull {
			f.Kind = fault.InvalidArgument
		}
		f.Parameters = append(f.Parameters, fault.Parameter{
			Path: v.Path, Rule: v.Rule, Given: v.Given, Want: v.Want, Allowed: v.Allowed,
		})
	}
	f.Evidence = []fault.Evidence{{Layer: fault.LayerStructure, Rule: "arguments." + violations[0].Rule.String(), Span: violations[0].Path}}
	return f
}

// admit asks claim, breakers and limiter whether the call may be sent now. It
// lengthens the wait where the limiter says so.
func (o *Operation) admit(ctx context.Context, now time.Time, after *time.Duration) (refusal, *tool.Outcome, bool) {
	if o.shared && !o.claimed {
		f, replay, ok := o.guard.keeper.claim(ctx, o)
		if replay != nil {
			return refusal{}, replay, false
		}
		if !ok {
			return o.refuse(f), nil, false
		}
		o.claimed = true
	}
	if !o.tool.breaker.Allow(now) || !o.tool.upstream.breaker.Allow(now) {
		return o.unavailable(now, "circuit breaker open"), nil, false
	}
	wait := o.tool.upstream.limiter.Wait(now)
	if wait <= *after {
		return refusal{}, nil, true
	}
	left := o.tool.deadline - now.Sub(o.started)
	if wait > o.guard.policy.MaxRetryAfter || (o.tool.deadline > 0 && wait >= left) {
		r := o.unavailable(now, "rate limit known to last longer")
		r.fault.Kind, r.fault.RetryAfter = fault.RateLimited, wait
		return r, nil, false
	}
	*after = wait
	return refusal{}, nil, true
}

// unavailable is the refusal of a call whose backend is known not to answer.
// It keeps the fault that the call has drawn itself, if any.
func (o *Operation) unavailable(now time.Time, reason string) refusal {
	if o.attempt == 0 {
		o.fault = fault.Fault{
			Kind: fault.Network, Retryable: true, Effect: tool.EffectNone,
			Evidence: []fault.Evidence{{Layer: fault.LayerStructure, Rule: "guard.unavailable", Span: reason}},
		}
	}
	return refusal{fault: o.fault, verdict: o.guard.policy.Refuse(o.situation(now), reason)}
}
