package semconv

import (
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// detailsEvent carries what a span would carry, for recorders that keep
// contents apart.
const detailsEvent = "gen_ai.client.inference.operation.details"

// rolesTable maps the events that carry one message each to its role.
var rolesTable = map[string]string{
	"gen_ai.system.message": "system", "gen_ai.user.message": "user", "gen_ai.assistant.message": "assistant", "gen_ai.tool.message": "tool",
}

// message reads the message that an event carries; in says that it went to the
// model. Its value outlives the record.
func (e Event) message() (in bool, v stream.Value) {
	switch e.Name {
	case "gen_ai.choice":
		return false, e.content("assistant")
	case "gen_ai.content.prompt":
		return true, clone(e.Attributes.First("gen_ai.prompt"))
	case "gen_ai.content.completion":
		return false, clone(e.Attributes.First("gen_ai.completion"))
	}
	if role, ok := rolesTable[e.Name]; ok {
		return true, e.content(role)
	}
	return false, nil
}

func clone(v stream.Value) stream.Value { return stream.Value(v.Raw()) }

// content is the message in an event's body, in its content attribute, or in
// its attributes.
func (e Event) content(role string) stream.Value {
	body := firstOf(e.Body, e.Attributes.First("gen_ai.event.content"), e.Attributes.First("event_body")).Embedded()
	if body.Kind() == '{' {
		if inner := body.Get("message"); inner.Exists() {
			body = inner.Embedded()
		}
		if body.Kind() == '"' {
			return message(role, map[string]stream.Value{"content": body})
		}
		return message(role, Plain(body))
	}
	if body.Kind() == '"' {
		return message(role, map[string]stream.Value{"content": body})
	}
	fields := Attributes{}
	for key, value := range e.Attributes {
		fields[strings.TrimPrefix(key, "gen_ai.")] = value
	}
	if inner := fields["message"]; inner.Exists() {
		if inner = inner.Embedded(); inner.Kind() == '{' {
			return message(role, Plain(inner))
		}
		return message(role, map[string]stream.Value{"content": inner, "tool_calls": fields["tool_calls"]})
	}
	return message(role, fields)
}

// fieldsTable names what is kept of a message's fields.
var fieldsTable = [...]string{"role", "content", "parts", "tool_calls", "id", "tool_call_id", "name", "reasoning_content", "is_error"}

// message writes a message. The role that it states itself outweighs the
// event's.
func message(role string, fields map[string]stream.Value) stream.Value {
	var b strings.Builder
	b.WriteByte('{')
	n := 0
	for _, name := range fieldsTable {
		v := fields[name]
		if name == "tool_calls" {
			v = v.Embedded()
		}
		if name == "role" && !v.Exists() {
			v = quoted(role)
		}
		if v.Exists() {
			comma(&b, &n)
			b.WriteString(`"` + name + `":` + string(v))
		}
	}
	b.WriteByte('}')
	return stream.Value(b.String())
}

// exception returns the last exception that a span recorded.
func exception(events []Event) (kind, text string, ok bool) {
	for _, e := range events {
		if e.Name == "exception" {
			kind, text, ok = e.Attributes.Text("exception.type"), e.Attributes.Text("exception.message"), true
		}
	}
	return kind, text, ok
}

// failure describes how a span failed.
func failure(a Attributes, events []Event, status Status) string {
	if kind, text, ok := exception(events); ok {
		return raised(kind, text)
	}
	if status.Message != "" {
		return status.Message
	}
	return a.Text("error.type", "error.message")
}

func raised(kind, text string) string {
	if kind == "" || text == "" || strings.HasPrefix(text, kind) {
		return kind + text
	}
	return kind + ": " + text
}

// Messages adds the messages of an event that was recorded apart from its span.
func Messages(s *spantree.Span, e Event) {
	if e.Name == detailsEvent {
		keep(&s.System, e.Attributes.First("gen_ai.system_instructions"))
		keep(&s.Input, e.Attributes.First("gen_ai.input.messages"))
		keep(&s.Output, e.Attributes.First("gen_ai.output.messages"))
		return
	}
	in, v := e.message()
	switch {
	case !v.Exists():
	case in:
		s.Input = append(s.Input, v)
	default:
		s.Output = append(s.Output, v)
	}
}
