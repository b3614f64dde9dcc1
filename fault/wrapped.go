package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// messageNames are the types that models' APIs give to the message in which a tool's
// output goes back to the model.
var messageNames = map[string]bool{
	"function_call_output": true, "custom_tool_call_output": true, "local_shell_call_output": true, "tool_result": true, "tool-result": true, "tool_output": true,
	"tool_call_output": true, "function_response": true, "mcp_tool_result": true,
}

// message takes a tool's output out of the message that carries it to the model: the
// other fields say whose it is and nothing of how it went.
func message(out *tool.Outcome) (*tool.Outcome, bool) {
	body := out.Body
	if head := body[:min(len(body), 400)]; !strings.Contains(head, "tool") && !strings.Contains(head, "function_") {
		return out, false
	}
	carries, erred, text := false, false, ""
	members(body[:min(len(body), maxHead)], func(key, value string) bool {
		switch key {
		case "type":
			carries = carries || messageNames[unquote(value)]
		case "role":
			carries = carries || unquote(value) == "tool" || unquote(value) == "function"
		case "output", "content", "result":
			text = value
		case "is_error", "isError":
			erred = value == "true" || value == "True"
		}
		return true
	})
	if !carries || len(text) < 2 || text[0] != '"' && text[0] != '\'' {
		return out, false
	}
	inner := *out
	inner.Body = unescape(unquote(text))
	if erred {
		inner.Flag = tool.FlagFailure
	}
	return &inner, true
}
