package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// inputLine is one line of a file of failures. Its other keys are not read.
type inputLine struct {
	ID      string            `json:"id"`
	Channel tool.Channel      `json:"channel"`
	Tool    string            `json:"tool"`
	Args    json.RawMessage   `json:"args"`
	Status  int               `json:"http_status"`
	Headers map[string]string `json:"headers"`
	Payload json.RawMessage   `json:"payload"`

	Ambiguous bool            `json:"ambiguous"`
	Fidelity  string          `json:"fidelity"`
	Label     json.RawMessage `json:"label"`
}

// parseLine reads one line.
func parseLine(text []byte) (inputLine, error) {
	var line inputLine
	if err := json.Unmarshal(text, &line); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return line, fmt.Errorf("is no valid JSON: column %d: %w", syntax.Offset, err)
		}
		return line, fmt.Errorf("does not fit: %w", err)
	}
	if len(line.Payload) == 0 {
		return line, errors.New("must set payload")
	}
	return line, nil
}

// failure makes the call and the outcome that the line describes.
func (l inputLine) failure() failure {
	body := payloadText(l.Payload)
	out := tool.Outcome{Channel: l.Channel, Body: body, Status: l.Status}
	for name, value := range l.Headers {
		if out.Header == nil {
			out.Header = tool.Header{}
		}
		out.Header[http.CanonicalHeaderKey(name)] = []string{value}
	}
	switch l.Channel {
	case tool.ChannelHTTP:
		out.Phase, out.Flag = tool.PhaseAnswered, statusFlag(l.Status)
	case tool.ChannelMCPResult:
		out.Phase, out.Flag = tool.PhaseAnswered, resultFlag(body)
	case tool.ChannelMCPError, tool.ChannelGRPC, tool.ChannelException:
		out.Flag = tool.FlagFailure
	case tool.ChannelUnknown, tool.ChannelStdout, tool.ChannelText:
	}
	call := tool.Call{ID: l.ID, Tool: l.Tool}
	if !bytes.Equal(l.Args, []byte("null")) {
		call.Args = l.Args
	}
	return failure{id: l.ID, call: call, out: out}
}

// payloadText is a payload as it arrived: a string's content, other JSON in
// compact form.
func payloadText(payload json.RawMessage) string {
	if bytes.Equal(payload, []byte("null")) {
		return ""
	}
	var text string
	if json.Unmarshal(payload, &text) == nil {
		return text
	}
	var b bytes.Buffer
	if json.Compact(&b, payload) != nil {
		return string(payload)
	}
	return b.String()
}

// resultFlag is what an MCP result says of itself. The flag may be left out; that
// counts as a success where the rest is the shape of a result.
func resultFlag(body string) tool.Flag {
	type result struct {
		IsError *bool           `json:"isError"`
		Content json.RawMessage `json:"content"`
	}
	var wire struct {
		result
		Result result `json:"result"`
	}
	if json.Unmarshal([]byte(body), &wire) != nil {
		return tool.FlagNone
	}
	for _, r := range []result{wire.result, wire.Result} {
		switch {
		case r.IsError != nil && *r.IsError:
			return tool.FlagFailure
		case r.IsError != nil, len(r.Content) > 0:
			return tool.FlagSuccess
		}
	}
	return tool.FlagNone
}
