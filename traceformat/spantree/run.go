package spantree

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// message is a message of a run under construction.
type message struct {
	trajectory.Message
	// mute says that the span behind it recorded no contents, so that calls
	// may be added from the spans of tools.
	mute bool
	// until is when the last call of it that was made out from a tool's span
	// ended.
	until time.Time
}

// run is one agent's run under construction.
type run struct {
	owner    *Span
	spans    []*Span
	messages []*message
	session  string
	seen     map[string]struct{}
	// told says which of the trace's earlier runs made a call: a later agent
	// of the same talk is given it as its history.
	told map[string]*run
}

// assemble adds the spans in order of time.
func (r *run) assemble(f *forest) {
	if r.owner != nil && r.owner.Kind == Agent {
		r.history(decode(r.owner.System, trajectory.RoleSystem), r.owner.Start)
		r.history(decode(r.owner.Input, trajectory.RoleUser), r.owner.Start)
	}
	if r.owner != nil && r.owner.Kind == Agent && !r.asks() {
		// Where no model's span was recorded, the agent's own output holds the turns.
		r.history(decode(r.owner.Output, trajectory.RoleAssistant), r.owner.End)
	}
	for _, s := range r.spans {
		if s.Kind == Model {
			r.model(s)
		} else if outer := f.wraps(s); outer != nil {
			r.evidence(outer, s)
		} else {
			r.tool(s)
		}
	}
	if r.owner != nil && r.owner.Kind == Agent {
		r.ending(decode(r.owner.Output, trajectory.RoleAssistant), r.owner.End)
	}
}

// asks says whether the run has a model's span.
func (r *run) asks() bool {
	return slices.ContainsFunc(r.spans, func(s *Span) bool { return s.Kind == Model })
}

// decode reads messages of any dialect.
func decode(values []stream.Value, role trajectory.Role) []trajectory.Message {
	var all []trajectory.Message
	for _, v := range values {
		all = append(all, anychat.Messages(v, role)...)
	}
	return all
}

// model adds what a model was given and what it gave.
func (r *run) model(s *Span) {
	r.history(decode(s.System, trajectory.RoleSystem), s.Start)
	r.history(decode(s.Input, trajectory.RoleUser), s.Start)
	r.history(decode(s.Again, trajectory.RoleUser), s.Start)
	said := decode(s.Output, trajectory.RoleAssistant)
	var own *message
	for _, m := range said {
		m.Time = s.End
		switch {
		case m.Role == trajectory.RoleSystem:
			r.instruct(m)
		case m.Role != trajectory.RoleAssistant || m.Thinking:
			r.messages = append(r.messages, &message{Message: m})
		case own == nil:
			own = &message{Message: m}
			r.messages = append(r.messages, own)
		default: // one answer of a model is one turn
			own.Text = joined(own.Text, m.Text)
			own.Calls = append(own.Calls, m.Calls...)
		}
	}
	if own == nil {
		if s.Error != "" && s.Usage == nil {
			return // the model was not reached
		}
		own = &message{Message: trajectory.Message{Role: trajectory.RoleAssistant, Time: s.End}, mute: len(said) == 0}
		r.messages = append(r.messages, own)
	}
	own.Usage = s.Usage
	if s.ResponseID != "" {
		own.ID = s.ResponseID
	}
}

