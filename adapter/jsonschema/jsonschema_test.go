package jsonschema_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/adapter/jsonschema"
	"github.com/sequitur-go/sequitur/tool"
)

const orderSchema = `{
  "type": "object", "additionalProperties": false, "required": ["order_id", "status"],
  "properties": {
    "order_id": {"type": "string", "minLength": 1, "maxLength": 8, "pattern": "^A-"},
    "status": {"enum": ["open", "paid"]},
    "limit": {"type": "integer", "minimum": 1, "maximum": 100},
    "ratio": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5, "multipleOf": 0.05},
    "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2, "uniqueItems": true},
    "filter": {"type": "object", "required": ["since"], "properties": {"since": {"type": "string"}, "state": {"$ref": "#/$defs/state"}}},
    "items": {"type": "array", "items": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}},
    "target": {"oneOf": [
      {"type": "object", "required": ["kind", "address"], "properties": {"kind": {"const": "email"}, "address": {"type": "string"}}},
      {"type": "object", "required": ["kind", "number"], "properties": {"kind": {"const": "sms"}, "number": {"type": "string"}}}]},
    "page": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    "note": {"anyOf": [{"type": "null"}, {"type": "string", "maxLength": 3}]},
    "colour": {"anyOf": [{"const": "red"}, {"const": "blue"}]},
    "fixed": {"const": 7}
  },
  "$defs": {"state": {"type": "string", "enum": ["on", "off"]}}
}`

