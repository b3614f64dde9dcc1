package recovery_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/recovery"
)

func TestWait(t *testing.T) {
	t.Parallel()
	plan := recovery.Plan{Base: time.Second, Growth: 2, Cap: 5 * time.Second}
	with := func(j recovery.Jitter) recovery.Plan { p := plan; p.Jitter = j; return p }
	tests := []struct {
		name     string
		plan     recovery.Plan
		attempts int
		previous time.Duration
		random   float64
		want     time.Duration
	}{
		{"full, lowest", plan, 1, 0, 0, 0},
		{"full, middle", plan, 2, 0, 0.5, time.Second},
		{"full, capped", plan, 9, 0, 0.5, 2500 * time.Millisecond},
		{"equal, lowest", with(recovery.JitterEqual), 2, 0, 0, time.Second},
		{"equal, middle", with(recovery.JitterEqual), 2, 0, 0.5, 1500 * time.Millisecond},
		{"decorrelated, first", with(recovery.JitterDecorrelated), 1, 0, 0.5, 2 * time.Second},
		{"decorrelated, later", with(recovery.JitterDecorrelated), 2, 1500 * time.Millisecond, 0.5, 2750 * time.Millisecond},
		{"decorrelated, capped", with(recovery.JitterDecorrelated), 5, 20 * time.Second, 0.9, 5 * time.Second},
		{"none", with(recovery.JitterNone), 3, 0, 0.9, 4 * time.Second},
		{"nothing planned", recovery.Plan{}, 3, time.Second, 0.9, 0},
		{"no attempt yet", with(recovery.JitterNone), 0, 0, 0, time.Second},
		{"no number drawn", plan, 1, 0, math.NaN(), 0},
		{"beyond what a duration holds", recovery.Plan{Base: time.Hour, Growth: 1e9, Jitter: recovery.JitterNone}, 40, 0, 0, math.MaxInt64},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.plan.Wait(test.attempts, test.previous, test.random); got != test.want {
				t.Errorf("Wait = %v, want %v", got, test.want)
			}
		})
	}
}

// planGenerator draws any plan that is valid, and broken ones of every sort.
func planGenerator() *rapid.Generator[recovery.Plan] {
	return rapid.Custom(func(t *rapid.T) recovery.Plan {
		return recovery.Plan{
			Attempts: rapid.IntRange(-1, 6).Draw(t, "attempts"),
			Base:     time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "base")),
			Growth:   rapid.SampledFrom([]float64{0, 1, 1.5, 2, 10, 1e300}).Draw(t, "growth"),
			Cap:      time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "cap")),
			Jitter:   recovery.Jitter(rapid.IntRange(0, 3).Draw(t, "jitter")),
		}
	})
}

// TestWaitStaysInEnvelope draws waits over whole calls: each stays in what its
// jitter promises.
func TestWaitStaysInEnvelope(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		plan := planGenerator().Draw(t, "plan")
		previous := time.Duration(0)
		envelope := time.Duration(0)
		for attempts := 1; attempts <= 6; attempts++ {
			random := rapid.Float64Range(-1, 2).Draw(t, "random")
			wait := plan.Wait(attempts, previous, random)
			if wait < 0 || (plan.Cap > 0 && wait > plan.Cap) {
				t.Fatalf("wait %v outside of [0, %v]", wait, plan.Cap)
			}
			if e := plan.Envelope(attempts); e < envelope {
				t.Fatalf("envelope fell from %v to %v", envelope, e)
			} else {
				envelope = e
			}
			low, high := time.Duration(0), envelope
			switch plan.Jitter {
			case recovery.JitterEqual:
				low = envelope / 2
			case recovery.JitterNone:
				low = envelope
			case recovery.JitterDecorrelated:
				low, high = plan.Base, 3*max(previous, plan.Base)
				if plan.Cap > 0 {
					low, high = min(low, plan.Cap), min(high, plan.Cap)
				}
			case recovery.JitterFull:
			}
			if wait < low || wait > high {
				t.Fatalf("%v: wait %v outside of [%v, %v]", plan.Jitter, wait, low, high)
			}
			previous = wait
		}
	})
}
