package endpoint

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// responsesWire is OpenAI Responses, with the whole input in each request: what
// a server would remember is not kept here.
func responsesWire() *wire {
	return &wire{
		name: "openai-responses", decode: decodeResponses, whole: wholeResponse, pieces: responsePieces, refuse: refuseOpenAI,
		frame: sse, stream: typeSSE,
	}
}

type responsesItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments *string         `json:"arguments"`
	Output    json.RawMessage `json:"output"`
}

type responsesRequest struct {
	Model        string          `json:"model"`
	Instructions *string         `json:"instructions"`
	Input        json.RawMessage `json:"input"`
	Stream       bool            `json:"stream"`
	Previous     *string         `json:"previous_response_id"`
	Tools        []struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"tools"`
}

func decodeResponses(body []byte) (request, *problem) {
	var in responsesRequest
	if p := read(body, &in); p != nil {
		return request{}, p
	}
	switch {
	case in.Model == "":
		return request{}, invalid("model", "missing required parameter: 'model'")
	case in.Previous != nil:
		return request{}, invalid("previous_response_id", "previous response with id %q not found: nothing is kept here", *in.Previous)
	}
	out := request{model: in.Model, stream: in.Stream}
	if in.Instructions != nil && *in.Instructions != "" {
		out.messages = append(out.messages, trajectory.Message{Role: trajectory.RoleSystem, Text: *in.Instructions})
	}
	items, p := in.items()
	if p != nil {
		return request{}, p
	}
	for i := range items {
		if p := items[i].add(&out, fmt.Sprintf("input[%d]", i)); p != nil {
			return request{}, p
		}
	}
	if p := outputs(items); p != nil {
		return request{}, p
	}
	for i, t := range in.Tools {
		at := fmt.Sprintf("tools[%d]", i)
		if t.Type != "function" {
			return request{}, invalid(at+".type", "%s.type: must be 'function' here, got %q", at, t.Type)
		}
		spec, p := define(at+".name", t.Name, t.Description, t.Parameters)
		if p != nil {
			return request{}, p
		}
		out.tools = append(out.tools, spec)
	}
	return out, distinct(out.tools)
}

// items reads the input: a text alone is the user's.
func (in *responsesRequest) items() ([]responsesItem, *problem) {
	var text string
	if json.Unmarshal(in.Input, &text) == nil && !isNull(in.Input) {
		return []responsesItem{{Role: "user", Content: in.Input}}, nil
	}
	var items []responsesItem
	if isNull(in.Input) || json.Unmarshal(in.Input, &items) != nil || len(items) == 0 {
		return nil, invalid("input", "input: must be a text or a list of at least one item")
	}
	return items, nil
}

// add takes one item into the conversation. Calls in a row, and the text right
// before them, are one turn.
func (item *responsesItem) add(out *request, at string) *problem {
	switch item.Type {
	case "", "message":
		return item.message(out, at)
	case "reasoning":
		return nil
	case "function_call":
		if item.CallID == "" || item.Name == "" || item.Arguments == nil {
			return invalid(at, "%s: a function_call needs call_id, name and arguments", at)
		}
		call := tool.Call{ID: item.CallID, Tool: item.Name, Args: json.RawMessage(*item.Arguments)}
		if n := len(out.messages); n > 0 && out.messages[n-1].Role == trajectory.RoleAssistant {
			out.messages[n-1].Calls = append(out.messages[n-1].Calls, call)
			return nil
		}
		out.messages = append(out.messages, trajectory.Message{Role: trajectory.RoleAssistant, Calls: []tool.Call{call}})
		return nil
	case "function_call_output":
		text, given, p := content(item.Output, at+".output", "input_text", "output_text")
		if p == nil && (!given || item.CallID == "") {
			p = invalid(at, "%s: a function_call_output needs call_id and output", at)
		}
		out.messages = append(out.messages, result(item.CallID, text, false))
		return p
	}
	return invalid(at+".type", "%s.type: must be one of message, reasoning, function_call, function_call_output here, got %q", at, item.Type)
}

func (item *responsesItem) message(out *request, at string) *problem {
	text, given, p := content(item.Content, at+".content", "input_text", "output_text", "refusal")
	if p == nil && !given {
		p = invalid(at+".content", "missing required parameter: '%s.content'", at)
	}
	role := map[string]trajectory.Role{
		"system": trajectory.RoleSystem, "developer": trajectory.RoleSystem, "user": trajectory.RoleUser, "assistant": trajectory.RoleAssistant,
	}[item.Role]
	if p == nil && role == "" {
		p = invalid(at+".role", "%s.role: must be one of system, developer, user, assistant, got %q", at, item.Role)
	}
	out.messages = append(out.messages, trajectory.Message{Role: role, Text: text})
	return p
}

// outputs checks that each call has its output behind it, and the reverse.
func outputs(items []responsesItem) *problem {
	var open []string
	for i := range items {
		switch item := &items[i]; item.Type {
		case "function_call":
			open = append(open, item.CallID)
		case "function_call_output":
			at := slices.Index(open, item.CallID)
			if at < 0 {
				return invalid("input", "No tool call found for function call output with call_id %s.", item.CallID)
			}
			open = slices.Delete(open, at, at+1)
		}
	}
	if len(open) > 0 {
		return invalid("input", "No tool output found for function call %s.", open[0])
	}
	return nil
}

func (r *reply) responseUsage() fields {
	in, out := r.turn.Usage.In, r.turn.Usage.Out
	return fields{
		"input_tokens": in, "input_tokens_details": fields{"cached_tokens": 0, "cache_write_tokens": 0},
		"output_tokens": out, "output_tokens_details": fields{"reasoning_tokens": 0}, "total_tokens": in + out,
	}
}

// response is the object around the output.
func (r *reply) response(status string, output []fields, usage any) fields {
	return fields{
		"id": fmt.Sprintf("resp_%d", r.number), "object": "response", "created_at": r.at.Unix(), "status": status, "model": r.model,
		"output": output, "usage": usage, "error": nil, "incomplete_details": nil, "instructions": nil, "metadata": fields{},
		"parallel_tool_calls": true, "temperature": 1.0, "top_p": 1.0, "tool_choice": "auto", "tools": []fields{},
	}
}

// output lists the items of a turn: the text first, then its calls.
func (r *reply) output() []fields {
	var items []fields
	if r.turn.Text != "" || len(r.turn.Calls) == 0 {
		items = append(items, fields{
			"type": "message", "id": fmt.Sprintf("msg_%d", r.number), "status": "completed", "role": "assistant",
			"content": []fields{outputText(r.turn.Text)},
		})
	}
	for i, c := range r.turn.Calls {
		items = append(items, fields{
			"type": "function_call", "id": fmt.Sprintf("fc_%d_%d", r.number, i+1), "call_id": c.ID, "name": c.Tool,
			"arguments": string(c.Args), "status": "completed",
		})
	}
	return items
}

func outputText(text string) fields {
	return fields{"type": "output_text", "text": text, "annotations": []fields{}, "logprobs": []fields{}}
}

func wholeResponse(r reply) any { return r.response("completed", r.output(), r.responseUsage()) }
