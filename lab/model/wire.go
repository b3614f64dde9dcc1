package model

import (
	"encoding/json"
	"fmt"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// The wire types are the part of OpenAI chat completions that servers agree on.
type (
	wireRequest struct {
		Model       string        `json:"model"`
		Messages    []wireMessage `json:"messages"`
		Tools       []wireTool    `json:"tools,omitempty"`
		Temperature *float64      `json:"temperature,omitempty"`
		MaxTokens   int           `json:"max_tokens,omitempty"`
		Seed        *int64        `json:"seed,omitempty"`
		Stream      bool          `json:"stream"`
	}
	wireMessage struct {
		Role       string     `json:"role"`
		Content    *string    `json:"content"`
		ToolCalls  []wireCall `json:"tool_calls,omitempty"`
		ToolCallID string     `json:"tool_call_id,omitempty"`
	}
	wireCall struct {
		ID       string       `json:"id"`
		Type     string       `json:"type"`
		Function wireFunction `json:"function"`
	}
	wireFunction struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	wireTool struct {
		Type     string         `json:"type"`
		Function wireDefinition `json:"function"`
	}
	wireDefinition struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters,omitempty"`
	}
	wireResponse struct {
		Choices []struct {
			Message wireMessage `json:"message"`
		} `json:"choices"`
		Usage struct {
			PromptTokens     int `json:"prompt_tokens"`
			CompletionTokens int `json:"completion_tokens"`
		} `json:"usage"`
	}
)

// messages writes a conversation for the wire.
func messages(all []trajectory.Message) []wireMessage {
	out := make([]wireMessage, len(all))
	for i := range all {
		m := &all[i]
		out[i] = wireMessage{Role: string(m.Role), Content: &m.Text, ToolCallID: m.CallID}
		if len(m.Calls) > 0 && m.Text == "" {
			out[i].Content = nil
		}
		for _, call := range m.Calls {
			// On the wire, arguments are a string that holds JSON.
			text, err := json.Marshal(string(call.Args))
			if err != nil {
				continue // a string always marshals
			}
			out[i].ToolCalls = append(out[i].ToolCalls, wireCall{
				ID: call.ID, Type: "function", Function: wireFunction{Name: call.Tool, Arguments: text},
			})
		}
	}
	return out
}

// definitions writes the tools for the wire.
func definitions(specs []tool.Spec) []wireTool {
	out := make([]wireTool, len(specs))
	for i := range specs {
		out[i] = wireTool{Type: "function", Function: wireDefinition{
			Name: specs[i].Name, Description: specs[i].Description, Parameters: specs[i].Input,
		}}
	}
	return out
}

// turn reads the assistant's turn. A call without an identifier gets one.
func (r *wireResponse) turn() (Turn, bool) {
	if len(r.Choices) == 0 {
		return Turn{}, false
	}
	m := &r.Choices[0].Message
	if m.Content == nil && len(m.ToolCalls) == 0 {
		return Turn{}, false
	}
	turn := Turn{Usage: Usage{In: r.Usage.PromptTokens, Out: r.Usage.CompletionTokens}}
	if m.Content != nil {
		turn.Text = *m.Content
	}
	for i, c := range m.ToolCalls {
		call := tool.Call{ID: c.ID, Tool: c.Function.Name, Args: c.Function.Arguments}
		if call.ID == "" {
			call.ID = fmt.Sprintf("call_%d", i+1)
		}
		var text string
		if json.Unmarshal(call.Args, &text) == nil {
			call.Args = json.RawMessage(text) // the usual form: a string that holds JSON
		}
		turn.Calls = append(turn.Calls, call)
	}
	return turn, true
}
