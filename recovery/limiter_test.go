package recovery_test

import (
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/recovery"
)

func TestLimiterLearns(t *testing.T) {
	t.Parallel()
	l := recovery.NewLimiter()
	now := epoch
	for range 100 { // 100 a second
		if wait := l.Wait(now); wait != 0 {
			t.Fatalf("waits %v before it has learnt anything", wait)
		}
		l.Accepted(now)
		now = now.Add(10 * time.Millisecond)
	}
	l.Refused(now, 3*time.Second)
	first := l.Wait(now)
	if first != 3*time.Second {
		t.Errorf("first wait after the refusal: %v, want 3s", first)
	}
	spacing := l.Wait(now) - first
	if spacing < 13*time.Millisecond || spacing > 15*time.Millisecond {
		t.Errorf("spacing %v, want that of seven tenths of 100 a second", spacing)
	}
	l.Refused(now.Add(time.Second), 5*time.Second) // was under way
	third := l.Wait(now)
	if third != 6*time.Second {
		t.Errorf("after a second refusal: %v, want 6s", third)
	}
	if next := l.Wait(now) - third; next != spacing {
		t.Errorf("a refusal of a call that was under way changed the spacing from %v to %v", spacing, next)
	}
	now = now.Add(7 * time.Second)
	for range 100 {
		now = now.Add(l.Wait(now))
		l.Accepted(now)
	}
	if wait := l.Wait(now); wait != 0 {
		t.Errorf("still waits %v after 100 accepted calls", wait)
	}
}

func TestLimiterWithoutStatedWait(t *testing.T) {
	t.Parallel()
	l := recovery.NewLimiter()
	l.Refused(epoch, 0)
	if wait := l.Wait(epoch); wait <= 0 || wait > time.Second {
		t.Errorf("wait %v", wait)
	}
}

func TestLimiterQueueIsBounded(t *testing.T) {
	t.Parallel()
	l := recovery.NewLimiter()
	now := epoch
	for range 20 {
		l.Refused(now, 0)
		now = now.Add(2 * time.Second)
	}
	longest := time.Duration(0)
	for range 1000 {
		longest = max(longest, l.Wait(now))
	}
	if longest > 22*time.Second {
		t.Errorf("callers that never send queue for %v", longest)
	}
}

func TestLimiterSlotsAreTakenOnce(t *testing.T) {
	t.Parallel()
	l := recovery.NewLimiter()
	l.Refused(epoch, time.Second)
	var mu sync.Mutex
	seen := map[time.Duration]bool{}
	var workers sync.WaitGroup
	for range 32 {
		workers.Go(func() {
			wait := l.Wait(epoch)
			mu.Lock()
			defer mu.Unlock()
			if seen[wait] {
				t.Errorf("slot %v was given twice", wait)
			}
			seen[wait] = true
		})
	}
	workers.Wait()
}

// TestLimiterKeepsStatedWaits drives a limiter at random: nothing is ever sent
// before the time that the upstream gave.
func TestLimiterKeepsStatedWaits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := recovery.NewLimiter()
		now, until := epoch, epoch
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms")) * time.Millisecond)
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				asked := time.Duration(rapid.IntRange(0, 10).Draw(t, "asked")) * time.Second
				l.Refused(now, asked)
				if at := now.Add(asked); at.After(until) {
					until = at
				}
			case 1:
				l.Accepted(now)
			default:
				if at := now.Add(l.Wait(now)); at.Before(until) {
					t.Fatalf("would send at %v, the upstream asked for %v", at, until)
				}
			}
		}
	})
}