// instruct puts instructions that stand beside an answer to the beginning,
// unless they are there.
func (r *run) instruct(m trajectory.Message) {
	if r.find(&m, 0) < 0 {
		m.Time = time.Time{}
		r.messages = slices.Insert(r.messages, 0, &message{Message: m})
	}
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// tool adds a tool's span: its outcome, and its call where no model's span
// holds it.
func (r *run) tool(s *Span) {
	asked, index := r.asked(s)
	if asked == nil {
		asked = r.invent(s)
		index = len(asked.Calls) - 1
	}
	call := &asked.Calls[index]
	if len(call.Args) == 0 {
		call.Args = s.Call.Args
	}
	if s.Outcome == nil {
		return
	}
	if answer := r.answer(asked, call.ID, index); answer != nil {
		merge(answer.Outcome, s.Outcome)
		if answer.Time.IsZero() || s.End.Before(answer.Time) {
			answer.Time = s.End
		}
		return
	}
	out := *s.Outcome
	r.put(asked, &message{Message: trajectory.Message{Role: trajectory.RoleTool, CallID: call.ID, Outcome: &out, Time: s.End}})
}

// evidence adds what an inner span of a call knows to the outcome.
func (r *run) evidence(outer, s *Span) {
	if s.Outcome == nil {
		return
	}
	asked, index := r.asked(outer)
	if asked == nil {
		return
	}
	if answer := r.answer(asked, asked.Calls[index].ID, index); answer != nil {
		merge(answer.Outcome, s.Outcome)
		return
	}
	out := *s.Outcome
	r.put(asked, &message{Message: trajectory.Message{Role: trajectory.RoleTool, CallID: asked.Calls[index].ID, Outcome: &out, Time: s.End}})
}

// asked finds the call that a tool's span ran: by its identifier, else the
// earliest open call of the same tool in the latest turn, equal arguments
// first.
func (r *run) asked(s *Span) (*message, int) {
	for _, m := range slices.Backward(r.messages) {
		for i := range m.Calls {
			if s.Call.ID != "" && m.Calls[i].ID == s.Call.ID && (s.Call.Tool == "" || m.Calls[i].Tool == s.Call.Tool || m.Calls[i].Tool == "") {
				return m, i
			}
		}
	}
	var found *message
	index := -1
	for _, m := range slices.Backward(r.messages) {
		for i := range m.Calls {
			call := &m.Calls[i]
			if call.Tool != s.Call.Tool || s.Call.ID != "" && call.ID != "" || r.answered(m, i, s) {
				continue
			}
			if sameArgs(call.Args, s.Call.Args) {
				return m, i
			}
			if found == nil || found == m && index > i {
				found, index = m, i
			}
		}
	}
	return found, index
}

// answered says whether a call has a result that a tool's span gave, which
// another span cannot give again.
func (r *run) answered(m *message, index int, s *Span) bool {
	answer := r.answer(m, m.Calls[index].ID, index)
	return answer != nil && (!answer.Time.IsZero() && answer.Outcome.Elapsed > 0 || s.Start.After(answer.Time))
}

func sameArgs(a, b []byte) bool {
	return bytes.Equal(compact(a), compact(b))
}

// compact drops the white space of JSON, and the quotes' kind of a Python
// literal, for a comparison.
func compact(raw []byte) []byte {
	text := strings.NewReplacer(" ", "", "\n", "", "\t", "", "'", `"`).Replace(string(raw))
	if text == "{}" {
		text = "" // no arguments
	}
	return []byte(text)
}

// inventedPrefix marks the identifiers of calls that have none.
const inventedPrefix = "span-"

// recorded says whether an identifier is the recorder's own.
func recorded(id string) bool { return id != "" && !strings.HasPrefix(id, inventedPrefix) }

// invent makes out a call from its tool's span. Calls that ran side by side are
// one turn.
func (r *run) invent(s *Span) *message {
	made := s.Call
	if made.ID == "" {
		made.ID = inventedPrefix + s.ID // so that its answer finds it among others
	}
	if n := len(r.messages); n > 0 {
		for _, m := range slices.Backward(r.messages) {
			if m.Role == trajectory.RoleTool {
				continue
			}
			if m.mute && (len(m.Calls) == 0 || s.Start.Before(m.until) || m.Usage != nil) {
				m.Calls = append(m.Calls, made)
				m.until = later(m.until, s.End)
				return m
			}
			break
		}
	}
	m := &message{
		Message: trajectory.Message{Role: trajectory.RoleAssistant, Calls: []tool.Call{made}, Time: s.Start}, mute: true, until: s.End,
	}
	r.messages = append(r.messages, m)
	return m
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// answer finds the message that answers a call.
func (r *run) answer(asked *message, id string, index int) *message {
	at := slices.Index(r.messages, asked)
	position := 0
	for _, m := range r.messages[at+1:] {
		switch {
		case m.Role != trajectory.RoleTool:
			if id == "" || slices.ContainsFunc(m.Calls, func(c tool.Call) bool { return c.ID == id }) {
				return nil
			}
		case id != "" && m.CallID == id, id == "" && position == index:
			return m
		default:
			position++
		}
	}
	return nil
}

// put places an answer behind its call and the answers that stand there.
func (r *run) put(asked, answer *message) {
	at := slices.Index(r.messages, asked) + 1
	for at < len(r.messages) && r.messages[at].Role == trajectory.RoleTool {
		at++
	}
	r.messages = slices.Insert(r.messages, at, answer)
}

// merge adds what one source knows of an outcome to what another knows. The
// body is the text that the model read, where that is recorded.
func merge(into, from *tool.Outcome) {
	if into.Body == "" {
		into.Body = from.Body
	}
	if from.Channel != tool.ChannelUnknown && (into.Channel == tool.ChannelUnknown || into.Channel == tool.ChannelText) {
		into.Channel = from.Channel
	}
	if into.Flag == tool.FlagNone || from.Flag == tool.FlagFailure {
		into.Flag = from.Flag
	}
	if into.Err == nil {
		into.Err = from.Err
	}
	if into.Status == 0 {
		into.Status = from.Status
	}
	if into.Exit == nil {
		into.Exit = from.Exit
	}
	if into.Elapsed == 0 {
		into.Elapsed = from.Elapsed
	}
	into.Phase = max(into.Phase, from.Phase)
}
