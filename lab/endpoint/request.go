package endpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// request is what the wires have in common.
type request struct {
	model    string
	stream   bool
	usage    bool // the stream ends with the usage
	messages []trajectory.Message
	tools    []tool.Spec
}

// problem is why a request is refused.
type problem struct {
	status int
	kind   string // the service's own name for it
	text   string
	param  string
}

// invalid is a request that breaks a rule of the service.
func invalid(param, format string, args ...any) *problem {
	return &problem{status: http.StatusBadRequest, kind: invalidRequest, param: param, text: fmt.Sprintf(format, args...)}
}

const invalidRequest = "invalid_request_error"

// read decodes a body. What is no JSON object, or has a field of another type,
// is refused with the field's name.
func read(body []byte, into any) *problem {
	err := json.Unmarshal(body, into)
	if err == nil && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return invalid("", "the body must be a JSON object")
	}
	if wrong, ok := err.(*json.UnmarshalTypeError); ok { //nolint:errorlint // Unmarshal returns it bare
		return invalid(wrong.Field, "%s: must not be of the type %s", wrong.Field, wrong.Value)
	}
	if err != nil {
		return invalid("", "the body cannot be read as JSON: %s", err)
	}
	return nil
}

// part is one part of a message's content.
type part struct {
	Type string  `json:"type"`
	Text *string `json:"text"`
}

// content reads a text that is written as a string or as a list of parts of
// the given types. Null and nothing are no text: ok is false.
func content(raw json.RawMessage, param string, types ...string) (text string, ok bool, p *problem) {
	if isNull(raw) {
		return "", false, nil
	}
	if json.Unmarshal(raw, &text) == nil {
		return text, true, nil
	}
	var parts []part
	if json.Unmarshal(raw, &parts) != nil {
		return "", false, invalid(param, "%s: must be a string or a list of parts", param)
	}
	var all strings.Builder
	for i, each := range parts {
		at := fmt.Sprintf("%s.%d", param, i)
		if !slices.Contains(types, each.Type) {
			return "", false, invalid(at, "%s: a part must be one of %s here, got %q", at, strings.Join(types, ", "), each.Type)
		}
		if each.Text == nil {
			return "", false, invalid(at+".text", "%s.text: field required", at)
		}
		all.WriteString(*each.Text)
	}
	return all.String(), true, nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// isObject says whether a value is a JSON object.
func isObject(raw json.RawMessage) bool {
	return json.Valid(raw) && bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{"))
}

var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`)

// define reads one tool that the model may call.
func define(param, name, description string, schema json.RawMessage) (tool.Spec, *problem) {
	if !toolName.MatchString(name) {
		return tool.Spec{}, invalid(param, "%s: a tool's name must match %s, got %q", param, toolName, name)
	}
	if !isNull(schema) && !isObject(schema) {
		return tool.Spec{}, invalid(param, "%s: the schema of tool %s must be an object", param, name)
	}
	return tool.Spec{Name: name, Description: description, Input: schema}, nil
}

// distinct refuses two tools of one name.
func distinct(specs []tool.Spec) *problem {
	seen := make(map[string]bool, len(specs))
	for i := range specs {
		if seen[specs[i].Name] {
			return invalid("tools", "tools: the name %q is given twice", specs[i].Name)
		}
		seen[specs[i].Name] = true
	}
	return nil
}

// pairWords are how a service complains of a broken pair.
type pairWords struct{ unanswered, stray string }

// paired checks that the results of each turn's calls follow it at once, each
// call with one result.
func paired(messages []trajectory.Message, words pairWords) *problem {
	var open []string
	for i := range messages {
		m := &messages[i]
		if m.Role == trajectory.RoleTool {
			at := slices.Index(open, m.CallID)
			if at < 0 {
				return invalid("messages", words.stray, m.CallID)
			}
			open = slices.Delete(open, at, at+1)
			continue
		}
		if len(open) > 0 {
			break
		}
		for _, call := range m.Calls {
			open = append(open, call.ID)
		}
	}
	if len(open) > 0 {
		return invalid("messages", words.unanswered, strings.Join(open, ", "))
	}
	return nil
}

// result is a tool's message. failed says that the wire marks it as an error.
func result(id, text string, failed bool) trajectory.Message {
	m := trajectory.Message{Role: trajectory.RoleTool, CallID: id, Text: text}
	if failed {
		m.Outcome = &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: text}
	}
	return m
}
