package inspect

import (
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// span is a stretch of a sample's events.
type span struct {
	kind, name, parent string
}

// events is what a sample's events hold.
type events struct {
	attached attachments
	spans    map[string]span
	// models and tools are in order of time; said and ran find them by what
	// they made.
	models, tools []stream.Value
	said, ran     map[string]stream.Value
	// order is the events of both kinds.
	order []stream.Value
}

func readEvents(list stream.Value, a attachments) *events {
	e := &events{attached: a, spans: map[string]span{}, said: map[string]stream.Value{}, ran: map[string]stream.Value{}}
	e.add(list, 0)
	return e
}

// maxNesting is how deep old logs keep events within the events of tools.
const maxNesting = 16

func (e *events) add(list stream.Value, depth int) {
	for v := range list.Elements() {
		switch v.Get("event").Text() {
		case "span_begin":
			e.spans[v.Get("id").Text()] = span{kind: v.Get("type").Text(), name: v.Get("name").Text(), parent: v.Get("parent_id").Text()}
		case "model":
			e.models = append(e.models, v)
			e.order = append(e.order, v)
			if id := answer(v).Get("id").Text(); id != "" {
				e.said[id] = v
			}
		case "tool":
			e.tools = append(e.tools, v)
			e.order = append(e.order, v)
			e.ran[v.Get("id").Text()] = v
			if depth < maxNesting {
				e.add(v.Get("events"), depth+1)
			}
		}
	}
}

// answer is the message that a model gave.
func answer(model stream.Value) stream.Value {
	for choice := range model.Get("output", "choices").Elements() {
		return choice.Get("message")
	}
	return nil
}

// enrich adds times, costs and failures to a conversation.
func (e *events) enrich(t *trajectory.Trajectory) {
	for i := range t.Messages {
		m := &t.Messages[i]
		switch m.Role {
		case trajectory.RoleAssistant:
			if v, ok := e.said[m.ID]; ok && m.ID != "" && !m.Thinking {
				priced(m, v)
				t.Tools = moreTools(t.Tools, v)
				if t.Model == "" {
					t.Model = v.Get("model").Text()
				}
			}
		case trajectory.RoleTool:
			if v, ok := e.ran[m.CallID]; ok && m.CallID != "" {
				timed(m, v)
			}
		case trajectory.RoleSystem, trajectory.RoleUser:
		}
	}
}

// priced adds when a model answered, and what it cost. An answer from a cache
// cost nothing.
func priced(m *trajectory.Message, model stream.Value) {
	m.Time = ended(model)
	if !model.Get("cache").Is("read") {
		m.Usage = usage(model.Get("output", "usage"))
	}
}

func ended(v stream.Value) time.Time {
	if at := v.Get("completed").Time(); !at.IsZero() {
		return at
	}
	return v.Get("timestamp").Time()
}

func timed(m *trajectory.Message, v stream.Value) {
	m.Time = ended(v)
	if began := v.Get("timestamp").Time(); m.Time.After(began) {
		m.Outcome.Elapsed = m.Time.Sub(began)
	}
	if m.Outcome.Err == nil {
		fail(m.Outcome, v.Get("error"))
	}
	if hard, _ := v.Get("failed").Bool(); hard {
		m.Outcome.Flag = tool.FlagFailure
	}
}

func moreTools(known []tool.Spec, model stream.Value) []tool.Spec {
	if len(known) > 0 {
		return known
	}
	return anychat.Tools(model.Get("tools"))
}

// others are the runs of those answers that the conversation does not hold:
// other agents', and what it lost.
func (e *events) others(main *trajectory.Trajectory, held map[string]bool) []*trajectory.Trajectory {
	var runs []*trajectory.Trajectory
	byOwner := map[string]*trajectory.Trajectory{}
	for _, v := range e.order {
		owner, graded := e.owner(v.Get("span_id").Text())
		isModel := v.Get("event").Is("model")
		if graded || isModel && (held[answer(v).Get("id").Text()] || v.Get("role").Is("grader")) || !isModel && byOwner[owner] == nil {
			continue
		}
		t := byOwner[owner]
		if t == nil {
			if !answer(v).Exists() {
				continue
			}
			t = &trajectory.Trajectory{ID: main.ID + "/" + owner, Parent: main.ID, Source: main.Source, Task: main.Task, Agent: e.spans[owner].name, Model: v.Get("model").Text()}
			if owner == "" {
				t.ID, t.Agent = main.ID+"~1", main.Agent
			}
			t.Messages = e.given(v)
			byOwner[owner] = t
			runs = append(runs, t)
		}
		if isModel {
			e.answered(t, v)
		} else {
			e.called(t, v)
		}
	}
	return runs
}

// owner is the agent in whose span something happened, "" for the sample's own.
// What a scorer asked is not the agent's.
func (e *events) owner(id string) (owner string, graded bool) {
	for range len(e.spans) + 1 {
		s, ok := e.spans[id]
		if !ok {
			break
		}
		switch s.kind {
		case "scorers", "scorer":
			return "", true
		case "agent", "subtask":
			if owner == "" && s.parent != "" && e.nested(s.parent) {
				owner = id
			}
		}
		id = s.parent
	}
	return owner, false
}

// nested says whether a span stands within another agent's, or a tool's: the
// outermost agent is the sample's own.
func (e *events) nested(id string) bool {
	for range len(e.spans) + 1 {
		s, ok := e.spans[id]
		if !ok {
			return false
		}
		if s.kind == "agent" || s.kind == "tool" || s.kind == "subtask" {
			return true
		}
		id = s.parent
	}
	return false
}

// given is what another agent's model was given at first.
func (e *events) given(model stream.Value) []trajectory.Message {
	var messages []trajectory.Message
	for m := range model.Get("input").Elements() {
		if role := m.Get("role").Text(); role == "system" || role == "user" {
			messages = append(messages, e.attached.messages(message(m))...)
		}
	}
	return messages
}

func (e *events) answered(t *trajectory.Trajectory, model stream.Value) {
	said := e.attached.messages(message(answer(model)))
	for i := range said {
		said[i].Time = ended(model)
		if !said[i].Thinking {
			priced(&said[i], model)
		}
	}
	t.Messages = append(t.Messages, said...)
	t.Tools = moreTools(t.Tools, model)
	if text := model.Get("error").Text(); text != "" {
		t.Error = text
	}
}

// called adds the result of a tool, if the run made the call.
func (e *events) called(t *trajectory.Trajectory, v stream.Value) {
	id := v.Get("id").Text()
	for _, call := range t.Calls() {
		if call.ID != id {
			continue
		}
		out := &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: anychat.Text(v.Get("result"))}
		m := trajectory.Message{Role: trajectory.RoleTool, CallID: id, ID: v.Get("message_id").Text(), Outcome: out}
		timed(&m, v)
		t.Messages = append(t.Messages, e.attached.messages([]trajectory.Message{m})...)
		return
	}
}
