package responses

import (
	"errors"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// event is one record, decoded: items, and what it says of the run.
type event struct {
	steps []step
	// whole says that the record is a run by itself, session that it begins
	// one.
	whole, session bool
	// boundary says that a new answer of the model follows.
	boundary bool

	id, model, parent, agent string
	failure                  string
	tools                    []tool.Spec
	// usage is one model call's, total the count so far that tells repeated
	// counts; spent is a whole turn's.
	usage, spent *trajectory.Usage
	total        string
	extra        *extra
	// started says that the steps' calls have no answer yet.
	started bool
}

// extra is what an event tells of a call beside the answer that the model saw.
type extra struct {
	id      string
	outcome tool.Outcome
}

var errNoItem = errors.New("neither an item of the Responses API nor a line of Codex")

// decode reads one record.
func decode(r stream.Record) (*event, error) {
	v := r.Value
	switch {
	case v.Kind() == '[':
		e := &event{whole: true}
		if !e.items(v) {
			return nil, errNoItem
		}
		return e, nil
	case v.Kind() != '{':
		return nil, errNoItem
	}
	if payload := v.Get("payload"); payload.Kind() == '{' {
		return rollout(v.Get("type").Text(), payload, v.Get("timestamp").Time()), nil
	}
	kind := v.Get("type").Text()
	if strings.HasPrefix(kind, "item.") || strings.HasPrefix(kind, "turn.") || strings.HasPrefix(kind, "thread.") || kind == "error" {
		return printed(kind, v), nil
	}
	if e, ok := logged(v); ok {
		return e, nil
	}
	if s, ok := itemOf(v, v.First("timestamp", "created_at").Time()); ok {
		return &event{steps: []step{s}}, nil
	}
	switch {
	case v.Get("record_type").Exists(), kind != "":
		return &event{}, nil // a state, or an item that says nothing
	case v.Get("id").Exists() && v.Get("timestamp").Exists(): // the first line of old rollouts
		return &event{session: true, id: v.Get("id").Text()}, nil
	}
	return nil, errNoItem
}

// items reads an array of items and says whether there is one.
func (e *event) items(array stream.Value) bool {
	found := false
	for element := range array.Elements() {
		s, ok := itemOf(element, element.First("timestamp", "created_at").Time())
		if ok {
			e.steps = append(e.steps, s)
		}
		found = found || ok
	}
	return found
}

// logged reads a request with its answer, or either alone.
func logged(v stream.Value) (*event, bool) {
	request, response := v, v
	if inner := v.First("request", "body"); inner.Kind() == '{' {
		request = inner
	}
	if inner := v.Get("response"); inner.Kind() == '{' {
		response = inner
	}
	input, output := request.First("input", "items", "data"), response.Get("output")
	if input.Kind() != '[' && output.Kind() != '[' {
		return nil, false
	}
	e := &event{whole: true, id: v.First("id", "response_id").Text(), model: v.Get("model").Text()}
	if e.id == "" {
		e.id = response.Get("id").Text()
	}
	if e.model == "" {
		e.model = response.First("model").Text()
	}
	if text := part.Text(request.Get("instructions")); text != "" {
		e.say(trajectory.RoleSystem, text)
	}
	if input.Kind() == '"' {
		e.say(trajectory.RoleUser, input.Text())
	}
	asked := e.items(input)
	answered := e.items(output)
	for element := range request.Get("tools").Elements() {
		if name := element.Get("name").Text(); name != "" {
			spec := tool.Spec{Name: name, Description: element.Get("description").Text()}
			if schema := element.Get("parameters"); schema.Kind() == '{' {
				spec.Input = schema.Raw()
			}
			e.tools = append(e.tools, spec)
		}
	}
	if answered {
		e.usage = part.Usage(response.Get("usage"))
	}
	if failure := response.Get("error"); failure.Exists() {
		e.failure = part.Text(failure.First("message", "code"))
	}
	return e, asked || answered
}

func (e *event) say(role trajectory.Role, text string) {
	e.steps = append(e.steps, step{message: &trajectory.Message{Role: role, Text: text}})
}

// rollout reads a line of a Codex session file.
func rollout(kind string, payload stream.Value, at time.Time) *event {
	e := &event{}
	switch kind {
	case "session_meta":
		e.session, e.id = true, payload.Get("id").Text()
		spawn := payload.Get("source", "subagent", "thread_spawn")
		e.parent, e.agent = spawn.Get("parent_thread_id").Text(), spawn.First("agent_role", "agent_nickname").Text()
		if text := part.Text(payload.First("instructions")); text != "" {
			e.say(trajectory.RoleSystem, text)
		}
	case "turn_context":
		e.model, e.boundary = payload.Get("model").Text(), true
	case "response_item":
		if s, ok := itemOf(payload, at); ok {
			e.steps = append(e.steps, s)
		}
	case "event_msg":
		e.report(payload)
	}
	return e
}

// report reads an event of a session file. What repeats an item is passed over.
func (e *event) report(payload stream.Value) {
	switch payload.Get("type").Text() {
	case "token_count":
		info := payload.Get("info")
		e.usage = part.Usage(info.Get("last_token_usage"))
		e.total = string(info.Get("total_token_usage"))
	case "error", "stream_error":
		e.failure = payload.Get("message").Text()
	case "turn_aborted":
		e.failure = "turn aborted: " + payload.Get("reason").Text()
	case "exec_command_end":
		e.extra = &extra{id: payload.Get("call_id").Text()}
		exited(&e.extra.outcome, payload.Get("exit_code"))
		e.extra.outcome.Elapsed = lasted(payload.Get("duration"))
	case "mcp_tool_call_end":
		e.extra = &extra{id: payload.Get("call_id").Text(), outcome: tool.Outcome{
			Channel: tool.ChannelMCPResult, Elapsed: lasted(payload.Get("duration")),
		}}
		result := payload.Get("result")
		e.extra.outcome.Flag = part.Flag(result.Get("Ok", "isError"), true)
		if result.Get("Err").Exists() {
			e.extra.outcome.Channel, e.extra.outcome.Flag = tool.ChannelMCPError, tool.FlagFailure
		}
	case "patch_apply_end":
		e.extra = &extra{id: payload.Get("call_id").Text()}
		e.extra.outcome.Flag = part.Flag(payload.Get("success"), false)
	}
}

// lasted reads a duration as Rust writes it.
func lasted(v stream.Value) time.Duration {
	return seconds(v.Get("secs").Float() + v.Get("nanos").Float()/1e9)
}
