package endpoint

import (
	"encoding/json"
	"fmt"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// chatWire is OpenAI chat completions.
func chatWire() *wire {
	return &wire{
		name: "openai-chat", decode: decodeChat, whole: wholeChat, pieces: chatPieces, refuse: refuseOpenAI,
		frame: sse, stream: typeSSE, end: "data: [DONE]\n\n",
	}
}

type chatCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string  `json:"name"`
		Arguments *string `json:"arguments"`
	} `json:"function"`
}

type chatMessage struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCalls  *[]chatCall     `json:"tool_calls"`
	ToolCallID string          `json:"tool_call_id"`
}

type chatRequest struct {
	Model         string        `json:"model"`
	Messages      []chatMessage `json:"messages"`
	Stream        bool          `json:"stream"`
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Tools []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

func decodeChat(body []byte) (request, *problem) {
	var in chatRequest
	if p := read(body, &in); p != nil {
		return request{}, p
	}
	switch {
	case in.Model == "":
		return request{}, invalid("model", "you must provide a model parameter")
	case len(in.Messages) == 0:
		return request{}, invalid("messages", "messages: must be a list of at least one message")
	case in.StreamOptions != nil && !in.Stream:
		return request{}, invalid("stream_options", "stream_options: only allowed when stream is true")
	}
	out := request{model: in.Model, stream: in.Stream, usage: in.StreamOptions != nil && in.StreamOptions.IncludeUsage}
	for i := range in.Messages {
		m, p := in.Messages[i].read(fmt.Sprintf("messages.[%d]", i))
		if p != nil {
			return request{}, p
		}
		out.messages = append(out.messages, m)
	}
	if p := paired(out.messages, pairWords{
		unanswered: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
			"The following tool_call_ids did not have response messages: %s",
		stray: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'; %q is none",
	}); p != nil {
		return request{}, p
	}
	for i, t := range in.Tools {
		at := fmt.Sprintf("tools[%d]", i)
		if t.Type != "function" {
			return request{}, invalid(at+".type", "%s.type: must be 'function' here, got %q", at, t.Type)
		}
		spec, p := define(at+".function.name", t.Function.Name, t.Function.Description, t.Function.Parameters)
		if p != nil {
			return request{}, p
		}
		out.tools = append(out.tools, spec)
	}
	return out, distinct(out.tools)
}

// read checks one message, by the rules of its role.
func (m *chatMessage) read(at string) (trajectory.Message, *problem) {
	text, given, p := content(m.Content, at+".content", "text", "refusal")
	if p != nil {
		return trajectory.Message{}, p
	}
	if m.ToolCalls != nil && m.Role != "assistant" {
		return trajectory.Message{}, invalid(at+".tool_calls", "%s.tool_calls: only allowed with the role assistant", at)
	}
	switch m.Role {
	case "system", "developer", "user":
		if !given {
			return trajectory.Message{}, invalid(at+".content", "%s.content: expected a string, got null", at)
		}
		role := trajectory.RoleUser
		if m.Role != "user" {
			role = trajectory.RoleSystem
		}
		return trajectory.Message{Role: role, Text: text}, nil
	case "tool":
		if m.ToolCallID == "" {
			return trajectory.Message{}, invalid(at+".tool_call_id", "missing parameter '%s.tool_call_id': messages with role 'tool' must have one", at)
		}
		if !given {
			return trajectory.Message{}, invalid(at+".content", "%s.content: expected a string, got null", at)
		}
		return result(m.ToolCallID, text, false), nil
	case "assistant":
		return m.assistant(at, text, given)
	}
	return trajectory.Message{}, invalid(at+".role", "%s.role: must be one of system, developer, user, assistant, tool, got %q", at, m.Role)
}

func (m *chatMessage) assistant(at, text string, given bool) (trajectory.Message, *problem) {
	out := trajectory.Message{Role: trajectory.RoleAssistant, Text: text}
	if m.ToolCalls == nil {
		if !given {
			return out, invalid(at+".content", "%s.content: an assistant message needs a content or tool_calls", at)
		}
		return out, nil
	}
	if len(*m.ToolCalls) == 0 {
		return out, invalid(at+".tool_calls", "[] is too short - '%s.tool_calls'", at)
	}
	for i := range *m.ToolCalls {
		c := &(*m.ToolCalls)[i]
		here := fmt.Sprintf("%s.tool_calls[%d]", at, i)
		switch {
		case c.ID == "":
			return out, invalid(here+".id", "missing parameter '%s.id'", here)
		case c.Type != "function":
			return out, invalid(here+".type", "%s.type: must be 'function' here, got %q", here, c.Type)
		case c.Function.Name == "":
			return out, invalid(here+".function.name", "missing parameter '%s.function.name'", here)
		case c.Function.Arguments == nil:
			return out, invalid(here+".function.arguments", "missing parameter '%s.function.arguments'", here)
		}
		out.Calls = append(out.Calls, tool.Call{ID: c.ID, Tool: c.Function.Name, Args: json.RawMessage(*c.Function.Arguments)})
	}
	return out, nil
}

func (r *reply) chatID() string { return fmt.Sprintf("chatcmpl-%d", r.number) }

// chatFinish is why a turn ended, in the words of the wire.
func (r *reply) chatFinish() string {
	if len(r.turn.Calls) > 0 {
		return "tool_calls"
	}
	return "stop"
}

func (r *reply) chatUsage() fields {
	in, out := r.turn.Usage.In, r.turn.Usage.Out
	return fields{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out}
}

func wholeChat(r reply) any {
	message := fields{"role": "assistant", "content": r.turn.Text, "refusal": nil}
	if len(r.turn.Calls) > 0 {
		calls := make([]fields, len(r.turn.Calls))
		for i, c := range r.turn.Calls {
			calls[i] = fields{"id": c.ID, "type": "function", "function": fields{"name": c.Tool, "arguments": string(c.Args)}}
		}
		message["tool_calls"] = calls
		if r.turn.Text == "" {
			message["content"] = nil
		}
	}
	return fields{
		"id": r.chatID(), "object": "chat.completion", "created": r.at.Unix(), "model": r.model,
		"choices": []fields{{"index": 0, "message": message, "finish_reason": r.chatFinish(), "logprobs": nil}},
		"usage":   r.chatUsage(),
	}
}

func chatPieces(r reply) []event {
	var events []event
	add := func(choices []fields, usage any) {
		chunk := fields{"id": r.chatID(), "object": "chat.completion.chunk", "created": r.at.Unix(), "model": r.model, "choices": choices}
		if r.usage {
			chunk["usage"] = usage
		}
		events = append(events, event{data: chunk})
	}
	delta := func(d fields) { add([]fields{{"index": 0, "delta": d, "finish_reason": nil}}, nil) }
	delta(fields{"role": "assistant", "content": ""})
	for _, text := range chunks(r.turn.Text) {
		delta(fields{"content": text})
	}
	for i, c := range r.turn.Calls {
		delta(fields{"tool_calls": []fields{{
			"index": i, "id": c.ID, "type": "function", "function": fields{"name": c.Tool, "arguments": ""},
		}}})
		for _, text := range chunks(string(c.Args)) {
			delta(fields{"tool_calls": []fields{{"index": i, "function": fields{"arguments": text}}}})
		}
	}
	add([]fields{{"index": 0, "delta": fields{}, "finish_reason": r.chatFinish()}}, nil)
	if r.usage {
		add([]fields{}, r.chatUsage())
	}
	return events
}

// refuseOpenAI is the error of both OpenAI wires.
func refuseOpenAI(p *problem) any {
	var param any
	if p.param != "" {
		param = p.param
	}
	return fields{"error": fields{"message": p.text, "type": p.kind, "param": param, "code": nil}}
}
