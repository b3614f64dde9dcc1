package lab

import (
	"context"
	"sync"
	"time"
)

// clock passes time, really or virtually, and remembers how long it was waited.
type clock struct {
	isVirtual bool

	mu    sync.Mutex
	now   time.Time
	waits []time.Duration
}

// epochTable is where virtual time starts.
var epochTable = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

func newClock(isVirtual bool) *clock { return &clock{isVirtual: isVirtual, now: epochTable} }

// Now is the present time.
func (c *clock) Now() time.Time {
	if !c.isVirtual {
		return time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Sleep passes d.
func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if c.isVirtual {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.now = c.now.Add(max(d, 0))
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Wait is Sleep for a strategy: the wait is remembered.
func (c *clock) Wait(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	c.waits = append(c.waits, d)
	c.mu.Unlock()
	return c.Sleep(ctx, d)
}

// waited returns the sum of the strategy's waits.
func (c *clock) waited() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	var sum time.Duration
	for _, d := range c.waits {
		sum += d
	}
	return sum
}
