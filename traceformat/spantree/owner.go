package spantree

import (
	"slices"
)

// forest is the spans of one trace with their owners.
type forest struct {
	spans    []*Span // in order of time
	byID     map[string]*Span
	children map[string][]*Span
	owners   map[*Span]*Span // the agent, or the tool, that a span works for
}

func newForest(spans []*Span) *forest {
	f := &forest{byID: map[string]*Span{}, children: map[string][]*Span{}, owners: map[*Span]*Span{}}
	slices.SortStableFunc(spans, before)
	f.spans = patched(spans)
	for _, s := range f.spans {
		if _, taken := f.byID[s.ID]; !taken {
			f.byID[s.ID] = s
		}
	}
	for _, s := range f.spans {
		f.children[s.Parent] = append(f.children[s.Parent], s)
	}
	f.demote()
	for _, s := range f.spans {
		f.owners[s] = f.owner(s)
	}
	f.fold()
	return f
}

// patched adds to each span what was recorded apart from it.
func patched(spans []*Span) []*Span {
	byID := map[string]*Span{}
	var whole []*Span
	for _, s := range spans {
		if !s.Patch {
			whole = append(whole, s)
			byID[s.ID] = s
		}
	}
	for _, s := range spans {
		if target := byID[s.Parent]; s.Patch && target != nil {
			target.System = append(target.System, s.System...)
			target.Input = append(target.Input, s.Input...)
			target.Output = append(target.Output, s.Output...)
		}
	}
	return whole
}

// before orders spans by their beginning. Of two that begin together, the model
// comes first: it asks for the tool.
func before(a, b *Span) int {
	if order := a.Start.Compare(b.Start); order != 0 {
		return order
	}
	return rank(a.Kind) - rank(b.Kind)
}

func rank(k Kind) int {
	switch k {
	case Other, Agent:
		return 0
	case Model:
		return 1
	case Tool:
		return 2
	}
	return 3
}

// up yields the ancestors of a span, nearest first.
func (f *forest) up(s *Span) func(yield func(*Span) bool) {
	return func(yield func(*Span) bool) {
		for range f.spans { // a cycle has no more steps than there are spans
			parent := f.byID[s.Parent]
			if parent == nil || parent == s || !yield(parent) {
				return
			}
			s = parent
		}
	}
}

// demote takes model spans that wrap other model spans for what they are: the
// inner one asked the model.
func (f *forest) demote() {
	for _, s := range f.spans {
		if s.Kind != Model {
			continue
		}
		for parent := range f.up(s) {
			if parent.Kind == Tool || parent.Kind == Agent {
				break
			}
			if parent.Kind == Model {
				parent.Kind = Other
			}
		}
	}
}

// owner is the nearest agent above a span. A tool above a model span works as
// one.
func (f *forest) owner(s *Span) *Span {
	for parent := range f.up(s) {
		if parent.Kind == Agent || parent.Kind == Tool && (s.Kind != Tool || f.asks(parent)) {
			return parent
		}
	}
	return nil
}

// asks says whether a tool's span asks a model itself.
func (f *forest) asks(s *Span) bool {
	found := false
	f.below(s, 0, func(child *Span) bool {
		found = found || child.Kind == Model
		return child.Kind == Other
	})
	return found
}

// below visits what is under a span; visit says whether to go on below.
func (f *forest) below(s *Span, depth int, visit func(*Span) bool) {
	if depth > len(f.spans) || s.ID == "" {
		return
	}
	for _, child := range f.children[s.ID] {
		if child != s && visit(child) {
			f.below(child, depth+1, visit)
		}
	}
}

// fold gives the steps of a graph back to their run: some instrumentations call
// each step of an agent an agent, while the tools stand beside it.
func (f *forest) fold() {
	tools := map[*Span]int{}
	for _, s := range f.spans {
		if s.Kind == Tool {
			tools[f.owners[s]]++
		}
	}
	steps := map[[2]string]int{}
	for _, s := range f.spans {
		if s.Kind == Agent && tools[s] == 0 {
			steps[[2]string{s.Parent, s.Agent}]++
		}
	}
	for _, s := range f.spans {
		step := f.owners[s]
		if s.Kind != Model || step == nil || step.Kind != Agent || tools[step] > 0 {
			continue
		}
		above := f.owners[step]
		if steps[[2]string{step.Parent, step.Agent}] > 1 && tools[above] > 0 {
			f.owners[s] = above
		}
	}
}

// wraps returns the tool span of the same call around a tool span: an agent's
// span around the protocol's, or a client's around the server's.
func (f *forest) wraps(s *Span) *Span {
	var outer *Span
	for parent := range f.up(s) {
		if parent.Kind == Agent || parent.Kind == Model {
			break
		}
		if parent.Kind == Tool {
			if parent.Call.Tool != s.Call.Tool && (s.Call.ID == "" || parent.Call.ID != s.Call.ID) {
				break
			}
			outer = parent
		}
	}
	return outer
}
