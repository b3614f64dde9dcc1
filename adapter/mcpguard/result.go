package mcpguard

import (
	"bytes"
	"encoding/json"

	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// VerdictKey is the member of _meta that holds the guard's verdict.
const VerdictKey = "sequitur/verdict"

// A Shape says what the client expects of a result.
type Shape struct {
	// OutputSchema says that the tool declares one: structuredContent is then
	// the tool's, and a success without it is refused by clients.
	OutputSchema bool
	// ResultType says that the client speaks the protocol in which each result
	// names its type.
	ResultType bool
}

// Result returns the result of a tools/call that has the outcome. A success is
// given in its own bytes; a guard's note stands in a further block.
func Result(out tool.Outcome, shape Shape) json.RawMessage {
	made := out.Structured != nil && out.Note == "" || out.Err != nil
	switch {
	case !made && out.Note == "" && out.Channel == tool.ChannelMCPResult:
		return json.RawMessage(out.Body)
	case !made && out.Note != "" && out.Channel == tool.ChannelMCPResult:
		return noted(out)
	}
	return written(out, shape)
}

// noted adds the note to a result that is otherwise left as it is.
func noted(out tool.Outcome) json.RawMessage {
	result := []byte(out.Body)
	content := rawjson.Append(rawjson.Get(result, "content"), textBlock(out.Note))
	result = rawjson.Set(result, "content", content)
	if out.Structured != nil {
		meta := rawjson.Set(rawjson.Get(result, "_meta"), VerdictKey, out.Structured)
		result = rawjson.Set(result, "_meta", meta)
	}
	return result
}

// written makes the result of a guard's own words.
func written(out tool.Outcome, shape Shape) json.RawMessage {
	text := out.Body
	if text == "" {
		text = "The tool gave no answer." // an empty block reads like a success
	}
	// A success without the structured content that the tool declares would be
	// refused by the client, and its text never read.
	failed := out.Flag == tool.FlagFailure || out.Err != nil || shape.OutputSchema
	result := struct {
		Content    []json.RawMessage          `json:"content"`
		Structured json.RawMessage            `json:"structuredContent,omitempty"`
		IsError    bool                       `json:"isError"`
		Type       string                     `json:"resultType,omitempty"`
		Meta       map[string]json.RawMessage `json:"_meta,omitempty"`
	}{Content: []json.RawMessage{textBlock(text)}, IsError: failed}
	if out.Structured != nil {
		result.Meta = map[string]json.RawMessage{VerdictKey: out.Structured}
		if !shape.OutputSchema {
			result.Structured = out.Structured
		}
	}
	if shape.ResultType {
		result.Type = "complete"
	}
	return encode(result)
}

func textBlock(text string) json.RawMessage {
	return encode(struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}{"text", text})
}

// encode writes JSON with "<" and its like as they are.
func encode(value any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(value) != nil { //nolint:errchkjson // the failure is handled
		return json.RawMessage(`{"content":[],"isError":true}`) // texts and raw JSON always encode
	}
	return bytes.TrimSpace(b.Bytes())
}
