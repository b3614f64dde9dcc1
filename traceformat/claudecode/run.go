package claudecode

import (
	"slices"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// run puts one agent's turns together.
type run struct {
	t *trajectory.Trajectory
	// places are the indexes of messages, costs those of the ones that bear
	// the usage of a model call, by the provider's identifier.
	places map[place]int
	costs  map[string]int
	// tools are the names of what was called, by the call's identifier.
	tools map[string]string
}

// place is a turn, or the thoughts before it.
type place struct {
	id       string
	thinking bool
}

func newRun(t *trajectory.Trajectory) *run {
	return &run{t: t, places: map[place]int{}, costs: map[string]int{}, tools: map[string]string{}}
}

// synthetic is the model of messages that Claude Code wrote itself.
const synthetic = "<synthetic>"

// add adds what one record holds.
func (r *run) add(e *event) {
	if e.role == trajectory.RoleAssistant {
		if e.apiError || e.turn.model == synthetic {
			r.t.Error = e.text
			return
		}
		r.t.Error = ""
		r.addTurn(e)
	}
	for _, answer := range e.answers {
		answer.Time = e.time
		refine(answer.Outcome, r.tools[answer.CallID])
		r.t.Messages = append(r.t.Messages, answer)
	}
	if e.role != trajectory.RoleAssistant && e.text != "" {
		role := e.role
		if e.meta {
			role = trajectory.RoleSystem
		}
		r.t.Messages = append(r.t.Messages, trajectory.Message{Role: role, ID: e.id, Text: e.text, Time: e.time})
	}
}

// addTurn adds the blocks of an assistant's message to those of the same
// identifier that came before.
func (r *run) addTurn(e *event) {
	if r.t.Model == "" {
		r.t.Model = e.turn.model
	}
	if e.thinking != "" {
		m := r.message(place{e.id, true}, e)
		m.Text = joined(m.Text, e.thinking)
	}
	if e.text != "" || len(e.calls) > 0 {
		m := r.message(place{e.id, false}, e)
		m.Text = joined(m.Text, e.text)
		for _, call := range e.calls {
			r.call(m, call)
		}
	}
	r.cost(e)
}

// message finds the message at the place, or begins it.
func (r *run) message(p place, e *event) *trajectory.Message {
	at, ok := r.places[p]
	if !ok || p.id == "" {
		at = len(r.t.Messages)
		r.places[p] = at
		r.t.Messages = append(r.t.Messages, trajectory.Message{
			Role: trajectory.RoleAssistant, ID: p.id, Time: e.time, Thinking: p.thinking,
		})
	}
	if _, ok := r.costs[p.id]; !ok || p.id == "" {
		r.costs[p.id] = at
	}
	return &r.t.Messages[at]
}

// call adds a call, once: a resumed session repeats lines.
func (r *run) call(m *trajectory.Message, call tool.Call) {
	same := func(c tool.Call) bool { return c.ID == call.ID }
	if call.ID != "" && slices.ContainsFunc(m.Calls, same) {
		return
	}
	m.Calls = append(m.Calls, call)
	r.tools[call.ID] = call.Tool
}

// cost keeps the usage of a model call, which every line of its message
// repeats; while it streams, the lines count up.
func (r *run) cost(e *event) {
	at, ok := r.costs[e.id]
	if !ok || e.usage == nil {
		return
	}
	m := &r.t.Messages[at]
	if m.Usage == nil {
		m.Usage = &trajectory.Usage{}
	}
	u := m.Usage
	u.In, u.Out = max(u.In, e.usage.In), max(u.Out, e.usage.Out)
	u.CacheRead, u.CacheWrite = max(u.CacheRead, e.usage.CacheRead), max(u.CacheWrite, e.usage.CacheWrite)
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
