package recovery_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

var (
	read      = &tool.Spec{Name: "find", Access: tool.AccessRead}
	backed    = &tool.Spec{Name: "find", Access: tool.AccessRead, StandIns: []string{"search"}}
	write     = &tool.Spec{Name: "pay", Access: tool.AccessWrite}
	checked   = &tool.Spec{Name: "pay", Access: tool.AccessWrite, Verify: &tool.Verification{Tool: "find"}}
	repeats   = &tool.Spec{Name: "put", Access: tool.AccessWrite, Idempotent: true}
	hasSecond = &tool.Spec{Name: "find", Access: tool.AccessRead, Credentials: []string{"second"}}
)

// drew is a fault that is safe to repeat; lost is one of unknown outcome.
func drew(k fault.Kind) fault.Fault { return fault.Fault{Kind: k, Effect: tool.EffectNone} }

func passing(k fault.Kind) fault.Fault {
	return fault.Fault{Kind: k, Retryable: true, Effect: tool.EffectNone}
}

func lost(k fault.Kind) fault.Fault { return fault.Fault{Kind: k, Retryable: true} }

func asking(wait time.Duration) fault.Fault {
	f := passing(fault.RateLimited)
	f.RetryAfter = wait
	return f
}

func certain(k fault.Kind) fault.Fault {
	return fault.Fault{Kind: k, Retryable: true, Effect: tool.EffectCertain}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	const (
		done    = "verified: already done"
		spent   = "attempts spent"
		unknown = "outcome unknown: not safe to repeat"
	)
	ret := func(reason string) recovery.Verdict { return recovery.Verdict{Reason: reason} }
	over := func(reason string) recovery.Verdict {
		return recovery.Verdict{Reason: reason, Exhausted: true, Escalate: true}
	}
	retry := func(wait time.Duration) recovery.Verdict {
		return recovery.Verdict{Action: recovery.ActionRetry, After: wait, Reason: "retryable and safe to repeat"}
	}
	stop := func(reason string) recovery.Verdict {
		return recovery.Verdict{Action: recovery.ActionStop, Reason: reason, Escalate: true}
	}
	verify := recovery.Verdict{Action: recovery.ActionVerify, Reason: "outcome unknown: read back"}
	standIn := recovery.Verdict{Action: recovery.ActionStandIn, Reason: "stand-in tool is left"}
	second := recovery.Verdict{Action: recovery.ActionSwitchCredential, Reason: "another credential is left"}

	type in = recovery.Situation
	tests := []struct {
		name string
		in   in
		want recovery.Verdict
	}{
		{"success", in{Spec: write, Fault: fault.Fault{Kind: fault.OK}}, recovery.Verdict{Action: recovery.ActionDeliver, Reason: "no fault"}},
		{"nothing known at all", in{}, ret(unknown)},

		{"timeout, first wait", in{Spec: read, Fault: passing(fault.Timeout), Attempt: 1}, retry(500 * time.Millisecond)},
		{"timeout, second wait", in{Spec: read, Fault: passing(fault.Timeout), Attempt: 2}, retry(time.Second)},
		{"timeout, third wait", in{Spec: read, Fault: passing(fault.Timeout), Attempt: 3}, retry(2 * time.Second)},
		{"timeout, spent", in{Spec: read, Fault: passing(fault.Timeout), Attempt: 4}, over(spent)},
		{"timeout, spent, stand-in", in{Spec: backed, Fault: passing(fault.Timeout), Attempt: 4, StandIns: 1}, standIn},
		{"timeout, spent, stand-ins tried", in{Spec: backed, Fault: passing(fault.Timeout), Attempt: 4}, over(spent)},
		{"network, not sent, of a write", in{Spec: write, Fault: passing(fault.Network), Attempt: 1}, retry(500 * time.Millisecond)},
		{"network, bad certificate", in{Spec: read, Fault: drew(fault.Network), Attempt: 1}, over("will not pass by itself")},
		{"stand-in only for reads", in{Spec: write, Fault: drew(fault.Network), Attempt: 1, StandIns: 1}, over("will not pass by itself")},

		{"write lost", in{Spec: write, Fault: lost(fault.Timeout), Attempt: 1}, over(unknown)},
		{"write lost, tool undeclared", in{Fault: lost(fault.Timeout), Attempt: 1}, over(unknown)},
		{"write lost, read-back", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 1}, verify},
		{"write lost, deadline too near for a read-back", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 1, Elapsed: 44 * time.Second}, over(unknown)},
		{"write lost, keyed", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 1, Keyed: true}, retry(500 * time.Millisecond)},
		{"write lost, idempotent", in{Spec: repeats, Fault: lost(fault.Timeout), Attempt: 1}, retry(500 * time.Millisecond)},
		{"write lost, keyed, spent", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 4, Keyed: true}, verify},
		{"write lost, did not happen", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 1, Verified: recovery.VerifiedNone}, recovery.Verdict{Action: recovery.ActionRetry, After: 500 * time.Millisecond, Reason: "verified: did not happen"}},
		{"write lost, did not happen, spent", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 4, Verified: recovery.VerifiedNone}, over(spent)},
		{"write lost, did happen", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 1, Verified: recovery.VerifiedDone}, ret(done)},
		{"write lost, read-back failed", in{Spec: checked, Fault: lost(fault.Timeout), Attempt: 1, Verified: recovery.VerifyFailed}, over(unknown)},
		{"write unclassified, read-back", in{Spec: checked, Fault: fault.Fault{}, Attempt: 1}, verify},
		{"write unclassified", in{Spec: write, Fault: fault.Fault{}, Attempt: 1}, ret(unknown)},
		{"write crashed", in{Spec: write, Fault: fault.Fault{Kind: fault.ServerError}, Attempt: 1}, over(unknown)},
		{"write done, answer malformed", in{Spec: write, Fault: certain(fault.Malformed), Attempt: 1}, over("effect is certain: not repeated")},
		{"write refused, flagged possible", in{Spec: checked, Fault: fault.Fault{Kind: fault.NotFound}, Attempt: 1}, ret("nothing found: another source or the user")},

		{"rate limited, as told", in{Spec: read, Fault: asking(7 * time.Second), Attempt: 1}, retry(7 * time.Second)},
		{"rate limited, longest wait", in{Spec: read, Fault: asking(20 * time.Second), Attempt: 1}, retry(20 * time.Second)},
		{"rate limited, too long", in{Spec: backed, Fault: asking(21 * time.Second), Attempt: 1, StandIns: 1}, recovery.Verdict{After: 21 * time.Second, Reason: "the upstream asks for a longer wait than is waited for"}},
		{"rate limited, does not fit", in{Spec: read, Fault: asking(20 * time.Second), Attempt: 2, Elapsed: 25 * time.Second}, recovery.Verdict{After: 20 * time.Second, Reason: "the wait does not fit into the deadline", Exhausted: true, Escalate: true}},

		{"server error, passing", in{Spec: read, Fault: passing(fault.ServerError), Attempt: 1}, retry(500 * time.Millisecond)},
		{"server error, spent", in{Spec: read, Fault: passing(fault.ServerError), Attempt: 2}, over(spent)},
		{"server error, crash", in{Spec: read, Fault: drew(fault.ServerError), Attempt: 1}, over("will not pass by itself")},
		{"server error, crash, stand-in", in{Spec: backed, Fault: drew(fault.ServerError), Attempt: 1, StandIns: 1}, standIn},
		{"malformed read", in{Spec: read, Fault: passing(fault.Malformed), Attempt: 1}, retry(500 * time.Millisecond)},
		{"past the deadline", in{Spec: backed, Fault: passing(fault.ServerError), Attempt: 2, StandIns: 1, Elapsed: 45 * time.Second}, over(spent)},

		{"unauthenticated", in{Spec: read, Fault: drew(fault.Unauthenticated), Attempt: 1}, stop("access refused: no credential is left")},
		{"unauthenticated, refresh", in{Spec: read, Fault: drew(fault.Unauthenticated), Attempt: 1, Credentials: 1}, second},
		{"unauthenticated, refreshed before", in{Spec: read, Fault: drew(fault.Unauthenticated), Attempt: 2, Credentials: 1}, stop("access refused: no credential is left")},
		{"forbidden", in{Spec: read, Fault: drew(fault.Forbidden), Attempt: 1}, stop("access refused: no credential is left")},
		{"forbidden, called retryable", in{Spec: read, Fault: passing(fault.Forbidden), Attempt: 1}, stop("access refused: no credential is left")},
		{"forbidden, a refresh does not help", in{Spec: read, Fault: drew(fault.Forbidden), Attempt: 1, Credentials: 1}, stop("access refused: no credential is left")},
		{"forbidden, alternative declared", in{Spec: hasSecond, Fault: drew(fault.Forbidden), Attempt: 1, Credentials: 1}, second},
		{"forbidden, alternative refused, too", in{Spec: hasSecond, Fault: drew(fault.Forbidden), Attempt: 2}, stop("access refused: no credential is left")},
		{"quota", in{Spec: hasSecond, Fault: passing(fault.QuotaExhausted), Attempt: 1, Credentials: 1}, stop("quota exhausted")},
		{"declined", in{Spec: write, Fault: drew(fault.Declined), Attempt: 1}, ret("declined by a person or a gate")},
		{"canceled", in{Spec: read, Fault: fault.Fault{Kind: fault.Canceled}, Attempt: 1}, recovery.Verdict{Action: recovery.ActionStop, Reason: "canceled by the caller"}},

		{"not found, stand-in is the model's choice", in{Spec: backed, Fault: drew(fault.NotFound), Attempt: 1, StandIns: 1}, ret("nothing found: another source or the user")},
		{"empty", in{Spec: backed, Fault: drew(fault.Empty), Attempt: 1, StandIns: 1}, ret("nothing found: another source or the user")},
		{"invalid argument", in{Spec: read, Fault: drew(fault.InvalidArgument), Attempt: 1}, ret("only other arguments can help")},
		{"missing argument", in{Spec: read, Fault: drew(fault.MissingArgument), Attempt: 1}, ret("only other arguments can help")},
		{"unknown tool", in{Fault: drew(fault.UnknownTool), Attempt: 1}, ret("only other arguments can help")},
		{"execution failed", in{Spec: write, Fault: drew(fault.ExecutionFailed), Attempt: 1}, ret("the next step is the model's")},
		{"partial", in{Spec: write, Fault: certain(fault.Partial), Attempt: 1}, ret("the next step is the model's")},
		{"conflict", in{Spec: write, Fault: drew(fault.Conflict), Attempt: 1}, ret("the next step is the model's")},
		{"conflict, locked", in{Spec: write, Fault: passing(fault.Conflict), Attempt: 1}, retry(100 * time.Millisecond)},
		{"conflict, locked, spent", in{Spec: write, Fault: passing(fault.Conflict), Attempt: 3}, recovery.Verdict{Reason: spent, Exhausted: true}},
		{"unknown read", in{Spec: read, Fault: drew(fault.Unknown), Attempt: 1}, recovery.Verdict{Action: recovery.ActionRetry, After: 500 * time.Millisecond, Reason: "unclassified, and the call only reads"}},
		{"unknown read, spent", in{Spec: read, Fault: drew(fault.Unknown), Attempt: 2}, ret(spent)},
		{"unknown, tool undeclared", in{Fault: drew(fault.Unknown), Attempt: 1}, ret("unclassified")},
	}
	policy := recovery.Default()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.in.Rand = 0.5
			if diff := cmp.Diff(test.want, policy.Decide(test.in)); diff != "" {
				t.Errorf("Decide (-want +got):\n%s", diff)
			}
		})
	}
}

