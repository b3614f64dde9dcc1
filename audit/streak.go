package audit

import (
	"cmp"
	"slices"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Streak is a run of calls of one tool that all failed, with no success of
// that tool between.
type Streak struct {
	Trajectory string `json:"trajectory"`
	Source     string `json:"source,omitempty"`
	Tool       string `json:"tool"`
	Length     int    `json:"length"`
	// Same counts the calls that equal the one before.
	Same  int      `json:"same"`
	Kinds []string `json:"kinds"`
}

// shortest is the length from which a streak is told.
const (
	shortestStreak = 3
	mostStreaks    = 10
)

func streaksOf(t *trajectory.Trajectory, review *judge.Review) []Streak {
	open := map[string]*Streak{}
	last := map[string]string{}
	var done []Streak
	for i := range review.Calls {
		c := &review.Calls[i]
		if c.Answered < 0 {
			continue
		}
		s := open[c.Tool]
		if c.Kind == fault.OK {
			if s != nil && s.Length >= shortestStreak {
				done = append(done, *s)
			}
			delete(open, c.Tool)
			continue
		}
		if s == nil {
			s = &Streak{Trajectory: t.ID, Source: t.Source, Tool: c.Tool}
			open[c.Tool] = s
		} else if last[c.Tool] == c.Print {
			s.Same++
		}
		last[c.Tool] = c.Print
		s.Length++
		if kind := c.Kind.String(); !slices.Contains(s.Kinds, kind) {
			s.Kinds = append(s.Kinds, kind)
		}
	}
	for _, s := range open {
		if s.Length >= shortestStreak {
			done = append(done, *s)
		}
	}
	return done
}

// topStreaks keeps the longest.
func topStreaks(all []Streak) []Streak {
	slices.SortFunc(all, func(a, b Streak) int {
		return cmp.Or(cmp.Compare(b.Length, a.Length), cmp.Compare(b.Same, a.Same), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Trajectory, b.Trajectory), cmp.Compare(a.Tool, b.Tool))
	})
	return all[:min(len(all), mostStreaks)]
}
