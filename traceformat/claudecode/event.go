package claudecode

import (
	"errors"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// event is one record, decoded. Its runs are set where it is a whole
// conversation, its turn where it is one message.
type event struct {
	turn
	isTurn bool

	session   string
	agent     string // the sub-agent's identifier, or the call that started it
	sidechain bool
	uuid      string
	parent    string // uuid of the record before
	time      time.Time
	meta      bool // the user did not write it
	apiError  bool

	tools    []tool.Spec
	model    string
	runUsage *trajectory.Usage
	runError string

	whole *trajectory.Trajectory
}

var errNoEvent = errors.New("neither a line of Claude Code nor a message of Anthropic's API")

// decode reads one record.
func decode(r stream.Record) (*event, error) {
	if r.Kind() == '[' {
		return wholeOf(stream.Value(nil), r.Value)
	}
	if messages := r.Get("messages"); messages.Kind() == '[' {
		return wholeOf(r.Value, messages)
	}
	if request := r.Get("request"); request.Get("messages").Kind() == '[' {
		e, err := wholeOf(request, request.Get("messages"))
		if err == nil {
			e.reply(r.Get("response"))
		}
		return e, err
	}
	if r.Get("type").Kind() == '"' && !r.Get("role").Exists() {
		return eventOf(r.Value), nil
	}
	t, ok := turnOf(r.Value)
	if !ok {
		return nil, errNoEvent
	}
	return &event{turn: t, isTurn: true, time: r.First("timestamp", "created_at").Time()}, nil
}

// eventOf reads a line of a session file or of stream-json.
func eventOf(v stream.Value) *event {
	e := &event{}
	var kind, message, recorded stream.Value
	for key, value := range v.Fields() {
		switch string(key) {
		case "type":
			kind = value
		case "message":
			message = value
		case "toolUseResult", "tool_use_result":
			recorded = value
		case "sessionId", "session_id":
			e.session = value.Text()
		case "agentId", "parent_tool_use_id":
			if e.agent == "" {
				e.agent = value.Text()
			}
		case "isSidechain":
			e.sidechain, _ = value.Bool()
		case "uuid":
			e.uuid = value.Text()
		case "parentUuid":
			e.parent = value.Text()
		case "timestamp":
			e.time = value.Time()
		case "isMeta", "isCompactSummary":
			meta, _ := value.Bool()
			e.meta = e.meta || meta
		case "isApiErrorMessage":
			e.apiError, _ = value.Bool()
		}
	}
	switch {
	case kind.Is("user"), kind.Is("assistant"):
		e.turn, e.isTurn = turnOf(message)
		if len(e.answers) == 1 {
			more(e.answers[0].Outcome, recorded)
		}
	case kind.Is("system"):
		e.start(v)
	case kind.Is("result"):
		e.end(v)
	}
	return e
}

// start reads the line that stream-json begins with.
func (e *event) start(v stream.Value) {
	if !v.Get("subtype").Is("init") {
		return
	}
	e.model = v.Get("model").Text()
	for name := range v.Get("tools").Elements() {
		if name.Kind() == '"' {
			e.tools = append(e.tools, tool.Spec{Name: name.Text()})
		}
	}
}

// end reads the line that stream-json ends with: what the run cost, and why it
// ended where it did not end by an answer.
func (e *event) end(v stream.Value) {
	e.runUsage = part.Usage(v.Get("usage"))
	if usd := v.First("total_cost_usd", "cost_usd").Float(); usd > 0 {
		if e.runUsage == nil {
			e.runUsage = &trajectory.Usage{}
		}
		e.runUsage.USD = usd
	}
	if failed, _ := v.Get("is_error").Bool(); failed {
		if e.runError = v.Get("subtype").Text(); e.runError == "success" {
			e.runError = v.Get("result").Text()
		}
	} else if subtype := v.Get("subtype").Text(); subtype != "success" {
		e.runError = subtype
	}
}

// wholeOf reads a conversation as the API takes it. Outer holds what stands
// beside the messages.
func wholeOf(outer, messages stream.Value) (*event, error) {
	run := newRun(&trajectory.Trajectory{})
	run.t.ID = outer.First("id", "session_id", "sessionId").Text()
	run.t.Model = outer.Get("model").Text()
	for element := range outer.Get("tools").Elements() {
		if spec := specOf(element); spec.Name != "" {
			run.t.Tools = append(run.t.Tools, spec)
		}
	}
	if system := part.Text(outer.Get("system")); system != "" {
		run.t.Messages = append(run.t.Messages, trajectory.Message{Role: trajectory.RoleSystem, Text: system})
	}
	n := 0
	for element := range messages.Elements() {
		if t, ok := turnOf(element); ok {
			run.add(&event{turn: t, isTurn: true, time: element.First("timestamp", "created_at").Time()})
			n++
		}
	}
	if n == 0 {
		return nil, errNoEvent
	}
	e := &event{whole: run.t}
	e.reply(outer) // a log keeps the answer's content beside the request
	return e, nil
}

// reply adds the answer to a logged request.
func (e *event) reply(v stream.Value) {
	if !v.Get("role").Is("assistant") {
		return
	}
	if t, ok := turnOf(v); ok {
		newRun(e.whole).add(&event{turn: t, isTurn: true})
	}
}

func specOf(v stream.Value) tool.Spec {
	spec := tool.Spec{Name: v.Get("name").Text(), Description: v.Get("description").Text()}
	if schema := v.Get("input_schema"); schema.Kind() == '{' {
		spec.Input = schema.Raw()
	}
	return spec
}