func TestZeroPolicyRepeatsNothing(t *testing.T) {
	t.Parallel()
	var policy recovery.Policy
	for _, k := range fault.Kinds() {
		v := policy.Decide(recovery.Situation{Spec: hasSecond, Fault: passing(k), Attempt: 1, Credentials: 1})
		if v.Action == recovery.ActionRetry || v.Action == recovery.ActionSwitchCredential {
			t.Errorf("%v: %v", k, v.Action)
		}
	}
}

func TestPlanOfOneTool(t *testing.T) {
	t.Parallel()
	policy := recovery.Default()
	policy.Tools = map[string]recovery.ToolPolicy{
		"pay": {
			Plans:      map[fault.Kind]recovery.Plan{fault.Timeout: {Attempts: 2, Base: time.Minute}, fault.Network: {Attempts: 9}},
			NeverRetry: []fault.Kind{fault.Network, fault.RateLimited, fault.Forbidden},
			Deadline:   5 * time.Second,
		},
	}
	tests := []struct {
		name string
		tool string
		kind fault.Kind
		want recovery.Plan
	}{
		{"preset", "find", fault.Timeout, recovery.Plan{Attempts: 4, Base: time.Second, Growth: 2, Cap: 30 * time.Second}},
		{"own", "pay", fault.Timeout, recovery.Plan{Attempts: 2, Base: time.Minute, Growth: 1}},
		{"own, never", "pay", fault.Network, recovery.Plan{Attempts: 1, Growth: 1}},
		{"preset, never", "pay", fault.RateLimited, recovery.Plan{Attempts: 1, Base: time.Second, Growth: 2, Cap: 30 * time.Second}},
		{"none", "find", fault.Declined, recovery.Plan{Attempts: 1, Growth: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, policy.Plan(test.tool, test.kind)); diff != "" {
				t.Errorf("Plan (-want +got):\n%s", diff)
			}
		})
	}
	if deadline, timeout := policy.Limits("pay"); deadline != 5*time.Second || timeout != 10*time.Second {
		t.Errorf("Limits(pay) = %v, %v", deadline, timeout)
	}
	s := recovery.Situation{Spec: &tool.Spec{Name: "pay", Credentials: []string{"b"}}, Fault: drew(fault.Forbidden), Attempt: 1, Credentials: 1}
	if v := policy.Decide(s); v.Action != recovery.ActionStop {
		t.Errorf("a kind never retried got %v", v.Action)
	}
	s = recovery.Situation{Spec: &tool.Spec{Name: "pay"}, Fault: passing(fault.Timeout), Attempt: 1, Rand: 0.5}
	if v := policy.Decide(s); v.Action != recovery.ActionReturn || !v.Exhausted {
		t.Errorf("a wait of 30s within a deadline of 5s got %+v", v)
	}
}

