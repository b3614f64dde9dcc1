package audit

import (
	"slices"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/trajectory"
)

// cost counts what faults cost: paired by task where trials repeat, and else in
// the turns of recovery.
type cost struct {
	tasks map[string]*taskCost
	// turns and tokens of the turns that directly follow a fault, of all.
	turns, recovery                int
	tokens, recoveryTokens         int64
	usd, recoveryUSD               float64
	withUsage, withMoney, assisted int
}

// taskCost sums the trials of one task, those with a fault and those without.
type taskCost struct{ clean, faulty trials }

type trials struct {
	n, calls, turns int
	tokens          int64
	usage           int
}

func (t *trials) add(calls, turns int, tokens int64) {
	t.n++
	t.calls += calls
	t.turns += turns
	if tokens > 0 {
		t.tokens += tokens
		t.usage++
	}
}

func (t *trials) merge(o *trials) {
	t.n, t.calls, t.turns, t.tokens, t.usage = t.n+o.n, t.calls+o.calls, t.turns+o.turns, t.tokens+o.tokens, t.usage+o.usage
}

func (c *cost) add(t *trajectory.Trajectory, review *judge.Review) {
	reactions := map[int]bool{}
	faulty := false
	for i := range review.Findings {
		f := &review.Findings[i]
		if f.Layer != judge.LayerGuard && f.Fault.Kind != fault.Empty {
			faulty = true
		}
		if f.Reaction >= 0 {
			reactions[f.Reaction] = true
		}
	}
	var total int64
	recovering := false
	for m := range t.Messages {
		message := &t.Messages[m]
		if message.Role != trajectory.RoleAssistant {
			recovering = recovering && message.Role == trajectory.RoleTool
			continue
		}
		c.assisted++
		recovering = reactions[m]
		if recovering {
			c.recovery++
		}
		c.turns++
		if u := message.Usage; u != nil {
			c.withUsage++
			tokens := u.In + u.Out
			total += tokens
			c.tokens += tokens
			c.usd += u.USD
			if u.USD > 0 {
				c.withMoney++
			}
			if recovering {
				c.recoveryTokens += tokens
				c.recoveryUSD += u.USD
			}
		}
	}
	if total == 0 && t.Usage != nil {
		total = t.Usage.In + t.Usage.Out
	}
	if t.Task == "" {
		return
	}
	task := c.tasks[t.Task]
	if task == nil {
		task = &taskCost{}
		c.tasks[t.Task] = task
	}
	side := &task.clean
	if faulty {
		side = &task.faulty
	}
	side.add(len(review.Calls), review.Turns, total)
}

func (c *cost) merge(o *cost) {
	c.turns, c.recovery, c.assisted, c.withUsage, c.withMoney = c.turns+o.turns, c.recovery+o.recovery, c.assisted+o.assisted, c.withUsage+o.withUsage, c.withMoney+o.withMoney
	c.tokens, c.recoveryTokens = c.tokens+o.tokens, c.recoveryTokens+o.recoveryTokens
	c.usd, c.recoveryUSD = c.usd+o.usd, c.recoveryUSD+o.recoveryUSD
	for name, task := range o.tasks {
		mine := c.tasks[name]
		if mine == nil {
			c.tasks[name] = task
			continue
		}
		mine.clean.merge(&task.clean)
		mine.faulty.merge(&task.faulty)
	}
}

// Cost says what faults cost.
type Cost struct {
	// Pairs counts the tasks with a trial that met a fault and one that did not.
	Pairs int `json:"pairs"`
	// Calls, Turns and Tokens are the median of the tasks' ratios, with faults
	// to without; 0 where nothing was paired.
	Calls  float64 `json:"calls_ratio,omitempty"`
	Turns  float64 `json:"turns_ratio,omitempty"`
	Tokens float64 `json:"tokens_ratio,omitempty"`
	// RecoveryTurns of AllTurns directly follow a fault.
	RecoveryTurns int `json:"recovery_turns"`
	AllTurns      int `json:"turns"`
	// RecoveryTokens of AllTokens were spent in them, where UsageTurns of all
	// turns have their usage recorded.
	RecoveryTokens int64   `json:"recovery_tokens"`
	AllTokens      int64   `json:"tokens"`
	RecoveryUSD    float64 `json:"recovery_usd,omitempty"`
	AllUSD         float64 `json:"usd,omitempty"`
	UsageTurns     int     `json:"turns_with_usage"`
}

func (c *cost) figures() Cost {
	out := Cost{
		RecoveryTurns: c.recovery, AllTurns: c.turns, RecoveryTokens: c.recoveryTokens, AllTokens: c.tokens,
		RecoveryUSD: c.recoveryUSD, AllUSD: c.usd, UsageTurns: c.withUsage,
	}
	var calls, turns, tokens []float64
	for _, task := range c.tasks {
		if task.clean.n == 0 || task.faulty.n == 0 {
			continue
		}
		out.Pairs++
		calls = appendRatio(calls, task.faulty.calls, task.faulty.n, task.clean.calls, task.clean.n)
		turns = appendRatio(turns, task.faulty.turns, task.faulty.n, task.clean.turns, task.clean.n)
		tokens = appendRatio(tokens, int(task.faulty.tokens), task.faulty.usage, int(task.clean.tokens), task.clean.usage)
	}
	out.Calls, out.Turns, out.Tokens = median(calls), median(turns), median(tokens)
	return out
}

func appendRatio(all []float64, sum, n, base, m int) []float64 {
	if n == 0 || m == 0 || base == 0 {
		return all
	}
	return append(all, float64(sum)/float64(n)/(float64(base)/float64(m)))
}

func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	if n := len(all); n%2 == 0 {
		return (all[n/2-1] + all[n/2]) / 2
	}
	return all[len(all)/2]
}
