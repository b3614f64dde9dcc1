package recovery_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
)

func TestValidatePresets(t *testing.T) {
	t.Parallel()
	var zero recovery.Policy
	preset := recovery.Default()
	for name, policy := range map[string]*recovery.Policy{"zero": &zero, "preset": &preset} {
		if err := policy.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValidateNamesEverything(t *testing.T) {
	t.Parallel()
	policy := recovery.Policy{
		Plans: map[fault.Kind]recovery.Plan{
			fault.OK:       {},
			fault.Timeout:  {Attempts: -1, Base: -time.Second, Growth: math.NaN(), Jitter: 9},
			fault.Network:  {Attempts: 2, Base: time.Second, Cap: time.Millisecond, Growth: math.Inf(1)},
			fault.Declined: {Attempts: 2},
		},
		Tools: map[string]recovery.ToolPolicy{
			"pay": {Plans: map[fault.Kind]recovery.Plan{fault.Timeout: {Cap: -1}}, NeverRetry: []fault.Kind{fault.Timeout, 99}, Deadline: -1, Timeout: -1},
		},
		Deadline: -1, Timeout: -1, MaxRetryAfter: -1,
		Budget:  recovery.BudgetConfig{Ratio: 1.5, Floor: -1},
		Breaker: recovery.BreakerConfig{Failures: 0.5},
		Memory:  recovery.MemoryConfig{TTL: -1, StopAfter: -1},
		Task:    recovery.TaskConfig{Retries: -1},
	}
	want := []string{
		`plans.ok must name a kind of fault, got "ok" (1)`,
		`plans.timeout.attempts must be at least 0, got -1`,
		`plans.timeout.base must be at least 0s, got -1s`,
		`plans.timeout.growth must be a number of at least 0, got NaN`,
		`plans.timeout.jitter must be one of [full equal decorrelated none], got 9`,
		`plans.network.cap must be at least the base of 1s, got 1ms`,
		`plans.network.growth must be a number of at least 0, got +Inf`,
		`plans.declined.attempts must be 1, since a fault of this kind is never tried again, got 2`,
		`tools.pay.plans.timeout.cap must be at least 0s, got -1ns`,
		`tools.pay.never_retry[1] must name a kind of fault, got "unknown" (99)`,
		`tools.pay.deadline must be at least 0s, got -1ns`,
		`tools.pay.timeout must be at least 0s, got -1ns`,
		`deadline must be at least 0s, got -1ns`,
		`timeout must be at least 0s, got -1ns`,
		`max_retry_after must be at least 0s, got -1ns`,
		`budget.ratio must be between 0 and 1, got 1.5`,
		`budget.floor must be at least 0, got -1`,
		`budget.window must be above 0 where a ratio or a floor is set, got 0s`,
		`breaker.minimum must be at least 1 where a share of failures is set, got 0`,
		`breaker.window must be above 0 where a share of failures is set, got 0s`,
		`breaker.open must be above 0 where a share of failures is set, got 0s`,
		`memory.ttl must be at least 0s, got -1ns`,
		`memory.stop_after must be at least 0, got -1`,
		`task.retries must be at least 0, got -1`,
	}
	err := policy.Validate()
	if err == nil {
		t.Fatal("nothing was found")
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("Validate (-want +got):\n%s", diff)
	}
}
