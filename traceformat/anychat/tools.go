package anychat

import (
	"encoding/json"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Tools decodes a list of tool definitions of any dialect, or one definition.
// Gemini lists functions within a tool.
func Tools(v stream.Value) []tool.Spec {
	v = v.Embedded()
	if v.Kind() == '{' {
		return toolOf(v)
	}
	var all []tool.Spec
	for element := range v.Elements() {
		all = append(all, toolOf(element.Embedded())...)
	}
	return all
}

func toolOf(v stream.Value) []tool.Spec {
	if many := v.First("functionDeclarations", "function_declarations"); many.Kind() == '[' {
		return Tools(many)
	}
	outer := v
	if function := v.First("function", "toolSpec", "tool", "kwargs"); function.Kind() == '{' {
		v = function
	}
	name := v.Get("name").Text()
	if name == "" {
		return nil
	}
	input := v.First("inputSchema", "input_schema", "parameters", "args_schema", "json_schema")
	if wrapped := input.Get("json"); wrapped.Kind() == '{' { // Bedrock
		input = wrapped
	}
	spec := tool.Spec{
		Name: name, Description: v.Get("description").Text(),
		Input: object(input), Output: object(v.First("outputSchema", "output_schema")),
	}
	hints := outer.Get("annotations")
	if reads, ok := hints.Get("readOnlyHint").Bool(); ok {
		spec.Access = tool.AccessWrite
		if reads {
			spec.Access = tool.AccessRead
		}
	}
	spec.Idempotent, _ = hints.Get("idempotentHint").Bool()
	return []tool.Spec{spec}
}

// object is the JSON of an object, nil where the value is none. A schema is
// written again as it is, so its strings have to be well-formed, too.
func object(v stream.Value) json.RawMessage {
	if v = v.Embedded(); v.Kind() != '{' || !json.Valid(v) {
		return nil
	}
	return v.Raw()
}

// ToolMessage decodes a value that is a serialised message of the role tool,
// which is how LangChain records what a tool gave. It reports false for
// anything else: a tool's result may look like a message.
func ToolMessage(v stream.Value) (trajectory.Message, bool) {
	v = v.Embedded()
	if v.Kind() != '{' {
		return trajectory.Message{}, false
	}
	kwargs, data := v.Get("kwargs"), v.Get("data")
	serialised := v.Get("lc").Exists() && kwargs.First("tool_call_id", "type").Exists()
	wrapped := v.Get("type").Is("tool") && (data.Get("tool_call_id").Exists() || v.Get("tool_call_id").Exists())
	if !serialised && !wrapped {
		return trajectory.Message{}, false
	}
	all := Messages(v, trajectory.RoleTool)
	if len(all) != 1 || all[0].Role != trajectory.RoleTool {
		return trajectory.Message{}, false
	}
	return all[0], true
}
