package jsonschema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sequitur-go/sequitur/tool"
)

// maxViolations bounds what is reported of one call.
const maxViolations = 32

// validator checks arguments against one compiled schema; a nil schema accepts
// everything.
type validator struct {
	schema *jsonschema.Schema
	places map[string]*jsonschema.Schema // by location
}

// Validate implements [tool.Validator]. Absent arguments and null count as an
// object without members, so that each missing parameter is named.
func (v *validator) Validate(args json.RawMessage) []tool.Violation {
	if v.schema == nil {
		return nil
	}
	doc, err := decode(args)
	if err != nil {
		return []tool.Violation{{Rule: tool.RuleType, Given: quote(string(args)), Want: "a JSON object"}}
	}
	if path, number, ok := monstrous(doc, ""); ok {
		return []tool.Violation{{Path: path, Rule: tool.RuleRange, Given: json.RawMessage(number), Want: "a number of ordinary size"}}
	}
	err = v.schema.Validate(doc)
	if err == nil {
		return nil
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return []tool.Violation{{Want: "arguments that the schema can be applied to"}}
	}
	found := (&reading{places: v.places, doc: doc}).violations(invalid)
	slices.SortStableFunc(found, func(a, b tool.Violation) int { return cmp.Compare(a.Path, b.Path) })
	found = slices.CompactFunc(found, func(a, b tool.Violation) bool { return a.Path == b.Path && a.Rule == b.Rule && a.Want == b.Want })
	return found[:min(len(found), maxViolations)]
}

func decode(args json.RawMessage) (any, error) {
	args = bytes.TrimSpace(args)
	if len(args) == 0 || string(args) == "null" {
		return map[string]any{}, nil
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(args))
}

// maxExponent bounds numbers: the schema library calculates with all digits of
// a number, and 1e999999999 has many.
const (
	maxExponent = 400
	maxDigits   = 1000
)

// monstrous finds a number that nobody can calculate with.
func monstrous(value any, path string) (where, number string, found bool) {
	switch value := value.(type) {
	case json.Number:
		text := value.String()
		_, exponent, scaled := strings.Cut(strings.ToLower(text), "e")
		e, err := strconv.Atoi(exponent)
		if len(text) > maxDigits || (scaled && (err != nil || e > maxExponent || e < -maxExponent)) {
			return path, text, true
		}
	case map[string]any:
		for name, member := range value {
			if where, number, found = monstrous(member, join(path, name)); found {
				return where, number, true
			}
		}
	case []any:
		for i, item := range value {
			if where, number, found = monstrous(item, element(path, i)); found {
				return where, number, true
			}
		}
	}
	return "", "", false
}

// join appends a member's name to a path, and element an index.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func element(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// maxGiven bounds a quoted value.
const maxGiven = 4 << 10

// quote returns a text as JSON.
func quote(text string) json.RawMessage {
	return encode(strings.ToValidUTF8(text[:min(len(text), maxGiven)], ""))
}

// encode returns a decoded value as JSON; numbers keep their digits.
func encode(value any) json.RawMessage {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil // decoded JSON can be encoded again
	}
	return bytes.TrimSpace(out.Bytes())
}
