package chat

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// appendMessage adds what one element of a conversation says, in whichever
// dialect. It reports false for what is no message.
func appendMessage(t *trajectory.Trajectory, v stream.Value) bool {
	if m, ok := messageOf(v); ok {
		m.append(t)
		return true
	}
	return appendPydantic(t, v) || appendAutoGen(t, v)
}

// isMessage says whether appendMessage would take it.
func isMessage(v stream.Value) bool {
	m, ok := messageOf(v)
	return ok && (m.content.Exists() || m.calls.Exists() || m.call.Exists() || m.parts.Exists()) || isPydantic(v) || isAutoGen(v)
}

// isPydantic recognises a message of Pydantic AI: a request or a response of
// parts that name their kind.
func isPydantic(v stream.Value) bool {
	if kind := v.Get("kind"); !kind.Is("request") && !kind.Is("response") {
		return false
	}
	for block := range v.Get("parts").Elements() {
		return block.Get("part_kind").Exists()
	}
	return false
}

func appendPydantic(t *trajectory.Trajectory, v stream.Value) bool {
	if !isPydantic(v) {
		return false
	}
	if v.Get("kind").Is("response") {
		appendResponse(t, v)
		return true
	}
	for block := range v.Get("parts").Elements() {
		m := trajectory.Message{Text: part.Text(block.Get("content")), Time: block.First("timestamp").Time()}
		switch kind := block.Get("part_kind"); {
		case kind.Is("tool-return"), kind.Is("retry-prompt") && block.Get("tool_name").Exists():
			m.Role, m.CallID = trajectory.RoleTool, block.Get("tool_call_id").Text()
			m.Outcome, m.Text = &tool.Outcome{Channel: tool.ChannelText, Body: m.Text}, ""
			m.Outcome.Flag = outcomeFlag(kind, block.Get("outcome"))
		case kind.Is("user-prompt"):
			m.Role = trajectory.RoleUser
		default: // a system prompt, or a request to try again that the user did not make
			m.Role = trajectory.RoleSystem
		}
		t.Messages = append(t.Messages, m)
	}
	return true
}

// outcomeFlag reads how a call of Pydantic AI came out. Older versions have no
// word for it, and ask to try again in a part of its own.
func outcomeFlag(kind, outcome stream.Value) tool.Flag {
	switch {
	case kind.Is("retry-prompt"):
		return tool.FlagFailure
	case outcome.Is("success"):
		return tool.FlagSuccess
	case outcome.Kind() == '"': // retried, failed, denied
		return tool.FlagFailure
	default:
		return tool.FlagNone
	}
}

// appendResponse adds a turn of Pydantic AI. Tools that the provider runs
// itself are answered in the turn.
func appendResponse(t *trajectory.Trajectory, v stream.Value) {
	at := v.Get("timestamp").Time()
	turn := trajectory.Message{Role: trajectory.RoleAssistant, Time: at, Usage: part.Usage(v.Get("usage"))}
	var texts []string
	var answers []trajectory.Message
	for block := range v.Get("parts").Elements() {
		text := block.Get("content")
		switch kind := block.Get("part_kind").Text(); kind {
		case "text":
			texts = append(texts, text.Text())
		case "thinking":
			t.Messages = append(t.Messages, trajectory.Message{Role: trajectory.RoleAssistant, Text: text.Text(), Thinking: true, Time: at})
		case "tool-call", "builtin-tool-call":
			if call, ok := callOf(block); ok {
				turn.Calls = append(turn.Calls, call)
			}
		case "builtin-tool-return":
			answers = append(answers, trajectory.Message{
				Role: trajectory.RoleTool, CallID: block.Get("tool_call_id").Text(), Time: at,
				Outcome: &tool.Outcome{Channel: tool.ChannelText, Body: part.Text(text)},
			})
		}
	}
	turn.Text = strings.Join(texts, "\n")
	if t.Model == "" {
		t.Model = v.Get("model_name").Text()
	}
	t.Messages = append(append(t.Messages, turn), answers...)
}

// isAutoGen recognises a message or an event of AutoGen: a source, and a type
// that ends so.
func isAutoGen(v stream.Value) bool {
	kind := v.Get("type").Text()
	return (strings.HasSuffix(kind, "Message") || strings.HasSuffix(kind, "Event")) && v.Get("source").Kind() == '"' && v.Get("content") != nil
}

func appendAutoGen(t *trajectory.Trajectory, v stream.Value) bool {
	if !isAutoGen(v) {
		return false
	}
	kind, content := v.Get("type").Text(), v.Get("content")
	m := trajectory.Message{Role: trajectory.RoleAssistant, ID: v.Get("id").Text(), Time: v.Get("created_at").Time(), Usage: part.Usage(v.Get("models_usage"))}
	switch {
	case kind == "ToolCallRequestEvent":
		m.Calls = appendCalls(nil, content)
	case kind == "ToolCallExecutionEvent":
		for result := range content.Elements() {
			t.Messages = append(t.Messages, trajectory.Message{
				Role: trajectory.RoleTool, CallID: result.Get("call_id").Text(), Time: m.Time,
				Outcome: &tool.Outcome{
					Channel: tool.ChannelText, Body: part.Text(result.Get("content")), Flag: part.Flag(result.Get("is_error"), true),
				},
			})
		}
		return true
	case kind == "ThoughtEvent":
		m.Text, m.Thinking = content.Text(), true
	case strings.HasSuffix(kind, "Event"), kind == "ToolCallSummaryMessage":
		return true // pieces of what follows as a message, the runtime's own affairs, and results once more
	default:
		m.Text = part.Text(content)
		if source := v.Get("source"); source.Is("user") || source.Is("user_proxy") {
			m.Role = trajectory.RoleUser
		}
	}
	t.Messages = append(t.Messages, m)
	return true
}
