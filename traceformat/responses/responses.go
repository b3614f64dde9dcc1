package responses

import (
	"iter"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads Responses items and Codex.
func Format() format.Format {
	return format.Format{
		Name:  "responses",
		Title: "OpenAI Responses items, Codex rollouts, codex exec --json",
		Looks: `"input" or "output" items of a "type" such as "function_call", lines with "type" and "payload" (Codex), or "thread.started"`,
		Sniff: sniff,
		Read:  read,
	}
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		r := reader{source: in.Source, yield: yield}
		for e, err := range stream.Map(in, stream.Options{Keys: []string{"responses", "requests", "records"}}, decode) {
			var ok bool
			switch {
			case err != nil:
				ok = yield(nil, err)
			case e.whole:
				ok = r.flush() && r.add(e) && r.flush()
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

// reader holds the run that is being read.
type reader struct {
	source string
	yield  func(*trajectory.Trajectory, error) bool
	run    *run
	number int
}

func (r *reader) add(e *event) bool {
	if e.session && r.run != nil && len(r.run.t.Messages) > 0 && !r.flush() {
		return false
	}
	if r.run == nil {
		r.run = newRun()
	}
	r.run.add(e)
	return true
}

func (r *reader) flush() bool {
	current := r.run
	r.run = nil
	if current == nil || len(current.t.Messages) == 0 {
		return true
	}
	t := current.t
	r.number++
	if t.ID == "" {
		t.ID = part.Numbered(r.source, r.number)
	}
	t.Source = r.source
	return r.yield(t, nil)
}

// run puts the items of one run together.
type run struct {
	t *trajectory.Trajectory
	// turn is the index of the model's last turn, -1 before the first; open
	// says that further items belong to it.
	turn int
	open bool
	// counted says that the recording counts tokens, so that the answers of
	// the model can be told apart; total is the last count.
	counted bool
	total   string
	extras  map[string]*tool.Outcome
	answers map[string]int
	calls   map[string]bool
}

func newRun() *run {
	return &run{
		t: &trajectory.Trajectory{}, turn: -1,
		extras: map[string]*tool.Outcome{}, answers: map[string]int{}, calls: map[string]bool{},
	}
}

// add adds what one record holds.
func (r *run) add(e *event) {
	r.about(e)
	for i := range e.steps {
		r.step(&e.steps[i])
	}
	if e.boundary {
		r.open = false
	}
	if e.usage != nil && (e.total == "" || e.total != r.total) {
		r.count(e)
	}
	if e.extra != nil {
		r.extras[e.extra.id] = &e.extra.outcome
		if at, ok := r.answers[e.extra.id]; ok {
			refine(r.t.Messages[at].Outcome, &e.extra.outcome)
		}
	}
}

// about takes over what a record says of the run.
func (r *run) about(e *event) {
	t := r.t
	for _, field := range []struct {
		into  *string
		value string
	}{{&t.ID, e.id}, {&t.Model, e.model}, {&t.Parent, e.parent}, {&t.Agent, e.agent}} {
		if *field.into == "" {
			*field.into = field.value
		}
	}
	if e.failure != "" {
		t.Error = e.failure
	} else if len(e.steps) > 0 {
		t.Error = "" // the run went on
	}
	if len(e.tools) > 0 {
		t.Tools = e.tools
	}
	if e.spent != nil {
		if t.Usage == nil {
			t.Usage = &trajectory.Usage{}
		}
		*t.Usage = t.Usage.Add(*e.spent)
	}
}

// count adds a model call's usage to the turn that it produced.
func (r *run) count(e *event) {
	r.counted = r.counted || e.total != ""
	r.total = e.total
	r.open = r.open && e.total == ""
	if r.turn < 0 {
		return
	}
	m := &r.t.Messages[r.turn]
	usage := *e.usage
	if m.Usage != nil {
		usage = usage.Add(*m.Usage)
	}
	m.Usage = &usage
}

// step adds one item.
func (r *run) step(s *step) {
	if m := s.message; m != nil {
		r.say(m)
	}
	if s.call != nil && !r.calls[s.call.ID] {
		r.calls[s.call.ID] = s.call.ID != ""
		m := r.turnFor(s.at)
		m.Calls = append(m.Calls, *s.call)
	}
	if s.answer != nil {
		if extra := r.extras[s.answer.CallID]; extra != nil {
			refine(s.answer.Outcome, extra)
		}
		r.answers[s.answer.CallID] = len(r.t.Messages)
		r.t.Messages = append(r.t.Messages, *s.answer)
		r.open = r.open && r.counted
	}
}

// say adds what was said or thought.
func (r *run) say(m *trajectory.Message) {
	switch {
	case m.Thinking:
		r.open = false
		if m.Text != "" {
			r.t.Messages = append(r.t.Messages, *m)
		}
	case m.Role == trajectory.RoleAssistant:
		if n := len(r.t.Messages); n > 0 && r.t.Messages[n-1].Role == trajectory.RoleTool {
			r.open = false // what is said behind an answer comes of it
		}
		turn := r.turnFor(m.Time)
		if turn.ID == "" {
			turn.ID = m.ID
		}
		turn.Text = strings.TrimPrefix(turn.Text+"\n"+m.Text, "\n")
	default:
		r.open = false
		r.t.Messages = append(r.t.Messages, *m)
	}
}

// turnFor is the model's open turn, or a new one.
func (r *run) turnFor(at time.Time) *trajectory.Message {
	if !r.open {
		r.open, r.turn = true, len(r.t.Messages)
		r.t.Messages = append(r.t.Messages, trajectory.Message{Role: trajectory.RoleAssistant, Time: at})
	}
	return &r.t.Messages[r.turn]
}

// refine adds to an outcome what an event told of it.
func refine(out, more *tool.Outcome) {
	if out.Exit == nil {
		out.Exit = more.Exit
	}
	if out.Flag == tool.FlagNone {
		out.Flag = more.Flag
	}
	if more.Channel != tool.ChannelUnknown {
		out.Channel = more.Channel
	}
	if more.Elapsed > 0 {
		out.Elapsed = more.Elapsed
	}
}

// sniff looks for items and for the lines of Codex.
func sniff(head []byte) int {
	best := 0
	for _, record := range stream.Peek(head) {
		best = max(best, scoreOf(record))
	}
	return best
}

func scoreOf(v stream.Value) int {
	kind := v.Get("type").Text()
	switch {
	case v.Kind() == '[':
		return scoreItems(v)
	case v.Get("payload").Kind() == '{' && (kind == "session_meta" || kind == "response_item" || kind == "event_msg" || kind == "turn_context"):
		return 90
	case kind == "thread.started" && v.Get("thread_id").Exists(), kind == "item.completed" && v.Get("item").Kind() == '{':
		return 90
	case v.Get("object").Is("response") && v.Get("output").Kind() == '[':
		return 85
	}
	for _, path := range [][]string{{"input"}, {"output"}, {"items"}, {"request", "input"}, {"body", "input"}, {"response", "output"}} {
		if score := scoreItems(v.Get(path...)); score > 0 {
			return score
		}
	}
	return scoreItem(v)
}

func scoreItems(items stream.Value) int {
	best := 0
	for item := range items.Elements() {
		best = max(best, scoreItem(item))
	}
	return best
}

// scoreItem is sure of the calls' items, and takes messages for a weak sign.
func scoreItem(item stream.Value) int {
	kind := item.Get("type").Text()
	_, isCall := kindsTable[kind]
	switch {
	case isCall, kind == "function_call_output", kind == "reasoning" && item.Get("summary").Kind() == '[':
		return 80
	case kind == "message" && item.Get("content").Kind() == '[' && item.Get("role").Exists():
		return 45
	default:
		return 0
	}
}
