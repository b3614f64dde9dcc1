package pi

import (
	"fmt"

	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// entry is one entry of a session with the messages that it gives.
type entry struct {
	id, parent string
	messages   []trajectory.Message
	failed     string // how the model's call failed
}

// session is a session under construction.
type session struct {
	source    string
	id, model string
	entries   []entry
}

// record takes in one line. It reports false for what is none of a session's.
func (s *session) record(v stream.Value) bool {
	kind := v.Get("type").Text()
	if kind == "" {
		return false
	}
	e := entry{id: v.Get("id").Text(), parent: v.Get("parentId").Text()}
	switch kind {
	case "session":
		s.id, s.model = v.Get("id").Text(), v.Get("modelId").Text()
		return true
	case "message":
		m := v.Get("message")
		e.messages, e.failed = messages(m, v.Get("timestamp").Time()), m.Get("errorMessage").Text()
		if model := m.Get("model").Text(); s.model == "" {
			s.model = model
		}
	case "model_change":
		if s.model == "" {
			s.model = v.Get("modelId").Text()
		}
	case "compaction", "branch_summary":
		e.messages = note(v.Get("summary"), v)
	case "custom_message":
		e.messages = note(v.Get("content"), v)
	}
	s.entries = append(s.entries, e)
	return true
}

// trajectories are the session's own run, and one for each branch that was
// given up.
func (s *session) trajectories() []*trajectory.Trajectory {
	if len(s.entries) == 0 {
		return nil
	}
	if s.id == "" {
		s.id = "session"
	}
	whole := &trajectory.Trajectory{ID: s.id, Source: s.source, Model: s.model, Agent: "pi"}
	all := []*trajectory.Trajectory{whole}
	of := s.branches()
	byBranch := map[int]*trajectory.Trajectory{0: whole}
	for i, e := range s.entries {
		t := byBranch[of[i]]
		if t == nil {
			t = &trajectory.Trajectory{ID: fmt.Sprintf("%s~%d", s.id, of[i]), Parent: s.id, Source: s.source, Model: s.model, Agent: "pi"}
			byBranch[of[i]] = t
			all = append(all, t)
		}
		t.Messages = append(t.Messages, e.messages...)
		if len(e.messages) > 0 {
			t.Error = e.failed
		}
	}
	return all
}

// branches gives each entry the number of its branch: 0 for the way from the
// last entry back to the first, and for files without a tree.
func (s *session) branches() []int {
	at := map[string]int{}
	for i, e := range s.entries {
		if e.id != "" {
			at[e.id] = i
		}
	}
	of := make([]int, len(s.entries))
	for i := range of {
		of[i] = -1
	}
	branch := 0
	for i := len(s.entries) - 1; i >= 0; i-- {
		if of[i] >= 0 {
			continue
		}
		if s.entries[i].id == "" { // no tree
			of[i] = 0
			continue
		}
		for from := i; of[from] < 0; {
			of[from] = branch
			parent, ok := at[s.entries[from].parent]
			if !ok || parent >= from {
				break
			}
			from = parent
		}
		branch++
	}
	return of
}
