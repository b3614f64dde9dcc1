package anychat

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// itemsTable maps the items of OpenAI's Responses to their readers. Several of
// them make one turn.
var itemsTable = map[string]itemReader{
	"function_call": (*decoder).call, "custom_tool_call": (*decoder).call, "mcp_call": bothItem,
	"function_call_output": (*decoder).result, "custom_tool_call_output": (*decoder).result,
	"computer_call": (*decoder).call, "computer_call_output": (*decoder).result,
	"local_shell_call": (*decoder).call, "local_shell_call_output": (*decoder).result,
	"reasoning": reasoningItem,
	"message":   func(d *decoder, v stream.Value) { d.parts(trajectory.RoleAssistant, content(v), v.Get("id").Text()) },
}

// reasoningItem reads reasoning by its text, or by its summary.
func reasoningItem(d *decoder, v stream.Value) {
	text := Text(v.Get("content"))
	if v.Get("content").Kind() != '[' || text == "[]" || text == "" {
		text = ""
		if summary := v.First("summary", "text"); summary.Exists() && string(summary) != "[]" {
			text = Text(summary)
		}
	}
	d.think(text)
}

// bothItem reads an item that holds a call and its result.
func bothItem(d *decoder, v stream.Value) {
	d.call(v)
	if v.First("output", "error").Exists() {
		d.result(v)
		if v.Get("error").Exists() {
			d.out[len(d.out)-1].Outcome.Flag = tool.FlagFailure
		}
	}
}

// sideCalls reads the calls that stand beside a message's content.
func (d *decoder) sideCalls(v stream.Value) {
	calls := v.First("tool_calls", "toolCalls")
	if extra := v.Get("additional_kwargs"); calls.Kind() != '[' || string(calls) == "[]" {
		calls = extra.Get("tool_calls")
		if single := extra.Get("function_call"); single.Kind() == '{' && calls.Kind() != '[' {
			d.call(single)
		}
	}
	if calls.Kind() == '"' {
		calls = calls.Embedded()
	}
	known := map[string]bool{}
	if d.turn > 0 && d.out[d.turn-1].Role == trajectory.RoleAssistant {
		for _, call := range d.out[d.turn-1].Calls {
			known[call.ID] = call.ID != ""
		}
	}
	for call := range calls.Elements() {
		if !known[callID(inner(call))] { // Anthropic's blocks are listed twice by LangChain
			d.call(call)
		}
	}
	for call := range v.Get("invalid_tool_calls").Elements() {
		d.call(call)
	}
	if single := v.Get("function_call"); single.Kind() == '{' {
		d.call(single)
	}
}

// inner opens OpenInference's wrapper around a call.
func inner(v stream.Value) stream.Value {
	if wrapped := v.Get("tool_call"); wrapped.Kind() == '{' {
		return wrapped
	}
	return v
}

func callID(v stream.Value) string {
	return v.First("call_id", "toolCallId", "tool_call_id", "toolUseId", "id").Text()
}

// Call decodes one call of any dialect.
func Call(v stream.Value) tool.Call {
	v = inner(v.Embedded())
	call := tool.Call{ID: callID(v), Tool: v.First("name", "toolName", "tool_name").Text()}
	body := v
	if function := v.Get("function"); function.Kind() == '{' {
		body = function
		call.Tool = function.Get("name").Text()
	} else if function.Kind() == '"' {
		call.Tool = function.Text()
	}
	call.Args = part.Args(body.First("arguments", "args", "input", "parameters", "action", "server_tool_call"))
	if server := v.Get("server_label").Text(); server != "" && call.Tool != "" {
		call.Tool = server + "." + call.Tool
	}
	return call
}

// call adds a call to the turn.
func (d *decoder) call(v stream.Value) {
	call := Call(v)
	m := d.assistant()
	m.Calls = append(m.Calls, call)
}

// toolMessage reads a message of the role tool, which holds a result or a list
// of them.
func (d *decoder) toolMessage(v stream.Value) {
	d.turn = 0
	from := len(d.out)
	body := content(v)
	if inner := body.Embedded(); inner.Kind() == '[' && string(inner) != "[]" && callsAlone(inner) {
		for call := range inner.Elements() { // the calls, under the role of their results
			d.call(call)
		}
		d.turn = 0
		return
	}
	if body.Get("type").Is("function") && body.Get("function").Exists() {
		return // a tool's definition among the messages
	}
	for part := range body.Elements() {
		if read, ok := partsTable[part.Get("type").Text()]; ok && !textKindsTable[part.Get("type").Text()] {
			read(d, trajectory.RoleTool, part)
		} else if read := partOf(part); read != nil {
			read(d, trajectory.RoleTool, part)
		}
	}
	if len(d.out) == from {
		d.result(v)
	}
}

// result adds what a call gave.
func (d *decoder) result(v stream.Value) {
	d.turn = 0
	id := v.First("tool_use_id", "toolUseId", "tool_call_id", "toolCallId", "call_id", "id").Text()
	d.out = append(d.out, trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: Outcome(v)})
}

// Outcome decodes a result of any dialect: its text, and what it says of
// itself.
func Outcome(v stream.Value) *tool.Outcome {
	out := &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Flag: flag(v)}
	body := v.First("output", "response", "result", "content", "contents", "value", "parts", "text", "error")
	switch kind := body.Get("type").Text(); {
	case body.Kind() == '{' && body.Get("value").Exists(): // Vercel AI SDK
		if strings.HasPrefix(kind, "error") {
			out.Flag = tool.FlagFailure
		}
		body = body.Get("value")
	case kind == "execution-denied":
		out.Flag = tool.FlagFailure
	}
	body = functionResult(body, out)
	if v.Get("functionResponse").Exists() || v.Get("name").Exists() && body.Kind() == '{' {
		body = onlyOutput(body)
	}
	out.Body = Text(body)
	return out
}

// functionResult opens Microsoft's envelope around a result.
func functionResult(v stream.Value, out *tool.Outcome) stream.Value {
	opened := v.Embedded()
	if opened.Kind() != '{' || !opened.Get("type").Is("function_result") {
		return v
	}
	if failed := opened.Get("exception"); failed.Exists() {
		out.Flag = tool.FlagFailure
		if !opened.Get("result").Exists() {
			return failed
		}
	}
	return opened.Get("result")
}

// onlyOutput opens Gemini's envelope, an object with nothing but an output.
func onlyOutput(v stream.Value) stream.Value {
	fields, output := 0, v
	for key, value := range v.Fields() {
		fields++
		if string(key) == "output" {
			output = value
		}
	}
	if fields == 1 {
		return output
	}
	return v
}

// flag reads what a result says of itself.
func flag(v stream.Value) tool.Flag {
	for _, name := range [...]string{"is_error", "isError"} {
		if failed, ok := v.Get(name).Bool(); ok && failed {
			return tool.FlagFailure
		} else if ok {
			return tool.FlagSuccess
		}
	}
	if failed, ok := v.Get("error").Bool(); ok && failed {
		return tool.FlagFailure
	}
	switch v.Get("status").Text() {
	case "error", "failed", "incomplete":
		return tool.FlagFailure
	case "success":
		return tool.FlagSuccess
	}
	return tool.FlagNone
}
