package recovery_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

func specGenerator() *rapid.Generator[*tool.Spec] {
	return rapid.Custom(func(t *rapid.T) *tool.Spec {
		spec := &tool.Spec{
			Name:       rapid.SampledFrom([]string{"find", "pay"}).Draw(t, "tool"),
			Access:     tool.Access(rapid.IntRange(0, 2).Draw(t, "access")),
			Idempotent: rapid.Bool().Draw(t, "idempotent"),
		}
		if rapid.Bool().Draw(t, "verify") {
			spec.Verify = &tool.Verification{Tool: "find", Settle: time.Duration(rapid.Int64Range(0, int64(10*time.Second)).Draw(t, "settle"))}
		}
		if rapid.Bool().Draw(t, "stand-in") {
			spec.StandIns = []string{"search"}
		}
		if rapid.Bool().Draw(t, "credential") {
			spec.Credentials = []string{"second"}
		}
		return spec
	})
}

func faultGenerator() *rapid.Generator[fault.Fault] {
	return rapid.Custom(func(t *rapid.T) fault.Fault {
		return fault.Fault{
			Kind:       rapid.SampledFrom(append(fault.Kinds(), fault.OK)).Draw(t, "kind"),
			Retryable:  rapid.Bool().Draw(t, "retryable"),
			Effect:     tool.Effect(rapid.IntRange(0, 2).Draw(t, "effect")),
			RetryAfter: time.Duration(rapid.SampledFrom([]int64{0, 0, 1, 7, 20, 21, 600}).Draw(t, "retry after")) * time.Second,
		}
	})
}

func policyGenerator() *rapid.Generator[recovery.Policy] {
	return rapid.Custom(func(t *rapid.T) recovery.Policy {
		policy := recovery.Default()
		plans := map[fault.Kind]recovery.Plan{}
		for _, k := range fault.Kinds() {
			plans[k] = planGenerator().Draw(t, "plan")
		}
		if rapid.Bool().Draw(t, "own plans") {
			policy.Plans = plans // even of kinds that must never be tried again
		}
		never := rapid.SliceOfDistinct(rapid.SampledFrom(fault.Kinds()), func(k fault.Kind) fault.Kind { return k }).Draw(t, "never")
		policy.Tools = map[string]recovery.ToolPolicy{"pay": {NeverRetry: never, Deadline: time.Duration(rapid.IntRange(0, 20).Draw(t, "deadline")) * time.Second}}
		return policy
	})
}

// TestDecideIsSafe draws situations of every sort, contradictory ones included.
func TestDecideIsSafe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := policyGenerator().Draw(t, "policy")
		s := recovery.Situation{
			Spec:        specGenerator().Draw(t, "spec"),
			Fault:       faultGenerator().Draw(t, "fault"),
			Attempt:     rapid.IntRange(1, 6).Draw(t, "attempt"),
			Elapsed:     time.Duration(rapid.Int64Range(0, int64(50*time.Second)).Draw(t, "elapsed")),
			Waited:      time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "waited")),
			Keyed:       rapid.Bool().Draw(t, "keyed"),
			Verified:    recovery.Verification(rapid.IntRange(0, 3).Draw(t, "verified")),
			Credentials: rapid.IntRange(0, 2).Draw(t, "credentials"),
			StandIns:    rapid.IntRange(0, 1).Draw(t, "stand-ins"),
			Rand:        rapid.Float64Range(0, 0.999).Draw(t, "random"),
		}
		v := policy.Decide(s)
		if again := policy.Decide(s); again != v {
			t.Fatalf("not pure: %+v, then %+v", v, again)
		}
		if v.Reason == "" {
			t.Fatal("no reason")
		}
		checkVerdict(t, &policy, &s, v)
		refused := policy.Refuse(s, "spent")
		if refused.Action != recovery.ActionReturn && refused.Action != recovery.ActionStop {
			t.Fatalf("a refusal asks for %v", refused.Action)
		}
	})
}

// neverTable lists what is never tried again as it was, whatever a policy says.
var neverTable = []fault.Kind{
	fault.Forbidden, fault.Unauthenticated, fault.QuotaExhausted, fault.Declined, fault.Canceled,
	fault.InvalidArgument, fault.MissingArgument, fault.UnknownTool, fault.Partial, fault.OK,
}

