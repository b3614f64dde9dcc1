package audit

import (
	"slices"

	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// coverage counts what recordings show.
type coverage struct {
	runs, arguments, timed, flagged, final, usage, tasks, success, effects int
	calls, unanswered, known                                               int
	answers, flags                                                         int
}

func (c *coverage) add(t *trajectory.Trajectory, review *judge.Review) {
	c.runs++
	one := func(n *int, on bool) {
		if on {
			*n++
		}
	}
	one(&c.arguments, !review.Unseen)
	one(&c.tasks, t.Task != "")
	one(&c.success, t.Success != nil)
	var timed, usage bool
	for m := range t.Messages {
		message := &t.Messages[m]
		timed = timed || !message.Time.IsZero()
		usage = usage || message.Usage != nil
		if message.Role == trajectory.RoleTool && message.Outcome != nil {
			c.answers++
			one(&c.flags, message.Outcome.Flag != tool.FlagNone || message.Outcome.Status != 0 || message.Outcome.Exit != nil || message.Outcome.Err != nil)
		}
	}
	for i := range t.Episodes {
		timed = timed || !t.Episodes[i].Time.IsZero()
	}
	one(&c.timed, timed)
	one(&c.usage, usage || t.Usage != nil)
	one(&c.final, endsInText(t))
	for i := range review.Calls {
		c.calls++
		one(&c.unanswered, review.Calls[i].Answered < 0)
		one(&c.known, review.Calls[i].Known)
	}
}

// endsInText says whether a run ends in an answer.
func endsInText(t *trajectory.Trajectory) bool {
	for _, m := range slices.Backward(t.Messages) {
		switch m.Role {
		case trajectory.RoleAssistant:
			return m.Text != "" && len(m.Calls) == 0
		case trajectory.RoleTool:
			return false
		case trajectory.RoleUser, trajectory.RoleSystem:
		}
	}
	return false
}

func (c *coverage) merge(o *coverage) {
	c.runs, c.arguments, c.timed, c.flagged, c.final = c.runs+o.runs, c.arguments+o.arguments, c.timed+o.timed, c.flagged+o.flagged, c.final+o.final
	c.usage, c.tasks, c.success, c.effects = c.usage+o.usage, c.tasks+o.tasks, c.success+o.success, c.effects+o.effects
	c.calls, c.unanswered, c.known = c.calls+o.calls, c.unanswered+o.unanswered, c.known+o.known
	c.answers, c.flags = c.answers+o.answers, c.flags+o.flags
}

// A Gap is something that recordings show in part or not at all, and what that
// means for the findings.
type Gap struct {
	What string `json:"what"`
	// Shown of Of have it.
	Shown int    `json:"shown"`
	Of    int    `json:"of"`
	Means string `json:"means"`
}

func (c *coverage) gaps() []Gap {
	all := []Gap{
		{"arguments of calls", c.arguments, c.runs, "without them, the agent's own words decide whether a call was changed, and no value can be traced"},
		{"timestamps", c.timed, c.runs, "without them, no wait can be told, and back-off cannot be judged"},
		{"error flags or statuses of results", c.flags, c.answers, "without them, a fault is told by the text alone"},
		{"answers to calls", c.calls - c.unanswered, c.calls, "a call without an answer is not judged"},
		{"effects of tools", c.known, c.calls, "an unknown effect counts as a write where repeating is judged; give --tools"},
		{"final answers", c.final, c.runs, "without one, reports, questions, invention and false success cannot be told"},
		{"tokens", c.usage, c.runs, "without them, cost is counted in turns and calls"},
		{"names of tasks", c.tasks, c.runs, "without them, trials cannot be paired, and every run counts as independent"},
		{"success of runs", c.success, c.runs, "without it, nothing is said of outcomes"},
	}
	var gaps []Gap
	for _, g := range all {
		if g.Of > 0 {
			gaps = append(gaps, g)
		}
	}
	return gaps
}
