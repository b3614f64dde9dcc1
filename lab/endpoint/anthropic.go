package endpoint

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// anthropicWire is Anthropic messages, with the whole history in each request:
// threads that a server keeps are refused.
func anthropicWire() *wire {
	return &wire{
		name: "anthropic", decode: decodeMessages, whole: wholeMessage, pieces: messagePieces, refuse: refuseAnthropic,
		frame: sse, stream: typeSSE,
	}
}

type messagesRequest struct {
	Model     string          `json:"model"`
	MaxTokens *int            `json:"max_tokens"`
	System    json.RawMessage `json:"system"`
	Stream    bool            `json:"stream"`
	Thread    json.RawMessage `json:"thread"`
	Messages  []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"input_schema"`
	} `json:"tools"`
}

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	IsError   bool            `json:"is_error"`
}

func decodeMessages(body []byte) (request, *problem) {
	in, p := decodeHistory(body)
	if p != nil {
		return request{}, p
	}
	if in.raw.MaxTokens == nil {
		return request{}, invalid("max_tokens", "max_tokens: Field required")
	}
	if *in.raw.MaxTokens < 1 {
		return request{}, invalid("max_tokens", "max_tokens: must be greater than or equal to 1")
	}
	return in.request, nil
}

// history is a request, and the fields that only some paths ask for.
type history struct {
	request

	raw messagesRequest
}

// decodeHistory reads what asking for a turn and counting tokens have in common.
func decodeHistory(body []byte) (history, *problem) {
	var h history
	if p := read(body, &h.raw); p != nil {
		return h, p
	}
	in := &h.raw
	switch {
	case in.Model == "":
		return h, invalid("model", "model: Field required")
	case !isNull(in.Thread):
		return h, invalid("thread", "thread: Extra inputs are not permitted")
	case len(in.Messages) == 0:
		return h, invalid("messages", "messages: at least one message is required")
	case in.Messages[0].Role != "user":
		return h, invalid("messages", "messages: first message must use the \"user\" role")
	}
	h.model, h.stream = in.Model, in.Stream
	system, _, p := content(in.System, "system", "text")
	if p != nil {
		return h, p
	}
	if system != "" {
		h.messages = append(h.messages, trajectory.Message{Role: trajectory.RoleSystem, Text: system})
	}
	for i := range in.Messages {
		last := i == len(in.Messages)-1
		if p := h.add(in.Messages[i].Role, in.Messages[i].Content, fmt.Sprintf("messages.%d", i), last); p != nil {
			return h, p
		}
	}
	if p := paired(h.messages, pairWords{
		unanswered: "messages: `tool_use` ids were found without `tool_result` blocks immediately after: %s. " +
			"Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
		stray: "messages: unexpected `tool_use_id` found in `tool_result` blocks: %s. " +
			"Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
	}); p != nil {
		return h, p
	}
	return h, h.define()
}

// define reads the tools. Those that run at the service are none of the lab's.
func (h *history) define() *problem {
	for i, t := range h.raw.Tools {
		at := fmt.Sprintf("tools.%d", i)
		if t.Type != "" && t.Type != "custom" {
			return invalid(at+".type", "%s.type: must be 'custom' here, got %q", at, t.Type)
		}
		if isNull(t.Schema) {
			return invalid(at+".input_schema", "%s.input_schema: Field required", at)
		}
		spec, p := define(at+".name", t.Name, t.Description, t.Schema)
		if p != nil {
			return p
		}
		h.tools = append(h.tools, spec)
	}
	return distinct(h.tools)
}

// add takes one message: its text, its calls, its results.
func (h *history) add(role string, raw json.RawMessage, at string, last bool) *problem {
	if role != "user" && role != "assistant" {
		return invalid(at+".role", "%s.role: must be one of user, assistant, got %q", at, role)
	}
	var text string
	if json.Unmarshal(raw, &text) == nil && !isNull(raw) {
		if text == "" && (role == "user" || !last) {
			return invalid(at, "%s: all messages must have non-empty content except for the optional final assistant message", at)
		}
		h.messages = append(h.messages, trajectory.Message{Role: trajectory.Role(role), Text: text})
		return nil
	}
	var blocks []block
	if isNull(raw) || json.Unmarshal(raw, &blocks) != nil {
		return invalid(at+".content", "%s.content: must be a string or a list of blocks", at)
	}
	if len(blocks) == 0 && (role == "user" || !last) {
		return invalid(at, "%s: all messages must have non-empty content except for the optional final assistant message", at)
	}
	said := trajectory.Message{Role: trajectory.Role(role)}
	for i := range blocks {
		if p := h.block(&blocks[i], &said, fmt.Sprintf("%s.content.%d", at, i)); p != nil {
			return p
		}
	}
	if said.Text != "" || len(said.Calls) > 0 {
		h.messages = append(h.messages, said)
	}
	return nil
}

var useID = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

// block takes one block of a message.
func (h *history) block(b *block, said *trajectory.Message, at string) *problem {
	user := said.Role == trajectory.RoleUser
	switch {
	case b.Type == "text" && b.Text == "":
		return invalid(at, "%s: text content blocks must be non-empty", at)
	case b.Type == "text":
		said.Text += b.Text
	case b.Type == "tool_use" && !user:
		if !useID.MatchString(b.ID) {
			return invalid(at+".tool_use.id", "%s.tool_use.id: String should match pattern '%s'", at, useID)
		}
		if b.Name == "" || !isObject(b.Input) {
			return invalid(at+".tool_use.input", "%s.tool_use: needs a name, and an input that is a dictionary", at)
		}
		said.Calls = append(said.Calls, tool.Call{ID: b.ID, Tool: b.Name, Args: b.Input})
	case b.Type == "tool_result" && user:
		if said.Text != "" {
			return invalid(at, "%s: `tool_result` blocks must come before the text of a message", at)
		}
		text, _, p := content(b.Content, at+".tool_result.content", "text")
		if p == nil && b.IsError && text == "" {
			p = invalid(at, "%s.tool_result: content cannot be empty if `is_error` is true", at)
		}
		h.messages = append(h.messages, result(b.ToolUseID, text, b.IsError))
		return p
	case (b.Type == "thinking" || b.Type == "redacted_thinking") && !user:
	default:
		return invalid(at, "%s: a block of the type %q is not allowed with the role %s", at, b.Type, said.Role)
	}
	return nil
}

func (r *reply) message(blocks []fields, reason any, out int) fields {
	return fields{
		"id": fmt.Sprintf("msg_%d", r.number), "type": "message", "role": "assistant", "model": r.model, "content": blocks,
		"stop_reason": reason, "stop_sequence": nil,
		"usage": fields{"input_tokens": r.turn.Usage.In, "output_tokens": out},
	}
}

func (r *reply) stopReason() string {
	if len(r.turn.Calls) > 0 {
		return "tool_use"
	}
	return "end_turn"
}

func wholeMessage(r reply) any {
	blocks := []fields{}
	if r.turn.Text != "" {
		blocks = append(blocks, fields{"type": "text", "text": r.turn.Text})
	}
	for _, c := range r.turn.Calls {
		blocks = append(blocks, fields{"type": "tool_use", "id": c.ID, "name": c.Tool, "input": object(c.Args)})
	}
	return r.message(blocks, r.stopReason(), r.turn.Usage.Out)
}

func messagePieces(r reply) []event {
	var events []event
	add := func(name string, data fields) {
		data["type"] = name
		events = append(events, event{name: name, data: data})
	}
	index := 0
	block := func(start fields, kind, field string, pieces []string) {
		add("content_block_start", fields{"index": index, "content_block": start})
		for _, piece := range pieces {
			add("content_block_delta", fields{"index": index, "delta": fields{"type": kind, field: piece}})
		}
		add("content_block_stop", fields{"index": index})
		index++
	}
	add("message_start", fields{"message": r.message([]fields{}, nil, 1)})
	if r.turn.Text != "" {
		block(fields{"type": "text", "text": ""}, "text_delta", "text", chunks(r.turn.Text))
	}
	for _, c := range r.turn.Calls {
		start := fields{"type": "tool_use", "id": c.ID, "name": c.Tool, "input": fields{}}
		block(start, "input_json_delta", "partial_json", chunks(string(object(c.Args))))
	}
	add("message_delta", fields{
		"delta": fields{"stop_reason": r.stopReason(), "stop_sequence": nil}, "usage": fields{"output_tokens": r.turn.Usage.Out},
	})
	add("message_stop", fields{})
	return events
}

func refuseAnthropic(p *problem) any {
	return fields{"type": "error", "error": fields{"type": p.kind, "message": p.text}}
}