func TestRefuse(t *testing.T) {
	t.Parallel()
	policy := recovery.Default()
	const reason = "retry budget spent"
	tests := []struct {
		name string
		in   recovery.Situation
		want recovery.Verdict
	}{
		{"retry", recovery.Situation{Spec: backed, Fault: asking(3 * time.Second), Attempt: 1, StandIns: 1}, recovery.Verdict{After: 3 * time.Second, Reason: reason, Exhausted: true, Escalate: true}},
		{"first attempt", recovery.Situation{Fault: passing(fault.Network)}, recovery.Verdict{Reason: reason, Exhausted: true}},
		{"lost write makes no read-back", recovery.Situation{Spec: checked, Fault: lost(fault.Timeout), Attempt: 1}, recovery.Verdict{Reason: reason, Exhausted: true, Escalate: true}},
		{"remembered refusal", recovery.Situation{Spec: hasSecond, Fault: drew(fault.Forbidden), Credentials: 1}, recovery.Verdict{Action: recovery.ActionStop, Reason: reason}},
		{"canceled", recovery.Situation{Fault: drew(fault.Canceled)}, recovery.Verdict{Action: recovery.ActionStop, Reason: reason}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, policy.Refuse(test.in, reason)); diff != "" {
				t.Errorf("Refuse (-want +got):\n%s", diff)
			}
		})
	}
}
