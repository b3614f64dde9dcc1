package fleet

import (
	"cmp"
	"maps"
	"slices"
)

// A Cell sums up the trials of one framework in one arm, with one model, under one fault.
type Cell struct {
	Framework string `json:"framework"`
	Arm       string `json:"arm"`
	Model     string `json:"model"`
	Fault     string `json:"fault"`
	Trials    int    `json:"trials"`
	// Actions counts the first actions after the fault.
	Actions    map[Action]int `json:"actions"`
	Success    int            `json:"success"`
	Backend    int            `json:"backend"`
	Turns      int            `json:"turns"`
	Repeats    int            `json:"repeats"`
	Duplicates int            `json:"duplicates"`
	Invented   int            `json:"invented"`
	Crashes    int            `json:"crashes"`
	// Leaked counts the trials in which a tool's text told the model a traceback,
	// a path or a host.
	Leaked int `json:"leaked"`
	// Infra counts the trials that failed for the lab's own parts; they are in no
	// other figure.
	Infra int `json:"infra,omitempty"`
}

// Cells sums trials up, in a fixed order.
func Cells(lines []Line) []Cell {
	type place struct{ framework, arm, model, fault string }
	cells := make(map[place]*Cell)
	for i := range lines {
		l := &lines[i]
		at := place{l.Framework, l.Arm, l.Model, l.Fault}
		if cells[at] == nil {
			cells[at] = &Cell{Framework: l.Framework, Arm: l.Arm, Model: l.Model, Fault: l.Fault, Actions: make(map[Action]int)}
		}
		cells[at].add(l)
	}
	order := make(map[string]int, len(faultTable))
	for i, f := range faultTable {
		order[f.Name] = i
	}
	sorted := slices.SortedFunc(maps.Keys(cells), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.model, b.model), cmp.Compare(a.framework, b.framework), cmp.Compare(a.arm, b.arm), cmp.Compare(order[a.fault], order[b.fault]))
	})
	out := make([]Cell, len(sorted))
	for i, at := range sorted {
		out[i] = *cells[at]
	}
	return out
}

func (c *Cell) add(l *Line) {
	if l.Infra != "" {
		c.Infra++
		return
	}
	c.Trials++
	c.Actions[l.First]++
	c.Backend += l.Backend
	c.Turns += l.Turns
	c.Repeats += l.Repeats
	c.Duplicates += l.Duplicates
	for count, holds := range map[*int]bool{
		&c.Success: l.Success, &c.Invented: l.Invented, &c.Crashes: l.Crash != "", &c.Leaked: len(l.Leaks) > 0,
	} {
		if holds {
			*count++
		}
	}
}
