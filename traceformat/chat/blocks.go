package chat

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Some recorders keep calls and results as blocks of a content: those of
// Anthropic's models, and of the AI SDK, whose chats hold a call and its result
// in one block.

// blocks finds the calls among the blocks of the content.
func (m *raw) blocks() []tool.Call {
	var calls []tool.Call
	for block := range m.content.Elements() {
		if kind := block.Get("type"); kind.Is("tool_use") || kind.Is("tool_call") || kind.Is("tool-call") {
			if call, ok := callOf(block); ok {
				calls = append(calls, call)
			}
		}
	}
	return calls
}

// isTool says whether a block of an AI SDK's chat is a call: its type is
// "dynamic-tool", or names the tool.
func isTool(kind string) bool {
	return kind == "dynamic-tool" || strings.HasPrefix(kind, "tool-") && kind != "tool-call" && kind != "tool-result"
}

// appendResults adds the results that stand as blocks in a content, and what is
// said beside them. It reports false where there are none.
func (m *raw) appendResults(t *trajectory.Trajectory) bool {
	var texts []string
	found := false
	for block := range m.content.Elements() {
		if kind := block.Get("type"); !kind.Is("tool_result") && !kind.Is("tool-result") {
			texts = append(texts, part.Text(block))
			continue
		}
		found = true
		out := &tool.Outcome{Channel: tool.ChannelText, Flag: part.Flag(block.First("is_error", "isError"), true)}
		setBody(out, block.First("content", "output", "result"))
		m.answered(t, block.First("tool_use_id", "toolCallId", "tool_call_id").Text(), out)
	}
	if found && len(texts) > 0 {
		t.Messages = append(t.Messages, trajectory.Message{Role: m.role, Text: strings.Join(texts, "\n"), Time: m.when()})
	}
	return found
}

// setBody takes over a result. The AI SDK says in its type whether it is an
// error.
func setBody(out *tool.Outcome, v stream.Value) {
	kind, value := v.Get("type").Text(), v.Get("value")
	if !value.Exists() {
		out.Body = part.Text(v)
		return
	}
	out.Body = part.Text(value)
	if strings.HasPrefix(kind, "error") {
		out.Flag = tool.FlagFailure
	}
}

// appendSteps adds the turns of an AI SDK's chat, which keeps all that the model
// did for one question in one message: each step is a turn, followed by the
// results of its calls.
func (m *raw) appendSteps(t *trajectory.Trajectory) {
	var step []stream.Value
	for block := range m.parts.Elements() {
		if block.Get("type").Is("step-start") {
			m.appendStep(t, step)
			step = step[:0]
			continue
		}
		step = append(step, block)
	}
	m.appendStep(t, step)
}

func (m *raw) appendStep(t *trajectory.Trajectory, step []stream.Value) {
	if len(step) == 0 {
		return
	}
	turn := trajectory.Message{Role: trajectory.RoleAssistant, ID: m.id.Text(), Time: m.when(), Text: saidIn(step)}
	for _, block := range step {
		if kind := block.Get("type").Text(); isTool(kind) {
			call, _ := callOf(block)
			if call.Tool == "" {
				call.Tool = strings.TrimPrefix(kind, "tool-")
			}
			turn.Calls = append(turn.Calls, call)
		}
	}
	t.Messages = append(t.Messages, turn)
	for _, block := range step {
		m.appendAnswer(t, block)
	}
}

// appendAnswer adds the result that stands in the block of a call.
func (m *raw) appendAnswer(t *trajectory.Trajectory, block stream.Value) {
	if !isTool(block.Get("type").Text()) {
		return
	}
	out := &tool.Outcome{Channel: tool.ChannelText, Body: part.Text(block.Get("output"))}
	switch state := block.Get("state"); {
	case state.Is("output-error"):
		out.Flag, out.Body = tool.FlagFailure, block.Get("errorText").Text()
	case state.Is("output-available"):
		out.Flag = tool.FlagSuccess
	default:
		return // not answered yet
	}
	m.answered(t, block.Get("toolCallId").Text(), out)
}

func (m *raw) answered(t *trajectory.Trajectory, id string, out *tool.Outcome) {
	t.Messages = append(t.Messages, trajectory.Message{Role: trajectory.RoleTool, CallID: id, Time: m.when(), Outcome: out})
}

// saidIn joins the texts among the blocks of a chat.
func saidIn(blocks []stream.Value) string {
	var texts []string
	for _, block := range blocks {
		if kind := block.Get("type"); kind.Is("text") || !kind.Exists() {
			texts = append(texts, part.Text(block))
		}
	}
	return strings.Join(texts, "\n")
}
