package world

import (
	"encoding/json"

	"github.com/sequitur-go/sequitur/tool"
)

// param is one parameter of a tool.
type param struct{ name, kind, description string }

// describe makes a specification; every parameter is required.
func describe(name, description string, access tool.Access, params ...param) tool.Spec {
	properties := make(map[string]map[string]string, len(params))
	required := make([]string, len(params))
	for i, p := range params {
		properties[p.name] = map[string]string{"type": p.kind, "description": p.description}
		required[i] = p.name
	}
	input, err := json.Marshal(map[string]any{"type": "object", "properties": properties, "required": required})
	if err != nil {
		input = nil // strings only: cannot happen, and a tool without a schema still works
	}
	return tool.Spec{Name: name, Description: description, Access: access, Input: input}
}
