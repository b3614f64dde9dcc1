package claudecode

import (
	"fmt"
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads Claude Code and Anthropic messages.
func Format() format.Format {
	return format.Format{
		Name:  "claude-code",
		Title: "Claude Code sessions and stream-json, Anthropic messages",
		Looks: `lines with "sessionId" or "session_id" and a "type" such as "assistant", or "messages" with "tool_use" and "tool_result" blocks`,
		Sniff: sniff,
		Read:  read,
	}
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		r := reader{source: in.Source, yield: yield, seen: map[string]int{}}
		for e, err := range stream.Map(in, stream.Options{Keys: []string{"conversations", "data", "records"}}, decode) {
			var ok bool
			switch {
			case err != nil:
				ok = yield(nil, err)
			case e.whole != nil:
				ok = r.flush() && r.emit(e.whole)
			default:
				ok = r.add(e)
			}
			if !ok {
				return
			}
		}
		r.flush()
	}
}

// reader holds the session that is being read.
type reader struct {
	source  string
	yield   func(*trajectory.Trajectory, error) bool
	session *session
	number  int
	seen    map[string]int // how often a run's identifier came
}

// add adds a line. One of another session begins the next; a line without a
// session belongs to the one that is being read.
func (r *reader) add(e *event) bool {
	if r.session != nil && e.session != "" && r.session.id != "" && e.session != r.session.id && !r.flush() {
		return false
	}
	if r.session == nil {
		r.session = newSession(e.session)
	}
	if r.session.id == "" {
		r.session.id = e.session
	}
	r.session.add(e)
	return true
}

// flush yields the runs of the session.
func (r *reader) flush() bool {
	s := r.session
	r.session = nil
	if s == nil {
		return true
	}
	for _, run := range s.runs {
		if !r.emit(run.t) {
			return false
		}
	}
	return true
}

func (r *reader) emit(t *trajectory.Trajectory) bool {
	r.number++
	if t.ID == "" {
		t.ID = part.Numbered(r.source, r.number)
	}
	if r.seen[t.ID]++; r.seen[t.ID] > 1 {
		t.ID = fmt.Sprintf("%s~%d", t.ID, r.seen[t.ID])
	}
	t.Source = r.source
	return r.yield(t, nil)
}

// sniff looks for lines of Claude Code and for blocks of the API.
func sniff(head []byte) int {
	best := 0
	for _, record := range stream.Peek(head) {
		best = max(best, scoreOf(record))
	}
	return best
}

func scoreOf(v stream.Value) int {
	kind := v.Get("type")
	session := v.First("sessionId", "session_id").Exists()
	switch {
	case v.Kind() == '[':
		return scoreMessages(v)
	case v.Kind() != '{':
		return 0
	case (kind.Is("user") || kind.Is("assistant")) && v.Get("message", "role").Exists() && (session || v.Get("parentUuid") != nil):
		return 90
	case kind.Is("system") && v.Get("subtype").Is("init") && session, kind.Is("summary") && v.Get("leafUuid").Exists(),
		kind.Is("file-history-snapshot") && v.Get("snapshot").Exists(), kind.Is("queue-operation") && session:
		return 90
	}
	for _, path := range [][]string{{"messages"}, {"request", "messages"}} {
		if messages := v.Get(path...); messages.Kind() == '[' {
			return scoreMessages(messages)
		}
	}
	return scoreMessage(v)
}

func scoreMessages(messages stream.Value) int {
	for message := range messages.Elements() {
		if score := scoreMessage(message); score > 0 {
			return score
		}
	}
	return 0
}

// scoreMessage looks for the blocks that only Anthropic's messages have.
func scoreMessage(message stream.Value) int {
	if message.Get("tool_calls").Exists() {
		return 0
	}
	for block := range message.Get("content").Elements() {
		if kind := block.Get("type"); kind.Is("tool_use") || kind.Is("tool_result") || kind.Is("server_tool_use") {
			return 80
		}
	}
	return 0
}
