package recovery_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/recovery"
)

var epoch = time.Unix(1_800_000_000, 0)

func TestBudgetHasNoBound(t *testing.T) {
	t.Parallel()
	var budget recovery.Budget
	for range 100 {
		if !budget.Take(epoch) {
			t.Fatal("the zero budget refused a retry")
		}
	}
	if got := budget.Stats(epoch); got.Allowed != -1 {
		t.Errorf("Allowed = %d, want -1", got.Allowed)
	}
}

func TestBudgetSlides(t *testing.T) {
	t.Parallel()
	budget := recovery.NewBudget(recovery.BudgetConfig{Ratio: 0.2, Floor: 2, Window: time.Minute})
	take := func(now time.Time, n int) (taken int) {
		for range n {
			if budget.Take(now) {
				taken++
			}
		}
		return taken
	}
	if got := take(epoch, 10); got != 2 {
		t.Errorf("without calls: %d retries, want the floor of 2", got)
	}
	for range 50 {
		budget.Call(epoch.Add(30 * time.Second))
	}
	if got := take(epoch.Add(30*time.Second), 20); got != 8 {
		t.Errorf("after 50 calls: %d more retries, want 8", got)
	}
	if got := budget.Stats(epoch.Add(30 * time.Second)); got != (recovery.BudgetStats{Calls: 50, Retries: 10, Allowed: 10}) {
		t.Errorf("Stats = %+v", got)
	}
	if got := take(epoch.Add(70*time.Second), 20); got != 2 {
		t.Errorf("once the first two have passed: %d, want 2", got)
	}
	if got := take(epoch.Add(5*time.Minute), 20); got != 2 {
		t.Errorf("after a pause: %d, want the floor of 2", got)
	}
}

// TestBudgetIsNeverOvershot asks from many goroutines at once: the bound holds,
// and is reached when asked again in peace.
func TestBudgetIsNeverOvershot(t *testing.T) {
	t.Parallel()
	const goroutines, rounds, floor = 32, 40, 50
	for round := range rounds {
		budget := recovery.NewBudget(recovery.BudgetConfig{Floor: floor, Window: time.Minute})
		var taken atomic.Int64
		var workers sync.WaitGroup
		start := make(chan struct{})
		for g := range goroutines {
			workers.Go(func() {
				<-start
				for i := range 10 {
					// Clocks differ a little, and parts of the window change.
					if budget.Take(epoch.Add(time.Duration(g*i) * 20 * time.Millisecond)) {
						taken.Add(1)
					}
				}
			})
		}
		close(start)
		workers.Wait()
		if got := taken.Load(); got > floor {
			t.Fatalf("round %d: %d retries, the budget allows %d", round, got, floor)
		}
		for range floor {
			if budget.Take(epoch.Add(7 * time.Second)) {
				taken.Add(1)
			}
		}
		if got := taken.Load(); got != floor {
			t.Fatalf("round %d: %d retries in the end, want %d", round, got, floor)
		}
	}
}

// TestBudgetModel compares the budget with the plain list of what happened: in
// no window are there more retries than the floor, or the share of the calls
// within one part more.
func TestBudgetModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cfg := recovery.BudgetConfig{Ratio: 0.3, Floor: rapid.IntRange(0, 4).Draw(t, "floor"), Window: 10 * time.Second}
		budget := recovery.NewBudget(cfg)
		now := epoch
		var calls, retries []time.Time
		since := func(list []time.Time, d time.Duration) (n int) {
			for _, at := range list {
				if now.Sub(at) < d {
					n++
				}
			}
			return n
		}
		for range rapid.IntRange(1, 120).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 900).Draw(t, "ms")) * time.Millisecond)
			if rapid.IntRange(0, 2).Draw(t, "what") > 0 {
				budget.Call(now)
				calls = append(calls, now)
				continue
			}
			if !budget.Take(now) {
				continue
			}
			retries = append(retries, now)
			most := max(cfg.Floor, int(cfg.Ratio*float64(since(calls, 11*time.Second))))
			if n := since(retries, cfg.Window); n > most {
				t.Fatalf("%d retries in %v, at most %d are allowed", n, cfg.Window, most)
			}
		}
	})
}