func validator(t *testing.T, schema string) tool.Validator {
	t.Helper()
	v, err := jsonschema.New(tool.Spec{Name: "t", Input: json.RawMessage(schema)})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestValidate(t *testing.T) {
	t.Parallel()
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	const good = `"order_id":"A-1","status":"open"`
	missing := []tool.Violation{
		{Path: "order_id", Rule: tool.RuleMissing, Want: "string"},
		{Path: "status", Rule: tool.RuleMissing, Allowed: []string{"open", "paid"}},
	}
	tests := []struct {
		name string
		args string
		want []tool.Violation
	}{
		{"fits", `{` + good + `,"limit":100,"ratio":0.05,"tags":["a"],"page":"x","note":null,"colour":"red","fixed":7.0}`, nil},
		{"absent", "", missing},
		{"null", " null ", missing},
		{"empty object", "{}", missing},
		{"text", `"{}"`, []tool.Violation{{Rule: tool.RuleType, Given: raw(`"{}"`), Want: "object"}}},
		{"list", `[]`, []tool.Violation{{Rule: tool.RuleType, Given: raw(`[]`), Want: "object"}}},
		{"broken", `{"order_id": "A`, []tool.Violation{{Rule: tool.RuleType, Given: raw(`"{\"order_id\": \"A"`), Want: "a JSON object"}}},
		{"null value", `{"order_id":null,"status":"open"}`, []tool.Violation{{Path: "order_id", Rule: tool.RuleNull, Given: raw("null"), Want: "string"}}},
		{"empty text", `{"order_id":"","status":"open"}`, []tool.Violation{
			{Path: "order_id", Rule: tool.RuleMissing, Given: raw(`""`), Want: "at least 1 character"},
			{Path: "order_id", Rule: tool.RuleMissing, Given: raw(`""`), Want: "a text that matches ^A-"},
		}},
		{"wrong type", `{"order_id":12345678901234567890.10,"status":"open"}`, []tool.Violation{{Path: "order_id", Rule: tool.RuleType, Given: raw("12345678901234567890.10"), Want: "string"}}},
		{"number as text", `{` + good + `,"limit":"10"}`, []tool.Violation{{Path: "limit", Rule: tool.RuleType, Given: raw(`"10"`), Want: "integer"}}},
		{"fraction for integer", `{` + good + `,"limit":1.5}`, []tool.Violation{{Path: "limit", Rule: tool.RuleType, Given: raw(`1.5`), Want: "integer"}}},
		{"enum", `{"order_id":"A-1","status":"<done>"}`, []tool.Violation{{Path: "status", Rule: tool.RuleEnum, Given: raw(`"<done>"`), Allowed: []string{"open", "paid"}}}},
		{"enum behind a reference", `{` + good + `,"filter":{"since":"x","state":"up"}}`, []tool.Violation{{Path: "filter.state", Rule: tool.RuleEnum, Given: raw(`"up"`), Allowed: []string{"on", "off"}}}},
		{"const", `{` + good + `,"fixed":8}`, []tool.Violation{{Path: "fixed", Rule: tool.RuleEnum, Given: raw(`8`), Allowed: []string{"7"}}}},
		{"too large", `{` + good + `,"limit":101}`, []tool.Violation{{Path: "limit", Rule: tool.RuleRange, Given: raw(`101`), Want: "at most 100"}}},
		{"too small", `{` + good + `,"limit":0}`, []tool.Violation{{Path: "limit", Rule: tool.RuleRange, Given: raw(`0`), Want: "at least 1"}}},
		{"exclusive", `{` + good + `,"ratio":0.5}`, []tool.Violation{{Path: "ratio", Rule: tool.RuleRange, Given: raw(`0.5`), Want: "less than 0.5"}}},
		{"multiple", `{` + good + `,"ratio":0.07}`, []tool.Violation{{Path: "ratio", Rule: tool.RuleRange, Given: raw(`0.07`), Want: "a multiple of 0.05"}}},
		{"too long", `{"order_id":"A-1234567","status":"open"}`, []tool.Violation{{Path: "order_id", Rule: tool.RuleRange, Given: raw(`"A-1234567"`), Want: "at most 8 characters"}}},
		{"pattern", `{"order_id":"B-1","status":"open"}`, []tool.Violation{{Path: "order_id", Rule: tool.RuleRange, Given: raw(`"B-1"`), Want: "a text that matches ^A-"}}},
		{"too few items", `{` + good + `,"tags":[]}`, []tool.Violation{{Path: "tags", Rule: tool.RuleRange, Given: raw(`[]`), Want: "at least 1 item"}}},
		{"equal items", `{` + good + `,"tags":["a","a"]}`, []tool.Violation{{Path: "tags", Rule: tool.RuleRange, Given: raw(`["a","a"]`), Want: "items that differ"}}},
		{"type of an item", `{` + good + `,"tags":["a",1]}`, []tool.Violation{{Path: "tags[1]", Rule: tool.RuleType, Given: raw(`1`), Want: "string"}}},
		{"unknown parameter", `{` + good + `,"colur":"red"}`, []tool.Violation{{
			Path: "colur", Rule: tool.RuleUnknown, Given: raw(`"red"`),
			Want: "one of the parameters colour, filter, fixed, items, limit, note, order_id, page, ratio, status, tags, target",
		}}},
		{"missing in an object", `{` + good + `,"filter":{}}`, []tool.Violation{{Path: "filter.since", Rule: tool.RuleMissing, Want: "string"}}},
		{"missing in an item", `{` + good + `,"items":[{"id":1},{}]}`, []tool.Violation{{Path: "items[1].id", Rule: tool.RuleMissing, Want: "integer"}}},
		{"none of two types", `{` + good + `,"page":true}`, []tool.Violation{{Path: "page", Rule: tool.RuleType, Given: raw(`true`), Want: "integer or string"}}},
		{"null for two types", `{` + good + `,"page":null}`, []tool.Violation{{Path: "page", Rule: tool.RuleNull, Given: raw(`null`), Want: "integer or string"}}},
		{"the nearer alternative", `{` + good + `,"note":"long"}`, []tool.Violation{{Path: "note", Rule: tool.RuleRange, Given: raw(`"long"`), Want: "at most 3 characters"}}},
		{"none of the constants", `{` + good + `,"colour":"green"}`, []tool.Violation{{Path: "colour", Rule: tool.RuleEnum, Given: raw(`"green"`), Allowed: []string{"red", "blue"}}}},
		{"alternative told by its constant", `{` + good + `,"target":{"kind":"sms"}}`, []tool.Violation{{Path: "target.number", Rule: tool.RuleMissing, Want: "string"}}},
		{"alternative told by its constant, wrong type", `{` + good + `,"target":{"kind":"email","address":5}}`, []tool.Violation{{Path: "target.address", Rule: tool.RuleType, Given: raw(`5`), Want: "string"}}},
		{"several at once", `{"status":"x","limit":0,"zz":1}`, []tool.Violation{
			{Path: "limit", Rule: tool.RuleRange, Given: raw(`0`), Want: "at least 1"},
			{Path: "order_id", Rule: tool.RuleMissing, Want: "string"},
			{Path: "status", Rule: tool.RuleEnum, Given: raw(`"x"`), Allowed: []string{"open", "paid"}},
			{Path: "zz", Rule: tool.RuleUnknown, Given: raw(`1`), Want: "one of the parameters colour, filter, fixed, items, limit, note, order_id, page, ratio, status, tags, target"},
		}},
		{"monstrous number", `{` + good + `,"items":[{"id":1e999999999}]}`, []tool.Violation{{Path: "items[0].id", Rule: tool.RuleRange, Given: raw(`1e999999999`), Want: "a number of ordinary size"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v := validator(t, orderSchema)
			if diff := cmp.Diff(test.want, v.Validate(json.RawMessage(test.args))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMoreSchemas(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, schema, args string
		want               []tool.Violation
	}{
		{"no schema", ``, `{"a":1}`, nil},
		{"no schema, no JSON", ``, `{`, nil},
		{
			"one of several must be there", `{"anyOf":[{"required":["id"]},{"required":["name"]}]}`, `{}`,
			[]tool.Violation{{Path: "id", Rule: tool.RuleMissing, Want: "one of id, name"}},
		},
		{
			"both of exclusive ones", `{"oneOf":[{"required":["id"]},{"required":["name"]}]}`, `{"id":1,"name":2}`,
			[]tool.Violation{{Given: json.RawMessage(`{"id":1,"name":2}`), Want: "exactly one of the alternatives, not several"}},
		},
		{
			"all of", `{"allOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`,
			[]tool.Violation{{Path: "a", Rule: tool.RuleMissing}, {Path: "b", Rule: tool.RuleMissing}},
		},
		{
			"depends on", `{"dependentRequired":{"a":["b"]},"properties":{"b":{"type":["string","null"]}}}`, `{"a":1}`,
			[]tool.Violation{{Path: "b", Rule: tool.RuleMissing, Want: "null or string"}},
		},
		{
			"draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#/definitions/n"}},"definitions":{"n":{"type":"integer"}},"required":["a"]}`, `{}`,
			[]tool.Violation{{Path: "a", Rule: tool.RuleMissing, Want: "integer"}},
		},
		{
			"unevaluated", `{"properties":{"a":true},"unevaluatedProperties":false}`, `{"b":1}`,
			[]tool.Violation{{Path: "b", Rule: tool.RuleUnknown, Given: json.RawMessage("1")}},
		},
		{"pattern of another language", `{"properties":{"a":{"pattern":"^(?!x)\\w+$"}}}`, `{"a":"x"}`, nil},
		{"large integer keeps its digits", `{"properties":{"a":{"maximum":9007199254740992}}}`, `{"a":9007199254740993}`, []tool.Violation{
			{Path: "a", Rule: tool.RuleRange, Given: json.RawMessage("9007199254740993"), Want: "at most 9007199254740992"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, validator(t, test.schema).Validate(json.RawMessage(test.args))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestManyViolationsAreBounded(t *testing.T) {
	t.Parallel()
	v := validator(t, `{"properties":{"a":{"items":{"type":"string"}}}}`)
	if n := len(v.Validate(json.RawMessage(`{"a":[` + strings.Repeat("1,", 999) + `1]}`))); n != 32 {
		t.Errorf("got %d violations, want 32", n)
	}
}

func TestBadSchema(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(file, []byte(`{"type":"integer"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, schema, want string }{
		{"no JSON", "{\n\"type\": object}", "line 2"},
		{"unknown type", `{"properties":{"a":{"type":"strin"}}}`, `at "/properties/a/type"`},
		{"required is no list", `{"properties":{"a":{"required":true}}}`, `at "/properties/a/required"`},
		{"broken pattern", `{"properties":{"a":{"pattern":"("}}}`, `at "/properties/a/pattern"`},
		{"reference to nowhere", `{"$ref":"#/$defs/none"}`, "none"},
		{"reference over the network", `{"$ref":"https://example.com/schema.json"}`, "not followed"},
		{"reference into a file", `{"$ref":"file://` + file + `"}`, "not followed"},
		{"meta schema elsewhere", `{"$schema":"https://example.com/draft"}`, "not followed"},
		{"unusable", `[1]`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := jsonschema.New(tool.Spec{Input: json.RawMessage(test.schema)})
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "schema:///") {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	v := validator(t, orderSchema)
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for range 50 {
				if len(v.Validate(json.RawMessage(`{"order_id":1}`))) != 2 {
					t.Error("want two violations")
				}
			}
		})
	}
}

func FuzzValidate(f *testing.F) {
	f.Add(`{"order_id":"A-1","status":"open","target":{"kind":"sms"},"items":[{}]}`)
	f.Add(`[1e9999,null]`)
	v, err := jsonschema.New(tool.Spec{Input: json.RawMessage(orderSchema)})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, args string) {
		for _, violation := range v.Validate(json.RawMessage(args)) {
			if violation.Given != nil && !json.Valid(violation.Given) {
				t.Errorf("%q is no JSON", violation.Given)
			}
		}
	})
}

func BenchmarkValidate(b *testing.B) {
	v, err := jsonschema.New(tool.Spec{Input: json.RawMessage(orderSchema)})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		v.Validate(json.RawMessage(`{"order_id":"A-1","status":"open","limit":10}`))
	}
}

func ExampleNew() {
	v, err := jsonschema.New(tool.Spec{Name: "list_orders", Input: json.RawMessage(`{
		"type": "object",
		"required": ["customer"],
		"properties": {
			"customer": {"type": "string"},
			"limit":    {"type": "integer", "maximum": 100},
			"status":   {"enum": ["open", "paid"]}
		}
	}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, violation := range v.Validate(json.RawMessage(`{"limit": 500, "status": "done"}`)) {
		fmt.Println(violation.Path, violation.Rule, violation.Want, violation.Allowed)
	}
	// Output:
	// customer missing string []
	// limit range at most 100 []
	// status enum  [open paid]
}
