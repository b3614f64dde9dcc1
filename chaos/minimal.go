package chaos

import "encoding/json"

// schema is what a value without content has to obey.
type schema struct {
	Type       any                        `json:"type"` // a name, or a list of them
	Const      json.RawMessage            `json:"const"`
	Enum       []json.RawMessage          `json:"enum"`
	Required   []string                   `json:"required"`
	Properties map[string]json.RawMessage `json:"properties"`
}

// maxNesting bounds how deep a schema is followed.
const maxNesting = 20

// minimal is the value of the schema that holds least: what a server with a
// declared output answers where it has found nothing.
func minimal(text json.RawMessage, nesting int) any {
	var s schema
	if json.Unmarshal(text, &s) != nil || nesting > maxNesting {
		return map[string]any{}
	}
	switch {
	case s.Const != nil:
		return s.Const
	case len(s.Enum) > 0:
		return s.Enum[0]
	}
	name, _ := s.Type.(string)
	if names, ok := s.Type.([]any); ok && len(names) > 0 {
		name, _ = names[0].(string)
		for _, n := range names {
			if n == "null" {
				return nil
			}
		}
	}
	switch name {
	case "array":
		return []any{}
	case "string":
		return ""
	case "number", "integer":
		return 0
	case "boolean":
		return false
	case "null":
		return nil
	}
	value := map[string]any{}
	for _, property := range s.Required {
		value[property] = minimal(s.Properties[property], nesting+1)
	}
	return value
}
