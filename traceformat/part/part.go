// Package part reads the small pieces that the formats of recordings have in
// common: the parts of a content, what a model call cost, the arguments of a
// call, and the flags of a result.
package part

import (
	"encoding/json"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Text is the text of a content: a string, one part, or a list of parts, whose
// texts are joined by line ends. What is no text is named in brackets; calls and
// thoughts are left out. A list or an object that holds data instead of parts is
// its JSON.
func Text(content stream.Value) string {
	switch content.Kind() {
	case '[':
		return list(content)
	case '{':
		if text, ok := one(content); ok {
			return text
		}
	}
	return content.Text()
}

func list(content stream.Value) string {
	var texts []string
	parts := 0
	for element := range content.Elements() {
		text, ok := element.Text(), element.Kind() == '"'
		if !ok {
			if text, ok = one(element); ok {
				parts++
			}
		}
		if ok && text == "" && element.Kind() == '{' {
			continue // a call or a thought, which stands elsewhere
		}
		if !ok {
			return content.Text()
		}
		texts = append(texts, text)
	}
	if parts == 0 {
		return content.Text()
	}
	return strings.Join(texts, "\n")
}

// one is the text of one part. It reports false for an object that is none.
func one(part stream.Value) (string, bool) {
	kind := part.Get("type")
	if kind.Kind() != '"' {
		text := part.Get("text")
		return text.Text(), text.Kind() == '"' && single(part)
	}
	name := kind.Text()
	payloads, known := partsTable[name]
	if !known {
		return "", false
	}
	payload := part.First(payloads...)
	switch {
	case !payload.Exists():
		return "", false
	case name == "resource" && payload.Get("text").Kind() == '"':
		return payload.Get("text").Text(), true
	case payloads[0] == "text":
		return payload.Text(), true
	case elsewhereTable[name]:
		return "", true
	default:
		return "[" + strings.TrimPrefix(strings.TrimSuffix(name, "_url"), "input_") + "]", true
	}
}

func single(object stream.Value) bool {
	n := 0
	for range object.Fields() {
		n++
	}
	return n == 1
}

// partsTable says where each type of part keeps what it carries. An object of
// such a type without it is data: a folder's listing has "type": "file", too.
var partsTable = map[string][]string{
	"text":              {"text"},
	"input_text":        {"text"},
	"output_text":       {"text"},
	"summary_text":      {"text"},
	"reasoning_text":    {"text"},
	"refusal":           {"text", "refusal"},
	"image":             {"source", "data", "url", "image"},
	"image_url":         {"image_url"},
	"input_image":       {"image_url", "file_id"},
	"audio":             {"source", "data"},
	"input_audio":       {"input_audio", "data"},
	"file":              {"file", "file_id", "file_data", "source"},
	"input_file":        {"file_id", "file_data", "file_url"},
	"document":          {"source"},
	"video":             {"source", "data", "url"},
	"video_url":         {"video_url"},
	"resource":          {"resource"},
	"resource_link":     {"uri"},
	"tool_use":          {"input"},
	"tool-call":         {"input", "args"},
	"tool_call":         {"args", "arguments", "function"},
	"thinking":          {"thinking"},
	"redacted_thinking": {"data"},
	"reasoning":         {"reasoning", "summary"},
}

// elsewhereTable names the parts that are no part of what was said.
var elsewhereTable = map[string]bool{
	"tool_use": true, "tool-call": true, "tool_call": true, "thinking": true, "redacted_thinking": true, "reasoning": true,
}

// Usage reads what a model call cost, in the words of OpenAI, Anthropic,
// LangChain and the recorders that follow them. It returns nil where nothing is
// stated.
func Usage(v stream.Value) *trajectory.Usage {
	var u trajectory.Usage
	apart := int64(0) // what Anthropic counts beside the input
	for key, value := range v.Fields() {
		switch string(key) {
		case "prompt_tokens", "input_tokens", "promptTokens", "inputTokens", "input", "request_tokens":
			u.In = max(u.In, value.Int())
		case "completion_tokens", "output_tokens", "completionTokens", "outputTokens", "output", "response_tokens":
			u.Out = max(u.Out, value.Int())
		case "prompt_tokens_details", "input_tokens_details":
			u.CacheRead = value.Get("cached_tokens").Int()
		case "input_token_details": // LangChain
			u.CacheRead, u.CacheWrite = value.Get("cache_read").Int(), value.Get("cache_creation").Int()
		case "cached_input_tokens", "cached_tokens", "cache_read_tokens":
			u.CacheRead = value.Int()
		case "cache_write_tokens":
			u.CacheWrite = value.Int()
		case "cache_read_input_tokens":
			u.CacheRead = value.Int()
			apart += u.CacheRead
		case "cache_creation_input_tokens":
			u.CacheWrite = value.Int()
			apart += u.CacheWrite
		case "cost", "total_cost":
			u.USD = value.Float()
		}
	}
	u.In += apart
	if u == (trajectory.Usage{}) {
		return nil
	}
	return &u
}

// Args is a call's arguments as a JSON object where they are one, written as an
// object or as a string that holds it; else the text that stands there. It is
// nil where nothing does.
func Args(v stream.Value) json.RawMessage {
	if v.Kind() != '"' {
		return v.Raw()
	}
	text := v.AppendText(nil)
	inner, err := stream.Parse(text)
	switch {
	case err == nil && inner.Kind() == '"':
		if object := inner.Embedded(); object.Kind() == '{' {
			return object.Raw()
		}
	case err == nil && !inner.Exists(), len(text) == 0:
		return nil
	case err == nil:
		return json.RawMessage(inner)
	}
	return text
}

// Flag turns what a source states about a result's success into a flag: failed
// says what true means.
func Flag(v stream.Value, failed bool) tool.Flag {
	value, ok := v.Bool()
	switch {
	case !ok:
		return tool.FlagNone
	case value == failed:
		return tool.FlagFailure
	default:
		return tool.FlagSuccess
	}
}
