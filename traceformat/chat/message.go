package chat

import (
	"slices"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// rolesTable holds the words for who speaks.
var rolesTable = map[string]trajectory.Role{
	"system": trajectory.RoleSystem, "developer": trajectory.RoleSystem,
	"user": trajectory.RoleUser, "human": trajectory.RoleUser,
	"assistant": trajectory.RoleAssistant, "ai": trajectory.RoleAssistant, "gpt": trajectory.RoleAssistant,
	"model": trajectory.RoleAssistant, "bot": trajectory.RoleAssistant, "function_call": trajectory.RoleAssistant,
	"tool": trajectory.RoleTool, "function": trajectory.RoleTool, "observation": trajectory.RoleTool,
	"function_response": trajectory.RoleTool,
	// LangChain's classes, as its messages are serialised.
	"SystemMessage": trajectory.RoleSystem, "HumanMessage": trajectory.RoleUser, "AIMessage": trajectory.RoleAssistant,
	"AIMessageChunk": trajectory.RoleAssistant, "ToolMessage": trajectory.RoleTool, "FunctionMessage": trajectory.RoleTool,
}

// raw is one message with its fields told apart and not yet decoded.
type raw struct {
	role    trajectory.Role
	legacy  bool // role "function_call": the content is the call
	id      stream.Value
	name    stream.Value
	content stream.Value
	parts   stream.Value // the blocks of the AI SDK's messages, beside or in place of the content
	// reasoning is what the model thought, where it stands apart.
	reasoning stream.Value
	calls     stream.Value
	broken    stream.Value // calls that LangChain could not parse
	call      stream.Value // the legacy function_call
	kwargs    stream.Value // where LangChain keeps what the provider sent
	meta      stream.Value // what LangChain notes of the model call
	callID    stream.Value
	time      stream.Value
	usage     stream.Value
	cost      stream.Value
	model     stream.Value
	requestor stream.Value
	several   stream.Value // a list of tool messages in one
	session   stream.Value
	result    result
}

// result is what a tool's message says of itself.
type result struct {
	isError, failed, status, success, exit, httpStatus stream.Value
}

// messageOf reads a message's fields. It reports false for an object whose role
// is none.
func messageOf(v stream.Value) (raw, bool) {
	var m raw
	if v.Kind() != '{' {
		return m, false
	}
	var role, kind stream.Value
	for key, value := range v.Fields() {
		switch string(key) {
		case "role", "from":
			role = value
		case "type":
			kind = value
		default:
			m.set(string(key), value)
		}
	}
	if role.Kind() != '"' {
		if inner := v.First("data", "kwargs"); inner.Kind() == '{' {
			return langchain(v, kind, inner)
		}
		if !m.content.Exists() && !m.calls.Exists() && !m.parts.Exists() {
			return m, false // an event of that type, and no message
		}
		role = kind
	}
	return m.as(role.Text())
}

// langchain reads a message that LangChain wrapped: its kind beside its data, or
// its class in the last element of the identifier.
func langchain(v, kind, inner stream.Value) (raw, bool) {
	if kind.Is("constructor") {
		for element := range v.Get("id").Elements() {
			kind = element
		}
	}
	var m raw
	for key, value := range inner.Fields() {
		m.set(string(key), value)
	}
	return m.as(kind.Text())
}

func (m raw) as(role string) (raw, bool) {
	m.legacy = role == "function_call"
	known, ok := rolesTable[role]
	m.role = known
	return m, ok
}

// set stores one field. Where two words name one thing, the first that is
// stated counts.
func (m *raw) set(key string, value stream.Value) {
	if !value.Exists() {
		return
	}
	if place := m.place(key); place != nil && !place.Exists() {
		*place = value
	}
}

func (m *raw) place(key string) *stream.Value {
	switch key {
	case "content", "value", "text":
		return &m.content
	case "parts":
		return &m.parts
	case "tool_calls", "toolCalls":
		return &m.calls
	case "tool_call_id", "toolCallId":
		return &m.callID
	case "invalid_tool_calls":
		return &m.broken
	case "function_call":
		return &m.call
	case "additional_kwargs":
		return &m.kwargs
	case "response_metadata":
		return &m.meta
	case "id":
		return &m.id
	case "name":
		return &m.name
	case "reasoning_content", "reasoning", "thinking":
		return &m.reasoning
	case "timestamp", "created_at", "createdAt", "time", "created":
		return &m.time
	case "usage", "usage_metadata", "token_usage":
		return &m.usage
	case "cost":
		return &m.cost
	case "model":
		return &m.model
	case "requestor":
		return &m.requestor
	case "tool_messages", "tool_responses":
		return &m.several
	case "conversation_id", "session_id", "thread_id", "trajectory_id", "conversationId", "sessionId":
		return &m.session
	default:
		return m.result.place(key)
	}
}

func (r *result) place(key string) *stream.Value {
	switch key {
	case "is_error", "isError":
		return &r.isError
	case "error":
		return &r.failed
	case "status":
		return &r.status
	case "success":
		return &r.success
	case "exit_code", "exitCode", "returncode":
		return &r.exit
	case "status_code", "http_status":
		return &r.httpStatus
	default:
		return nil
	}
}

// append adds the message to a run. What a simulated user does with tools of
// its own is no part of the agent's run.
func (m *raw) append(t *trajectory.Trajectory) {
	switch {
	case m.role == trajectory.RoleTool && m.several.Kind() == '[':
		for element := range m.several.Elements() {
			appendMessage(t, element)
		}
	case m.role == trajectory.RoleTool && m.content.Kind() == '[' && m.appendResults(t):
	case m.role == trajectory.RoleTool:
		if !m.requestor.Is("user") {
			t.Messages = append(t.Messages, m.answer())
		}
	case m.role == trajectory.RoleAssistant && m.parts.Kind() == '[' && !m.calls.Exists():
		m.appendSteps(t)
	case m.role == trajectory.RoleAssistant:
		m.appendTurn(t)
	case m.content.Kind() == '[' && m.appendResults(t):
	default:
		t.Messages = append(t.Messages, trajectory.Message{
			Role: m.role, ID: m.id.Text(), Text: m.text(), Time: m.when(),
		})
	}
}

// text is what was said.
func (m *raw) text() string {
	if m.content.Exists() || !m.parts.Exists() {
		return part.Text(m.content)
	}
	return saidIn(slices.Collect(m.parts.Elements()))
}

func (m *raw) when() time.Time {
	if !m.time.Exists() {
		return time.Time{}
	}
	return m.time.Time()
}

func (m *raw) appendTurn(t *trajectory.Trajectory) {
	if text := part.Text(m.reasoning); text != "" {
		t.Messages = append(t.Messages, trajectory.Message{
			Role: trajectory.RoleAssistant, ID: m.id.Text(), Text: text, Time: m.when(), Thinking: true,
		})
	}
	message := trajectory.Message{Role: trajectory.RoleAssistant, ID: m.id.Text(), Time: m.when(), Usage: m.spent()}
	if message.Calls = m.callsOf(); !m.legacy {
		message.Text = m.text()
	}
	if t.Model == "" {
		t.Model = m.model.Text()
	}
	if t.Model == "" {
		t.Model = m.meta.Get("model_name").Text()
	}
	t.Messages = append(t.Messages, message)
}

// spent is what the model call cost that made the turn.
func (m *raw) spent() *trajectory.Usage {
	usage := part.Usage(m.usage)
	if usage == nil {
		usage = part.Usage(m.meta.First("token_usage", "usage"))
	}
	if cost := m.cost.Float(); cost > 0 {
		if usage == nil {
			usage = &trajectory.Usage{}
		}
		usage.USD = cost
	}
	return usage
}

// callsOf reads the calls of a turn, in the first form in which there are any.
func (m *raw) callsOf() []tool.Call {
	legacy := m.call
	if m.legacy {
		legacy = m.content.Embedded()
	}
	calls := appendCalls(appendCalls(nil, m.calls), m.broken)
	if len(calls) == 0 {
		calls = appendCalls(calls, m.kwargs.Get("tool_calls"))
	}
	if len(calls) == 0 {
		if call, ok := callOf(legacy); ok {
			return []tool.Call{call}
		}
		if call, ok := callOf(m.kwargs.Get("function_call")); ok {
			return []tool.Call{call}
		}
		return m.blocks()
	}
	return calls
}

func appendCalls(calls []tool.Call, array stream.Value) []tool.Call {
	for element := range array.Elements() {
		if call, ok := callOf(element); ok {
			calls = append(calls, call)
		}
	}
	return calls
}

// callOf reads one call: what is called stands in it or one level down.
func callOf(v stream.Value) (tool.Call, bool) {
	var call tool.Call
	var args stream.Value
	for key, value := range v.Fields() {
		switch string(key) {
		case "id", "call_id", "tool_call_id", "toolCallId":
			if call.ID == "" {
				call.ID = value.Text()
			}
		case "name", "tool_name", "toolName":
			call.Tool = value.Text()
		case "arguments", "args", "input", "parameters":
			args = value
		case "function", "custom":
			if value.Kind() == '"' {
				call.Tool = value.Text()
				continue
			}
			call.Tool = value.Get("name").Text()
			args = value.First("arguments", "args", "input", "parameters")
		}
	}
	call.Args = part.Args(args)
	return call, call.Tool != ""
}

// answer reads what a tool gave.
func (m *raw) answer() trajectory.Message {
	out := &tool.Outcome{Channel: tool.ChannelText, Body: part.Text(m.content)}
	m.result.into(out)
	id := m.callID.Text()
	if id == "" && m.requestor.Exists() { // τ²-bench: the answer bears the call's identifier
		id = m.id.Text()
	}
	return trajectory.Message{Role: trajectory.RoleTool, ID: m.id.Text(), CallID: id, Time: m.when(), Outcome: out}
}

// into adds what the message states of its success.
func (r *result) into(out *tool.Outcome) {
	out.Flag = part.Flag(r.isError, true)
	if out.Flag == tool.FlagNone {
		out.Flag = part.Flag(r.failed, true)
	}
	if out.Flag == tool.FlagNone {
		out.Flag = part.Flag(r.success, false)
	}
	if out.Flag == tool.FlagNone {
		out.Flag = statusFlag(r.status)
	}
	if failed := r.failed; failed.Kind() == '"' || failed.Kind() == '{' {
		if text := part.Text(failed); text != "" {
			out.Flag = tool.FlagFailure
			if out.Body == "" {
				out.Body = text
			}
		}
	}
	if code := r.exit; code.Kind() == '0' {
		exit := int(code.Int())
		out.Exit = &exit
	}
	if code := r.httpStatus.Int(); code >= 100 && code < 600 {
		out.Status = int(code)
	}
}

// statusFlag reads LangChain's word for how a tool's message came to be.
func statusFlag(v stream.Value) tool.Flag {
	switch {
	case v.Is("error"), v.Is("failed"):
		return tool.FlagFailure
	case v.Is("success"):
		return tool.FlagSuccess
	default:
		return tool.FlagNone
	}
}
