package endpoint

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// ollamaWire is Ollama chat. It streams unless it is told not to, and its calls
// need no identifiers: a result belongs to the first call that has none yet.
func ollamaWire() *wire {
	return &wire{
		name: "ollama", decode: decodeOllama, whole: wholeOllama, pieces: ollamaPieces, refuse: refuseOllama,
		frame: line, stream: typeNDJSON,
	}
}

type ollamaRequest struct {
	Model    string `json:"model"`
	Stream   *bool  `json:"stream"`
	Messages []struct {
		Role      string `json:"role"`
		Content   string `json:"content"`
		ToolCalls []struct {
			Function struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

func decodeOllama(body []byte) (request, *problem) {
	var in ollamaRequest
	if p := read(body, &in); p != nil {
		return request{}, p
	}
	if in.Model == "" {
		return request{}, invalid("model", "model is required")
	}
	if len(in.Messages) == 0 {
		return request{}, invalid("messages", "messages is required")
	}
	out := request{model: in.Model, stream: in.Stream == nil || *in.Stream}
	var open []string
	made := 0
	for i, m := range in.Messages {
		role := trajectory.Role(m.Role)
		switch role {
		case trajectory.RoleSystem, trajectory.RoleUser, trajectory.RoleAssistant:
			said := trajectory.Message{Role: role, Text: m.Content}
			for _, c := range m.ToolCalls {
				made++
				id := fmt.Sprintf("call_%d", made)
				said.Calls = append(said.Calls, tool.Call{ID: id, Tool: c.Function.Name, Args: c.Function.Arguments})
				open = append(open, id)
			}
			out.messages = append(out.messages, said)
		case trajectory.RoleTool:
			id := ""
			if len(open) > 0 {
				id, open = open[0], open[1:]
			}
			out.messages = append(out.messages, result(id, m.Content, false))
		default:
			return request{}, invalid("messages", "messages[%d]: invalid role: %q", i, m.Role)
		}
	}
	for i, t := range in.Tools {
		spec, p := define(fmt.Sprintf("tools[%d]", i), t.Function.Name, t.Function.Description, t.Function.Parameters)
		if p != nil {
			return request{}, p
		}
		out.tools = append(out.tools, spec)
	}
	return out, nil
}

// piece is one object of the wire.
func (r *reply) piece(message fields, done bool) fields {
	message["role"] = "assistant"
	out := fields{"model": r.model, "created_at": r.at.UTC().Format(time.RFC3339Nano), "message": message, "done": done}
	if done {
		out["done_reason"] = "stop"
		out["prompt_eval_count"], out["eval_count"] = r.turn.Usage.In, r.turn.Usage.Out
		for _, name := range [...]string{"total_duration", "load_duration", "prompt_eval_duration", "eval_duration"} {
			out[name] = 0
		}
	}
	return out
}

func (r *reply) ollamaCalls() []fields {
	calls := make([]fields, len(r.turn.Calls))
	for i, c := range r.turn.Calls {
		calls[i] = fields{"id": c.ID, "function": fields{"index": i, "name": c.Tool, "arguments": object(c.Args)}}
	}
	return calls
}

func wholeOllama(r reply) any {
	message := fields{"content": r.turn.Text}
	if len(r.turn.Calls) > 0 {
		message["tool_calls"] = r.ollamaCalls()
	}
	return r.piece(message, true)
}

func ollamaPieces(r reply) []event {
	var events []event
	for _, text := range chunks(r.turn.Text) {
		events = append(events, event{data: r.piece(fields{"content": text}, false)})
	}
	if len(r.turn.Calls) > 0 {
		events = append(events, event{data: r.piece(fields{"content": "", "tool_calls": r.ollamaCalls()}, false)})
	}
	return append(events, event{data: r.piece(fields{"content": ""}, true)})
}

func refuseOllama(p *problem) any { return fields{"error": p.text} }
