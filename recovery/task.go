package recovery

import "time"

// TaskSpent is what one run has cost so far.
type TaskSpent struct {
	Retries int
	Elapsed time.Duration
	Tokens  int
}

// Refuses returns why a retry after the wait is not within the bounds, or "".
func (c TaskConfig) Refuses(spent TaskSpent, wait time.Duration) string {
	switch {
	case c.Retries > 0 && spent.Retries >= c.Retries:
		return "the run's retry budget is spent"
	case c.Time > 0 && spent.Elapsed+wait >= c.Time:
		return "the run's time is spent"
	case c.Tokens > 0 && spent.Tokens >= c.Tokens:
		return "the run's tokens are spent"
	}
	return ""
}

// Bound turns a verdict that hands a fault back to the model into the end of the
// run where nothing is left for the model to spend.
func (c TaskConfig) Bound(v Verdict, spent TaskSpent) Verdict {
	c.Retries = 0 // a run without retries goes on
	if reason := c.Refuses(spent, 0); reason != "" && v.Action == ActionReturn {
		v.Action, v.Reason = ActionStop, reason
	}
	return v
}
