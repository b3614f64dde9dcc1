package openhands

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// actionsTable names the actions that are calls, for recordings that do not
// keep what the model called.
var actionsTable = map[string]bool{
	"run": true, "run_ipython": true, "read": true, "write": true, "edit": true, "browse": true, "browse_interactive": true,
	"delegate": true, "call_tool_mcp": true, "think": true, "finish": true, "task_tracking": true,
}

// internalTable names the arguments that OpenHands adds to the model's own.
var internalTable = map[string]bool{
	"thought": true, "blocking": true, "is_static": true, "cwd": true, "hidden": true, "confirmation_state": true, "impl_source": true,
	"keep_prompt": true, "kernel_init_code": true, "include_extra": true, "agent": true, "outputs": true, "security_risk": true, "return_axtree": true,
}

// action reads an action: a message, or a call.
func (h *history) action(v stream.Value, at time.Time) {
	name, args := v.Get("action").Text(), v.Get("args")
	meta := v.Get("tool_call_metadata")
	byAgent := v.Get("source").Is("agent")
	switch {
	case name == "system":
		h.system(anychat.Text(args.Get("content")), args.Get("tools"), at)
	case name == "message" && byAgent:
		h.spend(h.said(anychat.Text(args.Get("content")), args.Get("reasoning_content").Text(), at), v.Get("llm_metrics"))
	case name == "message":
		h.add(trajectory.Message{Role: trajectory.RoleUser, Text: anychat.Text(args.Get("content")), Time: at})
	case byAgent && (meta.Get("function_name").Exists() || actionsTable[name]):
		h.call(v, name, args, meta, at)
	}
}

func (h *history) call(v stream.Value, name string, args, meta stream.Value, at time.Time) {
	event := v.Get("id").Text()
	call := tool.Call{ID: meta.Get("tool_call_id").Text(), Tool: meta.Get("function_name").Text()}
	response := meta.Get("model_response")
	said, given := fromResponse(response, call.ID)
	if call.Args = given; call.Args == nil {
		call.Args = ownArgs(name, args)
	}
	if call.Tool == "" {
		call.Tool = name
		if name == "call_tool_mcp" {
			call.Tool, call.Args = args.Get("name").Text(), part.Args(args.Get("arguments"))
		}
	}
	if call.ID == "" {
		call.ID = "event-" + event
	}
	text := said
	if text == "" && name != "think" {
		text = args.Get("thought").Text()
	}
	turn := h.turn(response.Get("id").Text(), meta.Get("total_calls_in_response").Int(), text, args.Get("reasoning_content").Text(), at)
	turn.Calls = append(turn.Calls, call)
	h.calls[event] = call.ID
	if model := response.Get("model").Text(); model != "" && h.run().Model == "" {
		h.run().Model = model
	}
	h.spend(turn, v.Get("llm_metrics"))
	if name == "delegate" {
		h.delegate(event, args.Get("agent").Text())
	}
}

// fromResponse finds in the model's answer what it said and how it wrote the
// arguments of a call.
func fromResponse(response stream.Value, id string) (said string, args json.RawMessage) {
	for choice := range response.Get("choices").Elements() {
		message := choice.Get("message")
		said = anychat.Text(message.Get("content"))
		for call := range message.Get("tool_calls").Elements() {
			if call.Get("id").Is(id) {
				args = part.Args(call.Get("function", "arguments"))
			}
		}
		break
	}
	return said, args
}

// ownArgs are an action's arguments without what OpenHands added.
func ownArgs(name string, args stream.Value) json.RawMessage {
	var b strings.Builder
	for key, value := range args.Fields() {
		kept := !internalTable[string(key)] || name == "think" && string(key) == "thought" || name == "delegate" && string(key) == "agent"
		if !value.Exists() || !kept {
			continue
		}
		if b.Len() == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		quoted, _ := json.Marshal(string(key)) //nolint:errchkjson // a text can always be written
		b.Write(quoted)
		b.WriteByte(':')
		b.Write(value)
	}
	if b.Len() == 0 {
		return nil
	}
	return json.RawMessage(b.String() + "}")
}

// observation reads what came back. What no call asked for is OpenHands' own
// bookkeeping.
func (h *history) observation(v stream.Value, at time.Time) {
	kind := v.Get("observation").Text()
	if kind == "delegate" {
		h.settle()
	}
	id := v.Get("tool_call_metadata", "tool_call_id").Text()
	if id == "" {
		id = h.calls[v.Get("cause").Text()]
	}
	if id == "" {
		if kind == "error" {
			h.run().Error = v.Get("content").Text()
		}
		return
	}
	h.missing = 0
	h.answer(id, classicOutcome(v, kind), at)
}

func classicOutcome(v stream.Value, kind string) *tool.Outcome {
	extras := v.Get("extras")
	out := &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Flag: part.Flag(v.Get("success"), false), Body: v.Get("content").Text()}
	switch kind {
	case "run", "run_ipython":
		out.Channel = tool.ChannelStdout
	case "mcp":
		out.Channel = tool.ChannelMCPResult
	case "error", "user_rejected":
		out.Flag = tool.FlagFailure
	}
	code := extras.Get("metadata", "exit_code")
	if code.Kind() != '0' {
		code = extras.Get("exit_code")
	}
	exit(out, code)
	return out
}

// exit keeps an exit code. -1 says that the command still runs.
func exit(out *tool.Outcome, code stream.Value) {
	if n := int(code.Int()); code.Kind() == '0' && n >= 0 {
		out.Exit, out.Channel = &n, tool.ChannelStdout
	}
}
