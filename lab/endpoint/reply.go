package endpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/sequitur-go/sequitur/lab/model"
)

// reply is one answer, before a wire writes it.
type reply struct {
	number int // of the trial's requests, from 1
	model  string
	at     time.Time
	turn   model.Turn
	usage  bool // the stream ends with the usage
}

// event is one piece of a stream: a line of NDJSON, or an event of SSE, which
// has a name on some wires.
type event struct {
	name string
	data any
}

// wire is one protocol.
type wire struct {
	name   string
	decode func(body []byte) (request, *problem)
	whole  func(reply) any
	pieces func(reply) []event
	refuse func(*problem) any
	frame  func(event) []byte
	// stream is the content type of a stream.
	stream string
	// end closes a stream.
	end string
}

const (
	typeJSON   = "application/json"
	typeSSE    = "text/event-stream; charset=utf-8"
	typeNDJSON = "application/x-ndjson"
)

// encode writes a value without the escapes that only HTML needs.
func encode(value any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Appendf(nil, `{"error":%q}`, err) // a model's arguments that are no JSON are written as text: cannot happen
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// sse frames an event of a stream of server-sent events.
func sse(e event) []byte {
	if e.name == "" {
		return fmt.Appendf(nil, "data: %s\n\n", encode(e.data))
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", e.name, encode(e.data))
}

// line frames an object of a stream of lines.
func line(e event) []byte { return append(encode(e.data), '\n') }

// chunks cuts a text into the pieces of a stream, between characters.
func chunks(text string) []string {
	const size = 24
	var out []string
	for len(text) > size {
		cut := size
		for cut > 1 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		out, text = append(out, text[:cut]), text[cut:]
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// object is a call's arguments as an object; what is none is wrapped, since
// some wires can carry nothing else.
func object(raw json.RawMessage) json.RawMessage {
	switch {
	case isObject(raw):
		return raw
	case len(raw) == 0:
		return json.RawMessage(`{}`)
	}
	return encode(map[string]string{"arguments": string(raw)})
}

// fields is a JSON object in the making.
type fields = map[string]any
