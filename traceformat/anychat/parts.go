package anychat

import (
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A reader adds one part of a message, or one item of a list.
type (
	partReader func(d *decoder, role trajectory.Role, v stream.Value)
	itemReader func(d *decoder, v stream.Value)
)

// partsTable maps the types of parts to their readers. What is not listed is
// a text if it holds one, and else stands by its name.
var partsTable = map[string]partReader{
	"text": textPart, "input_text": textPart, "output_text": textPart, "refusal": textPart,
	"thinking": thoughtPart, "reasoning": thoughtPart, "redacted_thinking": skipPart, "reasoning_content": thoughtPart,
	"tool_use": callPart, "tool_call": callPart, "tool-call": callPart, "toolCall": callPart, "server_tool_use": callPart,
	"server_tool_call": callPart, "function_call": callPart,
	"tool_result": resultPart, "tool-result": resultPart, "tool_call_response": resultPart, "toolResult": resultPart,
	"server_tool_call_response": resultPart, "web_search_tool_result": resultPart, "function_call_output": resultPart,
}

// partOf reads a part that has no type: its one key tells. Nil where it is no
// such part.
func partOf(v stream.Value) partReader {
	switch {
	case v.First("functionCall", "function_call", "toolUse").Kind() == '{':
		return func(d *decoder, _ trajectory.Role, v stream.Value) {
			d.call(v.First("functionCall", "function_call", "toolUse"))
		}
	case v.First("functionResponse", "function_response", "toolResult").Kind() == '{':
		return func(d *decoder, _ trajectory.Role, v stream.Value) {
			d.result(v.First("functionResponse", "function_response", "toolResult"))
		}
	case v.First("toolCallId", "tool_call_id").Exists() && v.First("toolName", "tool_name").Exists():
		return callPart
	default:
		return nil
	}
}

// parts reads the content of a message: a text, or a list of parts.
func (d *decoder) parts(role trajectory.Role, v stream.Value, id string) {
	switch v.Kind() {
	case '"':
		if list := v.Embedded(); list.Kind() == '[' && string(list) != "[]" {
			if typedParts(list) {
				d.parts(role, list, id)
				return
			}
			if callsAlone(list) {
				for call := range list.Elements() {
					d.call(call)
				}
				return
			}
		}
		d.say(role, v.Text())
	case '[':
		for part := range v.Elements() {
			d.part(role, part)
		}
	case '{':
		if inner := v.Get("parts"); inner.Kind() == '[' { // Gemini wraps a content in a content
			d.parts(role, inner, id)
			return
		}
		d.part(role, v)
	}
	if id != "" && d.turn > 0 {
		d.out[d.turn-1].ID = id
	}
}

// typedParts says whether a list, which stood in a string, holds parts.
func typedParts(v stream.Value) bool {
	for part := range v.Elements() {
		if _, ok := partsTable[part.Get("type").Text()]; !ok {
			return false
		}
	}
	return true
}

// callsAlone says whether a list holds calls as OpenAI writes them.
func callsAlone(v stream.Value) bool {
	for call := range v.Elements() {
		if call.Get("function", "name").Kind() != '"' || !call.Get("function", "arguments").Exists() {
			return false
		}
	}
	return true
}

func (d *decoder) part(role trajectory.Role, v stream.Value) {
	if v.Kind() == '"' {
		d.say(role, v.Text())
		return
	}
	if wrapped := v.Get("message_content"); wrapped.Kind() == '{' { // OpenInference
		v = wrapped
	}
	kind := v.Get("type").Text()
	if read, ok := partsTable[kind]; ok {
		read(d, role, v)
		return
	}
	if read := partOf(v); read != nil {
		read(d, role, v)
		return
	}
	if thought, _ := v.Get("thought").Bool(); thought {
		d.think(v.Get("text").Text())
		return
	}
	d.say(role, Text(v))
}

func textPart(d *decoder, role trajectory.Role, v stream.Value) {
	d.say(role, v.First("text", "content", "refusal").Text())
}

func thoughtPart(d *decoder, _ trajectory.Role, v stream.Value) {
	d.think(Text(v.First("thinking", "content", "text", "reasoning", "summary")))
}

func skipPart(*decoder, trajectory.Role, stream.Value) {}

func callPart(d *decoder, _ trajectory.Role, v stream.Value) { d.call(v) }

func resultPart(d *decoder, _ trajectory.Role, v stream.Value) { d.result(v) }

// Text is the text of a content: a string, a list of parts, or one part. Of a
// part without text its type stands in brackets; an object that is no part is
// given as its JSON.
func Text(v stream.Value) string {
	switch v.Kind() {
	case '[':
		return listText(v)
	case '{':
		return partText(v)
	default:
		return v.Text()
	}
}

func listText(v stream.Value) string {
	var texts []string
	for element := range v.Elements() {
		if element.Kind() != '"' && !isPart(element) {
			return v.Text() // data, not parts
		}
		texts = append(texts, Text(element))
	}
	return strings.Join(texts, "\n")
}

// isPart says whether an object is a part of a message.
func isPart(v stream.Value) bool {
	return v.Kind() == '{' && (v.Get("type").Kind() == '"' || v.Get("text").Kind() == '"')
}

// textKindsTable names the types of parts that are told by their text alone.
var textKindsTable = map[string]bool{
	"": true, "text": true, "input_text": true, "output_text": true, "refusal": true, "summary_text": true, "reasoning_text": true, "reasoning": true, "thinking": true,
}

func partText(v stream.Value) string {
	kind := v.Get("type").Text()
	if text := v.First("text", "thinking", "refusal"); text.Kind() == '"' && textKindsTable[kind] {
		return text.Text()
	}
	if text := v.Get("content"); text.Exists() && textKindsTable[kind] && kind != "" {
		return Text(text)
	}
	if kind != "" && mediaTable[kind] {
		return "[" + kind + "]"
	}
	if resource := v.Get("resource", "text"); resource.Kind() == '"' {
		return resource.Text()
	}
	return v.Text()
}

// mediaTable names the types of parts that hold no text.
var mediaTable = map[string]bool{
	"image": true, "image_url": true, "input_image": true, "audio": true, "input_audio": true, "video": true, "file": true,
	"input_file": true, "document": true, "blob": true, "uri": true, "media": true, "image-data": true, "image-url": true, "file-data": true, "file-url": true,
}
