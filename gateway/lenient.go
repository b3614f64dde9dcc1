package gateway

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// lenient is a check of arguments that refuses only what every server refuses.
// Many servers take the text "5" for a number, and drop parameters that they do
// not know, although their schemas say otherwise: a call that would have worked
// must not fail for being guarded.
type lenient struct {
	strict   tool.Validator  // nil accepts everything
	defaults map[string]bool // parameters that have a default, though they are "required"
}

func newLenient(strict tool.Validator, schema json.RawMessage) lenient {
	l := lenient{strict: strict}
	properties, err := rawjson.Members(rawjson.Get(schema, "properties"))
	if err != nil {
		return l // no properties
	}
	for _, p := range properties {
		if rawjson.Get(p.Value, "default") != nil {
			if l.defaults == nil {
				l.defaults = map[string]bool{}
			}
			l.defaults[p.Name] = true
		}
	}
	return l
}

// Validate implements [tool.Validator].
func (l lenient) Validate(args json.RawMessage) []tool.Violation {
	if l.strict == nil {
		return nil
	}
	if len(args) == 0 {
		args = json.RawMessage(`{}`) // MCP lets a client leave them out
	}
	return slices.DeleteFunc(l.strict.Validate(args), l.tolerated)
}

func (l lenient) tolerated(v tool.Violation) bool {
	switch v.Rule {
	case tool.RuleUnknown, tool.RuleOther:
		return true
	case tool.RuleType:
		return convertible(v.Given)
	case tool.RuleMissing:
		return l.defaults[v.Path]
	case tool.RuleNull, tool.RuleEnum, tool.RuleRange:
	}
	return false
}

// convertible says whether servers are known to convert a value: a text that
// spells a value of another type, or a number or truth value taken for a text.
func convertible(given json.RawMessage) bool {
	text := strings.TrimSpace(string(given))
	if text == "" {
		return false
	}
	if text[0] != '"' {
		return text[0] != '{' && text[0] != '[' && text != "null"
	}
	var inner string
	return json.Unmarshal(given, &inner) == nil && json.Valid([]byte(inner))
}
