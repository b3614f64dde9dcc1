package chat

import (
	"errors"
	"strconv"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// wrappersTable holds the keys under which files keep their runs.
var wrappersTable = [...]string{"simulations", "trajectories", "conversations", "runs", "data", "results", "traces", "records", "rows", "items", "examples"}

// messagesTable holds the keys under which a run keeps its messages, the likelier
// first.
var messagesTable = [...]string{"messages", "traj", "conversations", "conversation", "history", "chat_history", "dialog", "dialogue", "trajectory"}

var errNoRun = errors.New("neither a run with messages nor a message")

// item is what became of one record: runs, or a piece of one that is spread over
// records, a message each.
type item struct {
	runs    []*trajectory.Trajectory
	piece   *trajectory.Trajectory
	session string
	// rest is what stands around the messages that came before, one by one.
	rest *trajectory.Trajectory
}

// decode reads one record. A wrapper that stands on a line of its own holds
// several runs.
func decode(r stream.Record) (item, error) {
	if r.Rest {
		run, ok := runOf(r.Value)
		switch {
		case !ok:
			return item{}, nil
		case len(run.Messages) == 0:
			return item{rest: run}, nil
		}
		return item{runs: []*trajectory.Trajectory{run}}, nil
	}
	if r.Kind() == '[' {
		run := &trajectory.Trajectory{}
		if n := appendAll(run, r.Value); n == 0 {
			return item{}, errNoRun
		}
		pair(run)
		return item{runs: []*trajectory.Trajectory{run}}, nil
	}
	if run, ok := runOf(r.Value); ok {
		about(run, r.Outer)
		return item{runs: []*trajectory.Trajectory{run}}, nil
	}
	if it, ok := loose(r.Value); ok {
		return it, nil
	}
	if _, array := r.Wrapped(wrappersTable[:]); array.Exists() {
		return wrapped(r.Value, array)
	}
	return item{}, errNoRun
}

// loose reads a record that is a message, or that holds one beside the session
// that it belongs to.
func loose(v stream.Value) (item, bool) {
	it := item{piece: &trajectory.Trajectory{}}
	if m, ok := messageOf(v); ok {
		m.append(it.piece)
		it.session = m.session.Text()
		return it, true
	}
	if !appendMessage(it.piece, v) && !appendMessage(it.piece, v.Get("message")) {
		return item{}, false
	}
	var around raw
	for key, value := range v.Fields() {
		around.set(string(key), value)
	}
	it.session = around.session.Text()
	for i := range it.piece.Messages {
		if m := &it.piece.Messages[i]; m.Time.IsZero() {
			m.Time = around.when()
		}
	}
	return it, true
}

// wrapped reads the runs of a wrapper.
func wrapped(wrapper, array stream.Value) (item, error) {
	var it item
	for element := range array.Elements() {
		if run, ok := runOf(element); ok {
			about(run, wrapper)
			it.runs = append(it.runs, run)
		}
	}
	if len(it.runs) == 0 {
		return it, errNoRun
	}
	return it, nil
}

// runOf reads an object that holds a run's messages.
func runOf(v stream.Value) (*trajectory.Trajectory, bool) {
	if v.Kind() != '{' {
		return nil, false
	}
	r := run{t: &trajectory.Trajectory{}}
	for key, value := range v.Fields() {
		r.set(string(key), value)
	}
	if r.messages.Kind() != '[' && !r.speaks {
		if inner := v.First("request", "input", "inputs", "body"); inner.Kind() == '{' {
			for key, value := range inner.Fields() {
				r.set(string(key), value)
			}
		}
	}
	if r.messages.Kind() != '[' || !isConversation(r.messages) {
		return nil, false
	}
	r.fill()
	return r.t, true
}

// isConversation says whether the first element that is looked at is a message.
func isConversation(messages stream.Value) bool {
	for element := range messages.Elements() {
		_, ok := messageOf(element)
		return ok || isMessage(element)
	}
	return true
}

// run collects what a record says of a run, whatever the order of its fields.
type run struct {
	t        *trajectory.Trajectory
	messages stream.Value
	rank     int // of the key of messages, smaller is likelier
	reply    stream.Value
	ids      [3]stream.Value
	task     stream.Value
	trial    stream.Value
	tools    stream.Value
	success  stream.Value
	usage    stream.Value
	usd      stream.Value
	noArgs   bool
	speaks   bool // the record has a role: it is a message itself
}

// set stores one field of a record.
func (r *run) set(key string, value stream.Value) {
	if !value.Exists() {
		return
	}
	switch key {
	case "id", "trajectory_id":
		r.ids[0] = value
	case "conversation_id", "conversationId":
		r.ids[1] = value
	case "session_id", "sessionId", "thread_id", "trace_id", "run_id":
		r.ids[2] = value
	case "task_id", "instance_id", "question_id", "task":
		if r.task == nil || key == "task_id" {
			r.task = value
		}
	case "trial":
		r.trial = value
	case "role":
		r.speaks = true
	case "tools", "functions", "tool_defs":
		r.tools = value
	case "model", "model_name":
		r.t.Model = name(value)
	case "agent", "agent_name":
		r.t.Agent = name(value)
	case "parent", "parent_id", "parent_run_id":
		r.t.Parent = name(value)
	case "success", "resolved", "reward":
		r.success = value
	case "reward_info":
		r.success = value.Get("reward")
	case "usage", "token_usage":
		r.usage = value
	case "agent_cost", "total_cost":
		r.usd = value
	case "run_error", "error":
		if value.Kind() == '"' || value.Kind() == '{' {
			r.t.Error = part.Text(value)
		}
	case "args_missing":
		r.noArgs, _ = value.Bool()
	case "choices":
		r.reply = value
	case "response", "completion", "output", "outputs":
		if choices := value.Get("choices"); choices.Exists() {
			r.reply = choices
		}
	default:
		r.setMessages(key, value)
	}
}

// name is a string's text, and nothing where the field holds something else.
func name(v stream.Value) string {
	if v.Kind() != '"' {
		return ""
	}
	return v.Text()
}

// setMessages stores the messages, also where they are JSON inside a string.
func (r *run) setMessages(key string, value stream.Value) {
	for rank, name := range messagesTable {
		if key != name || (r.messages != nil && rank > r.rank) {
			continue
		}
		if value = value.Embedded(); value.Kind() == '[' {
			r.messages, r.rank = value, rank
		}
	}
}

// fill makes the run from what was collected.
func (r *run) fill() {
	t := r.t
	for _, id := range r.ids {
		if t.ID == "" && id.Kind() != '{' {
			t.ID = id.Text()
		}
	}
	if r.task.Kind() != '{' && r.task.Kind() != '[' {
		t.Task = r.task.Text()
	}
	if t.ID == "" && t.Task != "" {
		t.ID = t.Task
		if trial := r.trial.Text(); trial != "" {
			t.ID += "/" + trial
		}
	}
	t.Success = successOf(r.success)
	t.Usage = part.Usage(r.usage)
	for element := range r.tools.Elements() {
		if spec, ok := specOf(element); ok {
			t.Tools = append(t.Tools, spec)
		}
	}
	appendAll(t, r.messages)
	for choice := range r.reply.Elements() {
		appendMessage(t, choice.Get("message"))
		break // the others are alternatives that were not taken
	}
	r.addCost()
	if r.noArgs {
		forgetArgs(t)
	}
	pair(t)
}

// addCost sets the run's cost where its messages do not state theirs.
func (r *run) addCost() {
	usd := r.usd.Float()
	if usd <= 0 {
		return
	}
	for i := range r.t.Messages {
		if u := r.t.Messages[i].Usage; u != nil && u.USD > 0 {
			return
		}
	}
	if r.t.Usage == nil {
		r.t.Usage = &trajectory.Usage{}
	}
	r.t.Usage.USD = usd
}

// successOf reads a verdict: a boolean, or a reward of which 1 is the whole.
func successOf(v stream.Value) *bool {
	if value, ok := v.Bool(); ok {
		return &value
	}
	if v.Kind() != '0' || len(v) == 0 {
		return nil
	}
	whole := v.Float() >= 1-1e-6
	return &whole
}

// appendAll appends the messages of an array and says how many there were.
func appendAll(t *trajectory.Trajectory, array stream.Value) int {
	n := 0
	for element := range array.Elements() {
		if appendMessage(t, element) {
			n++
		}
	}
	return n
}

// forgetArgs takes the arguments away from calls of which the recording says
// that it lost them, so that an empty object is not taken for what was sent.
func forgetArgs(t *trajectory.Trajectory) {
	for _, call := range t.Calls() {
		if string(call.Args) == "{}" {
			call.Args = nil
		}
	}
}

// about adds what a wrapper says of all its runs.
func about(t *trajectory.Trajectory, wrapper stream.Value) {
	if t.Model != "" || !wrapper.Exists() {
		return
	}
	t.Model = wrapper.Get("info", "agent_info", "llm").Text() // τ²-bench
	if t.Model == "" {
		t.Model = wrapper.Get("model").Text()
	}
}

// pair gives a call and its answer one identifier where the recording has none
// for one of them: the answer belongs to the first call of the turn before that
// bears its name, or to the first, and has no answer yet.
func pair(t *trajectory.Trajectory) {
	var open []*tool.Call
	for i := range t.Messages {
		switch m := &t.Messages[i]; m.Role {
		case trajectory.RoleAssistant:
			if len(m.Calls) > 0 {
				open = open[:0]
			}
			for c := range m.Calls {
				open = append(open, &m.Calls[c])
			}
		case trajectory.RoleTool:
			open = answer(m, open, i)
		case trajectory.RoleSystem, trajectory.RoleUser:
		}
	}
}

// answer finds the call that the message answers, and returns the others.
func answer(m *trajectory.Message, open []*tool.Call, number int) []*tool.Call {
	at := -1
	for i, call := range open {
		switch {
		case m.CallID != "" && call.ID == m.CallID:
			return append(open[:i:i], open[i+1:]...)
		case at < 0 && (m.CallID == "" || call.ID == ""):
			at = i
		}
	}
	if at < 0 {
		return open
	}
	call := open[at]
	switch {
	case call.ID == "" && m.CallID == "":
		call.ID = "call_" + strconv.Itoa(number)
		m.CallID = call.ID
	case call.ID == "":
		call.ID = m.CallID
	default:
		m.CallID = call.ID
	}
	return append(open[:at:at], open[at+1:]...)
}
