package geminicli

import (
	"fmt"
	"slices"

	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// entry is one message of the session, with the results of its calls.
type entry struct {
	id       string
	messages []trajectory.Message
	model    string
	failed   string
}

// session is a session under construction.
type session struct {
	source  string
	id      string
	agent   string
	entries []entry
	// undone holds what the user took back, which happened all the same.
	undone [][]entry
}

// record takes in one line, or a whole session. It returns the rule that the
// record breaks, if any.
func (s *session) record(v stream.Value) string {
	switch {
	case isHeader(v):
		s.id, s.agent = v.Get("sessionId").Text(), "gemini-cli"
		if kind := v.Get("kind").Text(); kind != "" && kind != "main" {
			s.agent = kind
		}
		for m := range v.Get("messages").Elements() {
			s.add(m)
		}
	case v.Get("$rewindTo").Exists():
		return s.rewind(v.Get("$rewindTo").Text())
	case v.Get("$set").Exists():
		if list := v.Get("$set", "messages"); list.Kind() == '[' {
			s.entries = nil
			for m := range list.Elements() {
				s.add(m)
			}
		}
	case v.Get("type").Exists():
		s.add(v)
	default:
		return "neither a session nor a message of one"
	}
	return ""
}

// add adds a message. A line with the identifier of an earlier one replaces it:
// messages are written again when their calls end.
func (s *session) add(v stream.Value) {
	e := read1(v)
	if at := s.index(e.id); at >= 0 {
		s.entries[at] = e
		return
	}
	s.entries = append(s.entries, e)
}

// index finds a message, -1 where there is none.
func (s *session) index(id string) int {
	if id == "" {
		return -1
	}
	for i, e := range slices.Backward(s.entries) {
		if e.id == id {
			return i
		}
	}
	return -1
}

// rewind takes back a message and all that followed.
func (s *session) rewind(id string) string {
	at := s.index(id)
	if at < 0 {
		return "it takes back a message that is not there"
	}
	s.undone = append(s.undone, slices.Clone(s.entries[at:]))
	s.entries = s.entries[:at]
	return ""
}

// trajectories are the session's run, and one for what was taken back each
// time.
func (s *session) trajectories() []*trajectory.Trajectory {
	if s.id == "" && len(s.entries) == 0 {
		return nil
	}
	if s.id == "" {
		s.id = "session"
	}
	all := []*trajectory.Trajectory{s.run(s.id, s.entries)}
	for i, entries := range s.undone {
		t := s.run(fmt.Sprintf("%s~%d", s.id, i+1), entries)
		t.Parent = s.id
		all = append(all, t)
	}
	return all
}

func (s *session) run(id string, entries []entry) *trajectory.Trajectory {
	t := &trajectory.Trajectory{ID: id, Source: s.source, Agent: s.agent}
	for _, e := range entries {
		if t.Model == "" {
			t.Model = e.model
		}
		t.Error = e.failed
		t.Messages = append(t.Messages, e.messages...)
	}
	return t
}
