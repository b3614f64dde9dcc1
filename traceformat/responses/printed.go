package responses

import (
	"bytes"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// printed reads a line of `codex exec --json`.
func printed(kind string, v stream.Value) *event {
	e := &event{}
	switch kind {
	case "thread.started":
		e.session, e.id = true, v.Get("thread_id").Text()
	case "turn.completed":
		e.spent = part.Usage(v.Get("usage"))
	case "turn.failed":
		e.failure = v.Get("error", "message").Text()
	case "error":
		e.failure = v.Get("message").Text()
	case "item.started", "item.completed":
		e.started = kind == "item.started"
		e.item(v.Get("item"))
	}
	return e
}

func (e *event) item(v stream.Value) {
	kind := v.First("type", "item_type").Text()
	id := v.Get("id").Text()
	switch kind {
	case "agent_message", "assistant_message":
		e.sayOnce(trajectory.Message{Role: trajectory.RoleAssistant, ID: id, Text: v.Get("text").Text()})
	case "reasoning":
		e.sayOnce(trajectory.Message{Role: trajectory.RoleAssistant, ID: id, Text: v.Get("text").Text(), Thinking: true})
	case "command_execution":
		e.call(v, "shell", object("command", v.Get("command")))
	case "file_change":
		e.call(v, "apply_patch", object("changes", v.Get("changes")))
	case "web_search":
		e.call(v, "web_search", object("query", v.Get("query")))
	case "mcp_tool_call":
		e.call(v, v.Get("server").Text()+"."+v.Get("tool").Text(), v.Get("arguments").Raw())
	}
}

func (e *event) sayOnce(m trajectory.Message) {
	if !e.started {
		e.steps = append(e.steps, step{message: &m})
	}
}

// call reads a call that was made, with its answer once it is completed.
func (e *event) call(v stream.Value, name string, args []byte) {
	s := step{call: &tool.Call{ID: v.Get("id").Text(), Tool: name, Args: args}}
	if !e.started {
		s.answer = &trajectory.Message{Role: trajectory.RoleTool, CallID: s.call.ID, Outcome: outcomeOf(v)}
	}
	e.steps = append(e.steps, s)
}

func outcomeOf(v stream.Value) *tool.Outcome {
	out := &tool.Outcome{Channel: tool.ChannelText}
	switch {
	case v.Get("status").Is("failed"), v.Get("status").Is("declined"):
		out.Flag = tool.FlagFailure
	case v.Get("status").Is("completed"):
		out.Flag = tool.FlagSuccess
	}
	result := v.Get("result")
	if v.Get("type").Is("mcp_tool_call") {
		out.Channel = tool.ChannelMCPResult
	}
	out.Body = part.Text(v.Get("aggregated_output"))
	if content := result.Get("content"); content.Exists() {
		out.Body = part.Text(content)
	}
	exited(out, v.Get("exit_code"))
	if failure := v.Get("error"); failure.Exists() {
		fail(out, failure)
	}
	return out
}

// object makes arguments of the one thing that an item states.
func object(name string, value stream.Value) []byte {
	if !value.Exists() {
		return nil
	}
	var text bytes.Buffer
	text.WriteString(`{"` + name + `":`)
	text.Write(value)
	text.WriteByte('}')
	return text.Bytes()
}
