package semconv

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// toolSpan reads the call and the outcome of a tool's span.
func toolSpan(s *spantree.Span, name string, a Attributes, events []Event, status Status) {
	s.Call = tool.Call{
		ID:   a.Text("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool_call_id"),
		Tool: toolName(name, a),
		Args: part.Args(arguments(a)),
	}
	if about := a.Text("gen_ai.tool.description", "tool.description"); about != "" {
		s.Tools = []tool.Spec{{Name: s.Call.Tool, Description: about}}
	}
	s.Outcome = outcome(s, a, events, status)
}

func toolName(name string, a Attributes) string {
	if named := a.Text("gen_ai.tool.name", "ai.toolCall.name", "tool.name", "mcp.tool.name", "traceloop.entity.name", "tool_name"); named != "" {
		return named
	}
	for _, row := range namesTable {
		if rest, ok := strings.CutPrefix(name, row.prefix); ok && row.kind == spantree.Tool {
			return rest
		}
	}
	return strings.TrimPrefix(name, "running tool: ")
}

func arguments(a Attributes) stream.Value {
	if v := a.First("gen_ai.tool.call.arguments", "ai.toolCall.args", "ai.toolCall.input", "tool_arguments", "mcp.request.arguments", "input.value"); v.Exists() {
		if inner := v.Get("input"); inner.Kind() == '{' && only(v, "input") {
			return inner
		}
		return v
	}
	entity := a.First("traceloop.entity.input").Embedded()
	if inputs := entity.First("inputs", "input_str", "kwargs"); inputs.Exists() {
		return inputs
	}
	if entity.Exists() {
		return entity
	}
	return a.First("tool.parameters")
}

func result(a Attributes) stream.Value {
	if v := a.First("gen_ai.tool.call.result", "ai.toolCall.result", "ai.toolCall.output", "tool_response", "output.value"); v.Exists() {
		return v
	}
	entity := a.First("traceloop.entity.output")
	if output := entity.Embedded().Get("output"); output.Exists() {
		return output
	}
	return entity
}

// outcome reads how a tool's call ended. It is nil where the span tells neither
// a result nor a failure: the result is then found with the model that read it,
// or not at all.
func outcome(s *spantree.Span, a Attributes, events []Event, status Status) *tool.Outcome {
	given := result(a)
	class := a.Text("error.type")
	kind, text, thrown := exception(events)
	failed := status.Failed || class != "" || thrown
	if !given.Exists() && !failed {
		return nil
	}
	out := &tool.Outcome{Phase: tool.PhaseAnswered, Elapsed: max(0, s.End.Sub(s.Start))}
	mcp := a.Text("mcp.method.name") != ""
	if mcp {
		out.Channel = tool.ChannelMCPResult
	}
	body(out, given, mcp)
	if code := a.First("http.response.status_code", "http.status_code").Int(); code > 0 {
		out.Status = int(code)
	}
	if status.OK && out.Flag == tool.FlagNone {
		out.Flag = tool.FlagSuccess
	}
	if !failed {
		return out
	}
	out.Flag = tool.FlagFailure
	if code, err := strconv.Atoi(class); err == nil && code >= 100 && code < 600 {
		out.Status = code
	}
	if thrown {
		out.Err = errors.New(raised(kind, text))
	} else if out.Body == "" {
		out.Err = errors.New(failure(a, events, status))
	}
	out.Channel = channel(a, class, thrown)
	return out
}

// body reads what a tool gave: a text, a serialised message, or a result of
// MCP.
func body(out *tool.Outcome, given stream.Value, mcp bool) {
	if m, ok := anychat.ToolMessage(given); ok {
		out.Body, out.Flag = m.Outcome.Body, m.Outcome.Flag
		return
	}
	opened := given.Embedded()
	if content := opened.Get("content"); content.Kind() == '[' && (mcp || only(opened, "content", "structuredContent", "isError", "_meta")) {
		inner := anychat.Outcome(opened)
		out.Body, out.Flag = inner.Body, inner.Flag
		return
	}
	out.Body = given.Text()
}

// only says whether an object has no other fields than these.
func only(v stream.Value, names ...string) bool {
	for key := range v.Fields() {
		if !slices.Contains(names, string(key)) {
			return false
		}
	}
	return v.Kind() == '{'
}

// channel says where a failure was seen.
func channel(a Attributes, class string, thrown bool) tool.Channel {
	code, err := strconv.Atoi(class)
	switch {
	case a.Text("mcp.method.name") != "" && (err == nil && code < 0 || a.First("rpc.response.status_code").Int() < 0):
		return tool.ChannelMCPError
	case a.Text("mcp.method.name") != "":
		return tool.ChannelMCPResult
	case thrown:
		return tool.ChannelException
	default:
		return tool.ChannelUnknown
	}
}
