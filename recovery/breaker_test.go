package recovery_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
)

func defaultBreaker() *recovery.Breaker { return recovery.NewBreaker(recovery.Default().Breaker) }

// broken returns a breaker that opened at the epoch.
func broken(t *testing.T) *recovery.Breaker {
	t.Helper()
	b := defaultBreaker()
	for range 10 {
		if !b.Allow(epoch) {
			t.Fatal("opened too early")
		}
		b.Failure(epoch)
	}
	if b.Allow(epoch) || b.State(epoch) != recovery.BreakerOpen {
		t.Fatal("did not open after 10 failures of 10")
	}
	return b
}

func TestBreakerOpensAtShareAndMinimum(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                string
		successes, failures int
		open                bool
	}{
		{"too few", 0, 9, false},
		{"enough", 0, 10, true},
		{"half", 5, 5, true},
		{"just less than half", 8, 7, false},
		{"only successes", 100, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := defaultBreaker()
			for range test.successes {
				b.Success(epoch)
			}
			for range test.failures {
				b.Failure(epoch)
			}
			if open := !b.Allow(epoch); open != test.open {
				t.Errorf("open = %v, want %v", open, test.open)
			}
		})
	}
	spread := defaultBreaker()
	for i := range 30 {
		spread.Failure(epoch.Add(time.Duration(i) * 5 * time.Second))
	}
	if !spread.Allow(epoch.Add(150 * time.Second)) {
		t.Error("opened on failures that are never ten in one window")
	}
}

func TestBreakerProbes(t *testing.T) {
	t.Parallel()
	b := broken(t)
	at := epoch.Add(15 * time.Second)
	if b.Allow(at.Add(-time.Millisecond)) {
		t.Error("let a call through too early")
	}
	if !b.Allow(at) || b.State(at) != recovery.BreakerHalfOpen {
		t.Fatal("no probe after 15 s")
	}
	if b.Allow(at) {
		t.Error("let a second probe through")
	}
	b.Failure(at)
	if b.Allow(at.Add(14 * time.Second)) {
		t.Error("a failed probe did not open it anew")
	}
	at = at.Add(15 * time.Second)
	if !b.Allow(at) {
		t.Fatal("no second probe")
	}
	b.Success(at)
	if !b.Allow(at) || b.State(at) != recovery.BreakerClosed {
		t.Fatal("a good probe did not close it")
	}
	b.Failure(at)
	if !b.Allow(at) {
		t.Error("failures of before it opened still count")
	}
}

func TestBreakerStartsAnew(t *testing.T) {
	t.Parallel()
	b := recovery.NewBreaker(recovery.BreakerConfig{Failures: 0.9, Minimum: 4, Window: time.Minute, Open: time.Second})
	for range 4 {
		b.Failure(epoch)
	}
	at := epoch.Add(time.Second)
	if !b.Allow(at) {
		t.Fatal("no probe")
	}
	b.Success(at)
	for i := range 4 {
		if !b.Allow(at) {
			t.Fatalf("opened after %d failures", i)
		}
		b.Failure(at)
	}
	if b.Allow(at) {
		t.Error("what happened before it opened keeps it closed")
	}
}

func TestBreakerForgetsLostProbe(t *testing.T) {
	t.Parallel()
	b := broken(t)
	at := epoch.Add(20 * time.Second)
	if !b.Allow(at) {
		t.Fatal("no probe")
	}
	if b.Allow(at.Add(14 * time.Second)) {
		t.Error("two probes at once")
	}
	if !b.Allow(at.Add(16 * time.Second)) {
		t.Error("a probe that never reported holds it half-open for ever")
	}
}

func TestBreakerIgnoresStragglers(t *testing.T) {
	t.Parallel()
	b := broken(t)
	b.Success(epoch.Add(time.Second)) // sent before it opened
	if b.Allow(epoch.Add(time.Second)) {
		t.Error("a straggler closed it")
	}
	b.Failure(epoch.Add(10 * time.Second))
	if !b.Allow(epoch.Add(15 * time.Second)) {
		t.Error("a straggler prolonged it")
	}
}

func TestBreakerLetsOneProbeThrough(t *testing.T) {
	t.Parallel()
	b := broken(t)
	var through atomic.Int64
	var workers sync.WaitGroup
	for range 32 {
		workers.Go(func() {
			if b.Allow(epoch.Add(15 * time.Second)) {
				through.Add(1)
			}
		})
	}
	workers.Wait()
	if got := through.Load(); got != 1 {
		t.Errorf("%d probes, want 1", got)
	}
}

func TestZeroBreakerNeverOpens(t *testing.T) {
	t.Parallel()
	var b recovery.Breaker
	for range 100 {
		b.Failure(epoch)
	}
	b.Success(epoch)
	if !b.Allow(epoch) {
		t.Error("opened")
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	want := map[fault.Kind]bool{fault.Timeout: true, fault.Network: true, fault.ServerError: true, fault.RateLimited: true}
	for _, k := range append(fault.Kinds(), fault.OK) {
		if got := recovery.Counts(k); got != want[k] {
			t.Errorf("Counts(%v) = %v", k, got)
		}
	}
}

// TestBreakerIsNeverStuck drives a breaker at random: whatever happened, it
// lets something through again once it was left alone for its open time.
func TestBreakerIsNeverStuck(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := defaultBreaker()
		now := epoch
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 4000).Draw(t, "ms")) * time.Millisecond)
			if b.Allow(now) {
				switch rapid.IntRange(0, 3).Draw(t, "report") {
				case 0:
					b.Success(now)
				case 1, 2:
					b.Failure(now)
				}
			}
		}
		if !b.Allow(now.Add(15*time.Second + 2)) {
			t.Fatalf("nothing is let through, state %v", b.State(now))
		}
	})
}

func BenchmarkSuccessPath(b *testing.B) {
	policy := recovery.Default()
	budget, breaker := recovery.NewBudget(policy.Budget), recovery.NewBreaker(policy.Breaker)
	now := epoch
	b.ReportAllocs()
	for b.Loop() {
		now = now.Add(time.Microsecond)
		budget.Call(now)
		if !breaker.Allow(now) {
			b.Fatal("open")
		}
		breaker.Success(now)
	}
}

func BenchmarkLimiterSuccessPath(b *testing.B) {
	limiter := recovery.NewLimiter()
	now := epoch
	b.ReportAllocs()
	for b.Loop() {
		now = now.Add(time.Microsecond)
		if limiter.Wait(now) != 0 {
			b.Fatal("limited")
		}
		limiter.Accepted(now)
	}
}
