package openhands

import (
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// history puts events together as a run, and as one more for each sub-agent.
type history struct {
	runs []*trajectory.Trajectory
	// open are the runs that go on, the innermost last.
	open []*trajectory.Trajectory
	// calls maps an event to the identifier of the call that it made.
	calls map[string]string
	// response is the answer of the model that the last turn belongs to, and
	// missing how many of its calls are still to come.
	response string
	missing  int64
	spent    trajectory.Usage
}

func newHistory(t *trajectory.Trajectory) *history {
	if t.Agent == "" {
		t.Agent = "openhands"
	}
	return &history{runs: []*trajectory.Trajectory{t}, open: []*trajectory.Trajectory{t}, calls: map[string]string{}}
}

// run is the run that the next event belongs to.
func (h *history) run() *trajectory.Trajectory { return h.open[len(h.open)-1] }

func (h *history) add(m trajectory.Message) {
	t := h.run()
	t.Messages = append(t.Messages, m)
}

// event takes in an event of either generation.
func (h *history) event(v stream.Value) {
	if read, ok := kindsTable[v.Get("kind").Text()]; ok {
		read(h, v, v.Get("timestamp").Time())
		return
	}
	at := v.Get("timestamp").Time()
	switch {
	case v.Get("observation").Exists():
		h.observation(v, at)
	case v.Get("action").Exists():
		h.action(v, at)
	}
}

// said begins a turn.
func (h *history) said(text, thought string, at time.Time) *trajectory.Message {
	if thought != "" {
		h.add(trajectory.Message{Role: trajectory.RoleAssistant, Text: thought, Thinking: true, Time: at})
	}
	h.add(trajectory.Message{Role: trajectory.RoleAssistant, Text: text, Time: at})
	t := h.run()
	return &t.Messages[len(t.Messages)-1]
}

// turn is the turn that a call belongs to: that of the calls before it, if the
// model gave them in one answer, else a new one.
func (h *history) turn(response string, total int64, text, thought string, at time.Time) *trajectory.Message {
	t := h.run()
	n := len(t.Messages)
	same := response != "" && response == h.response || response == "" && h.missing > 0
	h.response = response
	if same {
		h.missing--
		for i := n - 1; i >= 0; i-- {
			if m := &t.Messages[i]; m.Role == trajectory.RoleAssistant && !m.Thinking {
				return m
			}
		}
	}
	h.missing = total - 1
	return h.said(text, thought, at)
}

// spend gives a turn what was spent since the one before it.
func (h *history) spend(m *trajectory.Message, v stream.Value) {
	total := accumulated(v)
	if total == nil {
		return
	}
	u := trajectory.Usage{
		In: total.In - h.spent.In, Out: total.Out - h.spent.Out, CacheRead: total.CacheRead - h.spent.CacheRead,
		CacheWrite: total.CacheWrite - h.spent.CacheWrite, USD: total.USD - h.spent.USD,
	}
	if u.In < 0 || u.Out < 0 { // another model's count
		u = *total
	}
	h.spent = *total
	if u == (trajectory.Usage{}) {
		return
	}
	if m.Usage != nil {
		u = u.Add(*m.Usage)
	}
	m.Usage = &u
}

// answer adds a result.
func (h *history) answer(id string, out *tool.Outcome, at time.Time) {
	h.add(trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: out, Time: at})
}

// delegate begins the run of a sub-agent, and settle ends it.
func (h *history) delegate(event, agent string) {
	parent := h.run()
	t := &trajectory.Trajectory{ID: fmt.Sprintf("%s/%s", parent.ID, event), Parent: parent.ID, Source: parent.Source, Agent: agent, Model: parent.Model}
	h.runs = append(h.runs, t)
	h.open = append(h.open, t)
}

func (h *history) settle() {
	if len(h.open) > 1 {
		h.open = h.open[:len(h.open)-1]
	}
}

// system adds the system's text and the tools.
func (h *history) system(text string, tools stream.Value, at time.Time) {
	h.run().Tools = anychat.Tools(tools)
	if text != "" {
		h.add(trajectory.Message{Role: trajectory.RoleSystem, Text: text, Time: at})
	}
}
