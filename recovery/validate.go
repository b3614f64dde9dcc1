package recovery

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/sequitur-go/sequitur/fault"
)

// Validate returns everything that is wrong with the policy, one line each:
// where, the rule, and the value.
func (p *Policy) Validate() error {
	var c checker
	c.plans("plans", p.Plans)
	for _, name := range slices.Sorted(maps.Keys(p.Tools)) {
		own, path := p.Tools[name], "tools."+name
		c.plans(path+".plans", own.Plans)
		for i, k := range own.NeverRetry {
			c.kind(fmt.Sprintf("%s.never_retry[%d]", path, i), k)
		}
		c.duration(path+".deadline", own.Deadline)
		c.duration(path+".timeout", own.Timeout)
		c.duration(path+".last_good", own.LastGood)
	}
	c.duration("deadline", p.Deadline)
	c.duration("timeout", p.Timeout)
	c.duration("max_retry_after", p.MaxRetryAfter)
	c.budget(p.Budget)
	c.breaker(p.Breaker)
	c.duration("memory.ttl", p.Memory.TTL)
	c.count("memory.stop_after", p.Memory.StopAfter)
	c.count("task.retries", p.Task.Retries)
	c.duration("task.time", p.Task.Time)
	c.count("task.tokens", p.Task.Tokens)
	return errors.Join(c.errs...)
}

// checker collects what is wrong.
type checker struct{ errs []error }

func (c *checker) fail(path, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s %s", path, fmt.Sprintf(format, args...)))
}

func (c *checker) plans(path string, plans map[fault.Kind]Plan) {
	for _, k := range slices.Sorted(maps.Keys(plans)) {
		at, plan := path+"."+k.String(), plans[k]
		c.kind(at, k)
		c.count(at+".attempts", plan.Attempts)
		if final(k) && plan.Attempts > 1 {
			c.fail(at+".attempts", "must be 1, since a fault of this kind is never tried again, got %d", plan.Attempts)
		}
		c.duration(at+".base", plan.Base)
		c.duration(at+".cap", plan.Cap)
		if plan.Cap > 0 && plan.Cap < plan.Base {
			c.fail(at+".cap", "must be at least the base of %v, got %v", plan.Base, plan.Cap)
		}
		if math.IsNaN(plan.Growth) || plan.Growth < 0 || math.IsInf(plan.Growth, 1) {
			c.fail(at+".growth", "must be a number of at least 0, got %v", plan.Growth)
		}
		if plan.Jitter > JitterNone {
			c.fail(at+".jitter", "must be one of %v, got %d", jitterNames, uint8(plan.Jitter))
		}
	}
}

func (c *checker) budget(b BudgetConfig) {
	c.share("budget.ratio", b.Ratio)
	c.count("budget.floor", b.Floor)
	c.duration("budget.window", b.Window)
	if (b.Ratio > 0 || b.Floor > 0) && b.Window == 0 {
		c.fail("budget.window", "must be above 0 where a ratio or a floor is set, got %v", b.Window)
	}
}

func (c *checker) breaker(b BreakerConfig) {
	c.share("breaker.failures", b.Failures)
	c.count("breaker.minimum", b.Minimum)
	c.duration("breaker.window", b.Window)
	c.duration("breaker.open", b.Open)
	opens := b.Failures > 0
	if opens && b.Minimum == 0 {
		c.fail("breaker.minimum", "must be at least 1 where a share of failures is set, got 0")
	}
	if opens && b.Window == 0 {
		c.fail("breaker.window", "must be above 0 where a share of failures is set, got %v", b.Window)
	}
	if opens && b.Open == 0 {
		c.fail("breaker.open", "must be above 0 where a share of failures is set, got %v", b.Open)
	}
}

func (c *checker) kind(path string, k fault.Kind) {
	if _, ok := kindsTable[k]; !ok {
		c.fail(path, "must name a kind of fault, got %q (%d)", k, uint8(k))
	}
}

func (c *checker) count(path string, n int) {
	if n < 0 {
		c.fail(path, "must be at least 0, got %d", n)
	}
}

func (c *checker) duration(path string, d time.Duration) {
	if d < 0 {
		c.fail(path, "must be at least 0s, got %v", d)
	}
}

func (c *checker) share(path string, v float64) {
	if math.IsNaN(v) || v < 0 || v > 1 {
		c.fail(path, "must be between 0 and 1, got %v", v)
	}
}
