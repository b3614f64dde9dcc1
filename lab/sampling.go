package lab

import (
	"slices"

	"github.com/sequitur-go/sequitur/lab/result"
)

// sampling says which trials of a cell are independent of each other.
//
// A scripted model under a fault that leaves nothing to chance can only repeat
// itself: the repetitions of a task count once. Where the fault is drawn, each
// trial of a scripted model has a draw of its own. Repetitions of one task by a
// real model are a cluster among the tasks; where there is a single task, the
// rate is that of this task alone, and its repetitions are the sample.
type sampling struct {
	deterministic bool
	byTask        bool
}

// sampling returns that of a scenario; nil is the clean twin.
func (t *tally) sampling(s *Scenario) sampling {
	scripted := t.out.Manifest.Scripted
	drawn := s != nil && probability(s) > 0
	return sampling{deterministic: scripted && !drawn, byTask: !scripted || !drawn}
}

// clusters sorts trials into groups that are independent of each other.
func (s sampling) clusters(trials []*Trial) [][]*Trial {
	var list [][]*Trial
	at := make(map[string]int)
	for _, t := range trials {
		i, ok := at[t.Task]
		if !ok {
			i = len(list)
			at[t.Task] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], t)
	}
	if s.deterministic || s.byTask && len(list) > 1 {
		return list
	}
	return slices.Collect(slices.Chunk(trials, 1))
}

// rate returns the share of trials that succeeded.
func (s sampling) rate(trials []*Trial) result.Rate {
	var clusters []result.Cluster
	for _, list := range s.clusters(trials) {
		c := result.Cluster{N: len(list), Deterministic: s.deterministic}
		for _, t := range list {
			if t.Success {
				c.Hits++
			}
		}
		clusters = append(clusters, c)
	}
	return result.ClusterRate(clusters)
}
