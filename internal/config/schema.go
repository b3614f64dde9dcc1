package config

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// object is a JSON object; encoding/json writes its keys in order.
type object map[string]any

// Schema returns the JSON Schema of the policy file, for editors. It is made from
// the very types that [Parse] fills, so the two cannot drift apart.
func Schema() ([]byte, error) {
	schema := schemaOf(reflect.TypeFor[File]())
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = "Sequitur policy file"
	data, err := json.MarshalIndent(schema, "", "  ")
	return append(data, '\n'), err
}

func schemaOf(t reflect.Type) object {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if names := namesOf(t); names != nil {
		return object{"type": "string", "enum": names}
	}
	if t == reflect.TypeFor[time.Duration]() {
		return object{"type": "string", "pattern": `^\+?(0|([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h))+$`}
	}
	switch t.Kind() {
	case reflect.Struct:
		properties := object{}
		for _, f := range fieldsOf(t) {
			properties[f.key] = schemaOf(t.Field(f.index).Type)
		}
		whole := object{"type": "object", "additionalProperties": false, "properties": properties}
		if t == reflect.TypeFor[Value]() {
			return object{"anyOf": []any{object{"type": []string{"string", "number", "boolean"}}, whole}}
		}
		return whole
	case reflect.Map:
		entries := object{"type": "object", "additionalProperties": schemaOf(t.Elem())}
		if names := namesOf(t.Key()); names != nil {
			entries["propertyNames"] = object{"enum": names}
		}
		return entries
	case reflect.Slice:
		return object{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int:
		return object{"type": "integer", "minimum": 0}
	case reflect.Float64:
		return object{"type": "number", "minimum": 0}
	default:
		// The file takes a bare number or truth value for a text.
		return object{"type": []string{"string", "number", "boolean"}}
	}
}

// namesOf returns the names that a type of fixed names has, nil of any other.
func namesOf(t reflect.Type) []string {
	switch t {
	case reflect.TypeFor[fault.Kind]():
		return names[fault.Kind]()
	case reflect.TypeFor[recovery.Jitter]():
		return names[recovery.Jitter]()
	case reflect.TypeFor[tool.Access]():
		return names[tool.Access]()
	case reflect.TypeFor[feedback.Language]():
		return names[feedback.Language]()
	default:
		return nil
	}
}

// names counts the values up until one has the name of another: beyond the last
// there is no new name.
func names[E interface {
	~uint8
	encoding.TextMarshaler
}]() []string {
	var list []string
	for e := E(0); ; e++ {
		text, err := e.MarshalText()
		if err != nil || slices.Contains(list, string(text)) {
			return list
		}
		list = append(list, string(text))
	}
}
