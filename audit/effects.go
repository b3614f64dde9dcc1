package audit

import (
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Duplicate is a write that may have happened twice.
type Duplicate struct {
	Trajectory string `json:"trajectory"`
	Source     string `json:"source,omitempty"`
	Tool       string `json:"tool"`
	CallID     string `json:"call_id"`
	// Certain says that both calls were answered with success; otherwise the
	// first one's outcome was unknown.
	Certain bool `json:"certain"`
}

// effects counts writes that were made twice.
type effects struct {
	writes     int
	duplicates []Duplicate
	possible   int
	equal      int
}

const mostDuplicates = 50

// add looks for known writes that were made again with the same arguments: after
// a fault that may have had its effect, or after a success. Tools whose effect
// nothing tells are left out.
func (e *effects) add(t *trajectory.Trajectory, review *judge.Review) {
	type seen struct{ ok, open bool }
	before := map[string]seen{}
	for i := range review.Calls {
		c := &review.Calls[i]
		if !c.Writes || c.Answered < 0 || review.Unseen {
			continue
		}
		e.writes++
		was := before[c.Print]
		succeeded := c.Kind == fault.OK
		switch {
		case succeeded && was.open:
			e.possible++
			e.keep(t, c, false)
		case succeeded && was.ok:
			e.equal++
			e.keep(t, c, true)
		}
		before[c.Print] = seen{ok: was.ok || succeeded, open: !succeeded && c.Effect != tool.EffectNone}
	}
}

func (e *effects) keep(t *trajectory.Trajectory, c *judge.Call, certain bool) {
	if len(e.duplicates) < mostDuplicates {
		e.duplicates = append(e.duplicates, Duplicate{t.ID, t.Source, c.Tool, c.ID, certain})
	}
}

func (e *effects) merge(o *effects) {
	e.writes, e.possible, e.equal = e.writes+o.writes, e.possible+o.possible, e.equal+o.equal
	e.duplicates = append(e.duplicates, o.duplicates...)
	e.duplicates = e.duplicates[:min(len(e.duplicates), mostDuplicates)]
}
