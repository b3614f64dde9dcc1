package judge

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// The keys by which a meta tool names the tool that it calls, the arguments it
// hands on, and the server.
var (
	innerNameTable   = []string{"tool_name", "toolName", "tool", "name", "function", "function_name", "tool_slug"}
	innerArgsTable   = []string{"params", "arguments", "args", "input", "parameters", "tool_input", "tool_args", "payload"}
	innerServerTable = []string{"server_name", "serverName", "server", "toolkit"}
	metaNameTable    = []string{
		"execute_tool", "call_tool", "use_tool", "use_mcp_tool", "invoke_tool", "run_tool", "mcp_call", "mcp_tool_call", "tool_call", "call_mcp_tool",
		"execute_mcp_tool", "invoke", "call_function", "execute_function", "use_mcp", "mcp",
	}
)

// Unwrap returns the call inside a meta tool such as
// call_tool{"name":…,"arguments":{…}}, or the call itself.
func (f *Facts) Unwrap(call *tool.Call) tool.Call {
	inner := *call
	for range 3 {
		next, ok := f.unwrapOnce(&inner)
		if !ok {
			break
		}
		inner = next
	}
	return inner
}

func (f *Facts) unwrapOnce(call *tool.Call) (tool.Call, bool) {
	meta := named(metaNameTable, call.Tool) || f.wrappers[call.Tool]
	if !meta && f.specs[call.Tool] != nil && f.specs[call.Tool].Access != tool.AccessUnknown {
		return tool.Call{}, false
	}
	if !mayWrap(call.Args) {
		return tool.Call{}, false
	}
	o, known := f.opened[&call.Args[0]]
	if !known {
		if f.opened == nil {
			f.opened = map[*byte]opened{}
		}
		o = open(call.Args)
		f.opened[&call.Args[0]] = o
	}
	if !o.ok || !meta && f.specs[o.tool] == nil {
		return tool.Call{}, false
	}
	inner := *call
	inner.Tool, inner.Args = o.tool, o.args
	return inner, true
}

// opened is the call that a meta tool's arguments hold.
type opened struct {
	tool string
	args json.RawMessage
	ok   bool
}

func open(args json.RawMessage) opened {
	var object map[string]json.RawMessage
	if json.Unmarshal(args, &object) != nil {
		return opened{}
	}
	name, ok := textAt(object, innerNameTable)
	if !ok || name == "" || strings.ContainsAny(name, " \n") {
		return opened{}
	}
	inner, ok := objectAt(object, innerArgsTable)
	return opened{name, inner, ok}
}

// mayWrap says whether arguments can be a meta tool's: one of the keys that hand
// arguments on stands in them, plain or, which is not looked into, escaped. Most
// calls hold none, and are not decoded for it.
func mayWrap(args json.RawMessage) bool {
	if len(args) == 0 || args[0] != '{' {
		return false
	}
	return bytes.IndexByte(args, '\\') >= 0 || slices.ContainsFunc(innerArgsTable, func(key string) bool {
		for rest := args; ; {
			at := bytes.Index(rest, []byte(key))
			if at < 0 {
				return false
			}
			end := at + len(key)
			if at > 0 && rest[at-1] == '"' && end < len(rest) && rest[end] == '"' {
				return true
			}
			rest = rest[end:]
		}
	})
}

// serverOf returns the server that a meta tool's call names.
func serverOf(args json.RawMessage) string {
	var object map[string]json.RawMessage
	if len(args) == 0 || args[0] != '{' || json.Unmarshal(args, &object) != nil {
		return ""
	}
	server, _ := textAt(object, innerServerTable)
	return server
}

func textAt(object map[string]json.RawMessage, keys []string) (string, bool) {
	for _, key := range keys {
		var text string
		if raw, ok := object[key]; ok && json.Unmarshal(raw, &text) == nil {
			return text, true
		}
	}
	return "", false
}

// objectAt returns an object, also where it stands as a JSON text.
func objectAt(object map[string]json.RawMessage, keys []string) (json.RawMessage, bool) {
	for _, key := range keys {
		raw, ok := object[key]
		if !ok {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) == nil {
			raw = json.RawMessage(strings.TrimSpace(text))
		}
		if len(raw) > 0 && raw[0] == '{' && json.Valid(raw) {
			return raw, true
		}
	}
	return nil, false
}
