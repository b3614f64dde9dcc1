package recovery

import (
	"time"

	"github.com/sequitur-go/sequitur/fault"
)

// Default returns the preset of the documentation. The value is the caller's
// own: changing it changes nothing else.
func Default() Policy {
	transient := Plan{Attempts: 4, Base: time.Second, Growth: 2, Cap: 30 * time.Second}
	once := Plan{Attempts: 2, Base: time.Second, Growth: 1}
	// The second attempt is one with another credential, where there is one; the
	// refused one is never tried again.
	credential := Plan{Attempts: 2}
	return Policy{
		Plans: map[fault.Kind]Plan{
			fault.Timeout:         transient,
			fault.Network:         transient,
			fault.RateLimited:     transient,
			fault.ServerError:     once,
			fault.Malformed:       once,
			fault.Unknown:         once,
			fault.Unauthenticated: credential,
			fault.Forbidden:       credential,
			fault.Conflict:        {Attempts: 3, Base: 200 * time.Millisecond, Growth: 2, Cap: 2 * time.Second},
		},
		Deadline:      45 * time.Second,
		Timeout:       10 * time.Second,
		MaxRetryAfter: 20 * time.Second,
		Budget:        BudgetConfig{Ratio: 0.2, Floor: 10, Window: time.Minute},
		Breaker:       BreakerConfig{Failures: 0.5, Minimum: 10, Window: 30 * time.Second, Open: 15 * time.Second},
		Memory:        MemoryConfig{TTL: 10 * time.Minute, StopAfter: 3},
	}
}

// Plan returns the plan for a fault of one tool: the tool's own where it has
// one, one attempt where the tool must never be tried again. Attempts and Growth
// are at least 1.
func (p *Policy) Plan(toolName string, k fault.Kind) Plan {
	own := p.Tools[toolName]
	plan, ok := own.Plans[k]
	if !ok {
		plan = p.Plans[k]
	}
	for _, never := range own.NeverRetry {
		if never == k {
			plan.Attempts = 1
		}
	}
	plan.Attempts = max(plan.Attempts, 1)
	plan.Growth = max(plan.Growth, 1)
	return plan
}

// Limits returns the deadline of one tool's calls, and the timeout of their
// attempts.
func (p *Policy) Limits(toolName string) (deadline, timeout time.Duration) {
	deadline, timeout = p.Deadline, p.Timeout
	own := p.Tools[toolName]
	if own.Deadline > 0 {
		deadline = own.Deadline
	}
	if own.Timeout > 0 {
		timeout = own.Timeout
	}
	return deadline, timeout
}
