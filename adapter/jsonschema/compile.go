package jsonschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sequitur-go/sequitur/tool"
)

// location names the schema to the library. It never leads anywhere.
const location = "schema:///input"

// New returns the validator of the tool's input schema. A tool without one
// accepts everything. The error says which place of the schema is wrong.
func New(spec tool.Spec) (tool.Validator, error) {
	if len(bytes.TrimSpace(spec.Input)) == 0 {
		return &validator{}, nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(spec.Input))
	if err != nil {
		return nil, fmt.Errorf("input schema is no JSON: %w", syntaxError(spec.Input, err))
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(refuse{})
	compiler.UseRegexpEngine(compilePattern)
	if err := compiler.AddResource(location, doc); err != nil {
		return nil, fmt.Errorf("input schema: %w", err)
	}
	schema, err := compiler.Compile(location)
	if err != nil {
		return nil, fmt.Errorf("input schema: %w", plainError(err))
	}
	v := &validator{schema: schema, places: make(map[string]*jsonschema.Schema)}
	v.index(schema)
	return v, nil
}

// refuse loads nothing: a schema comes from a peer, and may not make us read
// files or addresses.
type refuse struct{}

func (refuse) Load(url string) (any, error) {
	return nil, fmt.Errorf("$ref leads out of the schema to %q, which is not followed", url)
}

// plainError takes the made-up location out of the library's text.
func plainError(err error) error {
	if invalid, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok {
		if v, ok := errors.AsType[*jsonschema.ValidationError](invalid.Err); ok {
			leaf := deepest(v)
			return fmt.Errorf("at %q: %s", "/"+strings.Join(leaf.InstanceLocation, "/"), leaf.ErrorKind.LocalizedString(printer()))
		}
	}
	if load, ok := errors.AsType[*jsonschema.LoadURLError](err); ok {
		return load.Err
	}
	return errors.New(strings.ReplaceAll(err.Error(), location, ""))
}

// deepest returns the first leaf of a validation error.
func deepest(err *jsonschema.ValidationError) *jsonschema.ValidationError {
	for len(err.Causes) > 0 {
		err = err.Causes[0]
	}
	return err
}

// syntaxError adds the line to an error of the JSON syntax.
func syntaxError(data []byte, err error) error {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return err
	}
	before := data[:min(int(syntax.Offset), len(data))]
	return fmt.Errorf("line %d: %w", bytes.Count(before, []byte("\n"))+1, err)
}

// beyondGoTable lists what JavaScript's regular expressions have and Go's have
// not: look-around, back-references and Unicode escapes.
var beyondGoTable = []string{`(?=`, `(?!`, `(?<=`, `(?<!`, `\1`, `\2`, `\k<`, `\u`, `\c`}

// compilePattern compiles a "pattern". One that only JavaScript understands is
// not checked: to refuse the tool, or its arguments, would be worse.
func compilePattern(pattern string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(pattern)
	if err == nil {
		return re, nil
	}
	for _, sign := range beyondGoTable {
		if strings.Contains(pattern, sign) {
			return unchecked(pattern), nil
		}
	}
	return nil, err
}

// unchecked is a pattern that matches everything.
type unchecked string

func (u unchecked) String() string          { return string(u) }
func (u unchecked) MatchString(string) bool { return true }

// index remembers each part of the schema by its location, so that a missing
// parameter can be described.
func (v *validator) index(s *jsonschema.Schema) {
	if s == nil || v.places[s.Location] != nil {
		return
	}
	v.places[s.Location] = s
	for _, next := range []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.If, s.Then, s.Else, s.Items2020, s.UnevaluatedProperties, s.UnevaluatedItems, s.Contains} {
		v.index(next)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		for _, next := range list {
			v.index(next)
		}
	}
	for _, next := range s.Properties {
		v.index(next)
	}
	for _, next := range s.PatternProperties {
		v.index(next)
	}
	for _, next := range s.DependentSchemas {
		v.index(next)
	}
	for _, next := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		switch next := next.(type) {
		case *jsonschema.Schema:
			v.index(next)
		case []*jsonschema.Schema:
			for _, item := range next {
				v.index(item)
			}
		}
	}
}