func checkVerdict(t *rapid.T, policy *recovery.Policy, s *recovery.Situation, v recovery.Verdict) {
	deadline, _ := policy.Limits(s.Spec.Name)
	plan := policy.Plan(s.Spec.Name, s.Fault.Kind)
	switch v.Action {
	case recovery.ActionRetry, recovery.ActionSwitchCredential:
		if s.Fault.Effect != tool.EffectNone && !s.Spec.Idempotent && !s.Keyed && s.Verified != recovery.VerifiedNone {
			t.Fatalf("repeats a call with effect %v", s.Fault.Effect)
		}
		if s.Verified == recovery.VerifiedDone {
			t.Fatal("repeats a call that is verified to be done")
		}
		if s.Attempt >= plan.Attempts {
			t.Fatalf("attempt %d of %d", s.Attempt+1, plan.Attempts)
		}
		if s.Elapsed+v.After >= deadline {
			t.Fatalf("waits %v after %v, deadline %v", v.After, s.Elapsed, deadline)
		}
	case recovery.ActionVerify:
		if s.Spec.Verify == nil || s.Verified != recovery.Unverified || s.Elapsed >= deadline {
			t.Fatal("a read-back that is not there, was made, or comes too late")
		}
	case recovery.ActionStandIn:
		if s.StandIns == 0 || s.Spec.Access != tool.AccessRead || s.Elapsed >= deadline {
			t.Fatal("a stand-in that is not there, for a write, or too late")
		}
	case recovery.ActionDeliver:
		if s.Fault.Kind != fault.OK {
			t.Fatalf("delivers %v", s.Fault.Kind)
		}
	case recovery.ActionReturn, recovery.ActionStop:
	}
	if v.Action != recovery.ActionRetry {
		return
	}
	if slices.Contains(neverTable, s.Fault.Kind) {
		t.Fatalf("%v is tried again", s.Fault.Kind)
	}
	if unclassifiedRead := s.Fault.Kind == fault.Unknown && s.Spec.Access == tool.AccessRead; !s.Fault.Retryable && !unclassifiedRead {
		t.Fatalf("%v is tried again, and is not retryable", s.Fault.Kind)
	}
	if v.After < s.Fault.RetryAfter || s.Fault.RetryAfter > policy.MaxRetryAfter {
		t.Fatalf("waits %v, the upstream asks for %v", v.After, s.Fault.RetryAfter)
	}
	if most := plan.Envelope(s.Attempt); plan.Jitter != recovery.JitterDecorrelated && v.After > max(most, s.Fault.RetryAfter) {
		t.Fatalf("waits %v, the envelope is %v", v.After, most)
	}
}

// TestCallEndsInTime follows whole calls through faults of every sort: attempts,
// deadline and budget hold, and every call ends.
func TestCallEndsInTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := policyGenerator().Draw(t, "policy")
		spec := specGenerator().Draw(t, "spec")
		budget := recovery.NewBudget(recovery.BudgetConfig{Floor: rapid.IntRange(0, 3).Draw(t, "floor"), Window: time.Hour})
		start := time.Unix(1_800_000_000, 0)
		now := start
		s := recovery.Situation{Spec: spec, Attempt: 1, Credentials: 2, StandIns: len(spec.StandIns)}
		deadline, _ := policy.Limits(spec.Name)
		most, retries, verified := 1, 0, 0
		for {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(3*time.Second)).Draw(t, "took")))
			s.Elapsed, s.Fault = now.Sub(start), faultGenerator().Draw(t, "fault")
			s.Rand = rapid.Float64Range(0, 0.999).Draw(t, "random")
			most = max(most, policy.Plan(spec.Name, s.Fault.Kind).Attempts)
			v := policy.Decide(s)
			switch v.Action {
			case recovery.ActionRetry, recovery.ActionSwitchCredential:
				if !budget.Take(now) {
					return
				}
				now = now.Add(v.After)
				s.Attempt, s.Waited, s.Verified = s.Attempt+1, v.After, recovery.Unverified
				retries++
			case recovery.ActionVerify:
				s.Verified = recovery.Verification(rapid.IntRange(1, 3).Draw(t, "verified"))
				verified++
			case recovery.ActionStandIn:
				s.StandIns--
			case recovery.ActionReturn, recovery.ActionDeliver, recovery.ActionStop:
				if s.Attempt > most {
					t.Fatalf("%d attempts, no plan allows more than %d", s.Attempt, most)
				}
				if stats := budget.Stats(now); retries > stats.Allowed {
					t.Fatalf("%d retries, the budget allows %d", retries, stats.Allowed)
				}
				return
			}
			if now.Sub(start) >= deadline {
				t.Fatalf("%v at %v, deadline %v", v.Action, now.Sub(start), deadline)
			}
			if retries > 6 || verified > 20 {
				t.Fatal("the call does not end")
			}
		}
	})
}
