package chat

import (
	"encoding/json"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// specOf reads what is known of a tool, from OpenAI's, MCP's and our own words.
func specOf(v stream.Value) (tool.Spec, bool) {
	if inner := v.Get("function"); inner.Kind() == '{' {
		v = inner
	}
	var s tool.Spec
	for key, value := range v.Fields() {
		switch string(key) {
		case "name":
			s.Name = value.Text()
		case "description":
			s.Description = value.Text()
		case "parameters", "inputSchema", "input_schema":
			s.Input = object(value)
		case "outputSchema":
			s.Output = object(value)
		case "runs_code":
			s.RunsCode, _ = value.Bool()
		case "idempotent":
			s.Idempotent, _ = value.Bool()
		case "empty_is_normal":
			s.EmptyIsNormal, _ = value.Bool()
		case "via":
			s.Via = value.Text()
		case "effect", "access":
			s.Access = accessTable[strings.ToLower(value.Text())]
		case "annotations":
			annotate(&s, value)
		}
	}
	return s, s.Name != ""
}

func object(v stream.Value) json.RawMessage {
	if v.Kind() != '{' {
		return nil
	}
	return v.Raw()
}

// annotate takes over MCP's hints.
func annotate(s *tool.Spec, hints stream.Value) {
	if reads, ok := hints.Get("readOnlyHint").Bool(); ok {
		s.Access = tool.AccessWrite
		if reads {
			s.Access = tool.AccessRead
		}
	}
	s.Idempotent, _ = hints.Get("idempotentHint").Bool()
}

var accessTable = map[string]tool.Access{"read": tool.AccessRead, "write": tool.AccessWrite}
