package feedback

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// A schema is the part of a JSON Schema that messages need.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       json.RawMessage    `json:"type"`
	Enum       []json.RawMessage  `json:"enum"`
	Const      json.RawMessage    `json:"const"`
	Examples   []json.RawMessage  `json:"examples"`
	Default    json.RawMessage    `json:"default"`
	Properties map[string]*schema `json:"properties"`
	Items      json.RawMessage    `json:"items"`
	AnyOf      []*schema          `json:"anyOf"`
	OneOf      []*schema          `json:"oneOf"`
	AllOf      []*schema          `json:"allOf"`
	Defs       map[string]*schema `json:"$defs"`
	OldDefs    map[string]*schema `json:"definitions"`
}

// maxSchemaDepth bounds how deep references and alternatives are followed.
const maxSchemaDepth = 8

// inputSchema reads a tool's schema; what cannot be read is an empty schema.
func inputSchema(spec *tool.Spec) *schema {
	var s schema
	if len(spec.Input) > 0 && json.Unmarshal(spec.Input, &s) != nil {
		return &schema{}
	}
	return &s
}

// at returns the schema of a parameter's path, or nil.
func (s *schema) at(path string) *schema {
	if path == "" {
		return nil
	}
	current := s
	for part := range strings.SplitSeq(path, ".") {
		name, index, hasIndex := strings.Cut(part, "[")
		if name != "" {
			current = current.property(s, name, 0)
		}
		for ; hasIndex && current != nil; _, index, hasIndex = strings.Cut(index, "[") {
			current = current.item(s)
		}
		if current == nil {
			return nil
		}
	}
	return current.resolved(s)
}

// resolved follows a reference within the root's definitions.
func (s *schema) resolved(root *schema) *schema {
	for range maxSchemaDepth {
		if s == nil || s.Ref == "" {
			return s
		}
		i := strings.LastIndexByte(s.Ref, '/')
		name := s.Ref[i+1:]
		if next, ok := root.Defs[name]; ok {
			s = next
		} else {
			s = root.OldDefs[name]
		}
	}
	return s
}

func (s *schema) property(root *schema, name string, depth int) *schema {
	s = s.resolved(root)
	if s == nil || depth > maxSchemaDepth {
		return nil
	}
	if p, ok := s.Properties[name]; ok {
		return p
	}
	for _, list := range [...][]*schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, alternative := range list {
			if p := alternative.property(root, name, depth+1); p != nil {
				return p
			}
		}
	}
	return nil
}

func (s *schema) item(root *schema) *schema {
	s = s.resolved(root)
	if s == nil || len(s.Items) == 0 || s.Items[0] != '{' {
		return nil
	}
	var items schema
	if json.Unmarshal(s.Items, &items) != nil {
		return nil
	}
	return &items
}

// values returns the listed values, those of alternatives included.
func (s *schema) values(root *schema, depth int) []json.RawMessage {
	s = s.resolved(root)
	if s == nil || depth > maxSchemaDepth {
		return nil
	}
	values := slices.Clone(s.Enum)
	if len(s.Const) > 0 {
		values = append(values, s.Const)
	}
	for _, list := range [...][]*schema{s.AnyOf, s.OneOf} {
		for _, alternative := range list {
			values = append(values, alternative.values(root, depth+1)...)
		}
	}
	return values
}

// typeName returns the declared type ("string", "integer or null"), or "".
func (s *schema) typeName() string {
	if s == nil || len(s.Type) == 0 {
		return ""
	}
	var one string
	if json.Unmarshal(s.Type, &one) == nil {
		return one
	}
	var many []string
	if json.Unmarshal(s.Type, &many) != nil {
		return ""
	}
	return strings.Join(slices.DeleteFunc(many, func(name string) bool { return name == "null" }), " or ")
}

// example returns a value that the schema itself gives.
func (s *schema) example() json.RawMessage {
	switch {
	case s == nil:
		return nil
	case len(s.Examples) > 0:
		return s.Examples[0]
	}
	return nil
}
