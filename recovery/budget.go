package recovery

import "time"

// A Budget bounds the retries of one upstream to a share of its calls, so that
// retries cannot multiply the load of a backend that is down. It is asked
// before the wait: nobody waits in order to fail. It is safe for concurrent
// use; the zero Budget has no bound.
type Budget struct {
	ratio   float64
	floor   int
	bounded bool
	calls   window
	retries window
}

// BudgetStats is what a budget counted in its window.
type BudgetStats struct {
	Calls   int `json:"calls"`
	Retries int `json:"retries"`
	// Allowed is how many retries the window allows at present; -1 is no bound.
	Allowed int `json:"allowed"`
}

// NewBudget returns a budget. Its window slides in steps of a tenth.
func NewBudget(cfg BudgetConfig) *Budget {
	return &Budget{
		ratio: cfg.Ratio, floor: cfg.Floor, bounded: cfg.Window > 0,
		calls: newWindow(cfg.Window), retries: newWindow(cfg.Window),
	}
}

// Call counts a call: its first attempt.
func (b *Budget) Call(now time.Time) {
	if b.bounded {
		b.calls.add(b.calls.at(now))
	}
}

// Take takes one retry out of the budget, or reports that it is spent. The
// retry is counted first and then looked at, so that goroutines that ask
// together never take too many; they may be refused the very last one.
func (b *Budget) Take(now time.Time) bool {
	if !b.bounded {
		return true
	}
	part := b.retries.add(b.retries.at(now))
	if b.retries.sum(part) <= b.allowed(part) {
		return true
	}
	b.retries.remove(part)
	return false
}

// Stats returns what the window holds.
func (b *Budget) Stats(now time.Time) BudgetStats {
	if !b.bounded {
		return BudgetStats{Allowed: -1}
	}
	part := b.calls.at(now)
	return BudgetStats{Calls: b.calls.sum(part), Retries: b.retries.sum(part), Allowed: b.allowed(part)}
}

func (b *Budget) allowed(part uint64) int {
	return max(b.floor, int(b.ratio*float64(b.calls.sum(part))))
}
