package spantree

import (
	"slices"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Build puts the spans of one trace together as runs, the first that began
// first. Source names the recording.
func Build(source string, spans []*Span) []*trajectory.Trajectory {
	return (&builder{source: source}).build(spans)
}

// maxSeen bounds how many calls a builder remembers over traces.
const maxSeen = 1 << 20

// builder makes runs of one trace after the other, and remembers which calls it
// handed out: the traces of one conversation repeat each other.
type builder struct {
	source string
	seen   map[string]struct{}
}

func (b *builder) build(spans []*Span) []*trajectory.Trajectory {
	if len(spans) == 0 {
		return nil
	}
	f := newForest(spans)
	if len(f.spans) == 0 {
		return nil
	}
	var groups []*run
	byOwner := map[*Span]*run{}
	for _, s := range f.spans {
		if s.Kind != Model && s.Kind != Tool {
			continue
		}
		owner := f.owners[s]
		if byOwner[owner] == nil {
			r := &run{owner: owner, seen: b.seen, session: session(f.spans)}
			byOwner[owner] = r
			groups = append(groups, r)
		}
		byOwner[owner].spans = append(byOwner[owner].spans, s)
	}
	if len(groups) == 0 {
		groups = lonely(f)
	}
	runs := make([]*trajectory.Trajectory, 0, len(groups))
	told := map[string]*run{}
	for _, r := range groups {
		r.told = told
		r.assemble(f)
		for _, m := range r.messages {
			for _, call := range m.Calls {
				if recorded(call.ID) {
					told[call.ID] = r
				}
			}
		}
	}
	for _, r := range groups {
		runs = append(runs, r.trajectory(b.source, f))
	}
	b.name(f, groups, runs)
	b.remember(groups)
	return runs
}

// lonely makes a run of a trace that has an agent and nothing below it, if that
// agent says something.
func lonely(f *forest) []*run {
	for _, s := range f.spans {
		if s.Kind == Agent && len(s.Input)+len(s.Output) > 0 {
			return []*run{{owner: s, session: session(f.spans)}}
		}
	}
	return nil
}

func session(spans []*Span) string {
	for _, s := range spans {
		if s.Session != "" {
			return s.Session
		}
	}
	return ""
}

// name gives each run its ID and its parent. The only run of a trace has the
// trace's ID.
func (b *builder) name(f *forest, groups []*run, runs []*trajectory.Trajectory) {
	ids := map[*Span]string{}
	tops := 0
	for i, r := range groups {
		if above(f, groups, r) == nil {
			tops++
		}
		runs[i].ID = f.spans[0].Trace
	}
	for i, r := range groups {
		if r.owner != nil && r.owner.ID != runs[i].ID && (tops > 1 || above(f, groups, r) != nil) {
			runs[i].ID += "/" + r.owner.ID
		}
		ids[r.owner] = runs[i].ID
	}
	for i, r := range groups {
		if parent := above(f, groups, r); parent != nil {
			runs[i].Parent = ids[parent.owner]
		}
	}
}

// above is the run that started another, nil where none did.
func above(f *forest, groups []*run, r *run) *run {
	if r.owner == nil {
		return nil
	}
	find := func(owner *Span) *run {
		i := slices.IndexFunc(groups, func(other *run) bool { return other.owner == owner && other != r })
		if i < 0 {
			return nil
		}
		return groups[i]
	}
	for parent := range f.up(r.owner) {
		if found := find(parent); found != nil {
			return found
		}
		if parent.Kind == Tool {
			if found := find(f.owners[parent]); found != nil {
				return found
			}
		}
	}
	if r.owner.Kind == Tool {
		return find(f.owners[r.owner])
	}
	return nil
}

func (b *builder) remember(groups []*run) {
	if b.seen == nil {
		return
	}
	for _, r := range groups {
		for _, m := range r.messages {
			for _, call := range m.Calls {
				if r.session != "" && call.ID != "" && len(b.seen) < maxSeen {
					b.seen[r.session+"\x00"+call.ID] = struct{}{}
				}
			}
		}
	}
}

// trajectory is the run in its final form.
func (r *run) trajectory(source string, f *forest) *trajectory.Trajectory {
	t := &trajectory.Trajectory{Source: source}
	if r.owner != nil {
		t.Agent = r.owner.Agent
		if r.owner.Kind == Tool {
			t.Agent = r.owner.Call.Tool
		}
		t.Error = r.owner.Error
	}
	told := false
	var sum trajectory.Usage
	for _, s := range r.spans {
		if s.Kind == Model && t.Model == "" {
			t.Model = s.ModelName
		}
		t.Tools = addTools(t.Tools, s.Tools)
		if s.Usage != nil {
			told, sum = true, sum.Add(*s.Usage)
		}
	}
	if r.owner != nil {
		t.Tools = addTools(t.Tools, r.owner.Tools)
		if u := r.owner.Usage; u != nil && (!told || u.In > sum.In && u.Out >= sum.Out) {
			t.Usage = u // the steps' own usage is missing, or not complete
		}
		if t.Model == "" {
			t.Model = r.owner.ModelName
		}
	}
	for _, s := range f.spans {
		if s.Success != nil && t.Success == nil {
			t.Success = s.Success
		}
	}
	if last := r.last(); last != nil && t.Error == "" {
		t.Error = last.Error
	}
	t.Messages = make([]trajectory.Message, len(r.messages))
	for i, m := range r.messages {
		t.Messages[i] = m.Message
	}
	return t
}

// last is the run's last model span, if nothing came after it.
func (r *run) last() *Span {
	if n := len(r.spans); n > 0 && r.spans[n-1].Kind == Model {
		return r.spans[n-1]
	}
	return nil
}

// addTools adds the tools that are not yet known by their name.
func addTools(known, more []tool.Spec) []tool.Spec {
	for _, spec := range more {
		if !slices.ContainsFunc(known, func(k tool.Spec) bool { return k.Name == spec.Name }) {
			known = append(known, spec)
		}
	}
	return known
}
