package recovery_test

import (
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/recovery"
)

func TestTaskBounds(t *testing.T) {
	t.Parallel()
	bounds := recovery.TaskConfig{Retries: 3, Time: time.Minute, Tokens: 1000}
	for name, c := range map[string]struct {
		spent  recovery.TaskSpent
		wait   time.Duration
		want   string
		action recovery.Action
	}{
		"nothing spent":        {action: recovery.ActionReturn},
		"one retry left":       {spent: recovery.TaskSpent{Retries: 2}, action: recovery.ActionReturn},
		"retries spent":        {spent: recovery.TaskSpent{Retries: 3}, want: "the run's retry budget is spent", action: recovery.ActionReturn},
		"the wait fits":        {spent: recovery.TaskSpent{Elapsed: 50 * time.Second}, wait: 9 * time.Second, action: recovery.ActionReturn},
		"the wait is too long": {spent: recovery.TaskSpent{Elapsed: 50 * time.Second}, wait: 10 * time.Second, want: "the run's time is spent", action: recovery.ActionReturn},
		"time spent":           {spent: recovery.TaskSpent{Elapsed: time.Minute}, want: "the run's time is spent", action: recovery.ActionStop},
		"tokens spent":         {spent: recovery.TaskSpent{Tokens: 1000}, want: "the run's tokens are spent", action: recovery.ActionStop},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := bounds.Refuses(c.spent, c.wait); got != c.want {
				t.Errorf("refuses %q, want %q", got, c.want)
			}
			if got := (recovery.TaskConfig{}).Refuses(c.spent, c.wait); got != "" {
				t.Errorf("no bound refuses: %q", got)
			}
			if got := bounds.Bound(recovery.Verdict{}, c.spent); got.Action != c.action {
				t.Errorf("action %v, want %v", got.Action, c.action)
			}
			if got := bounds.Bound(recovery.Verdict{Action: recovery.ActionDeliver}, c.spent); got.Action != recovery.ActionDeliver {
				t.Errorf("a success is bound: %v", got.Action)
			}
		})
	}
}
