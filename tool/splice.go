package tool

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// A span is where a JSON value stands in a text.
type span struct{ from, to int }

// An edit puts a text into another one.
type edit struct {
	at   int
	text string
}

// apply makes edits. Where there are none, the text is the same memory.
func apply(text []byte, edits []edit) json.RawMessage {
	if len(edits) == 0 {
		return text
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(append(out, text[last:e.at]...), e.text...)
		last = e.at
	}
	return append(out, text[last:]...)
}

// namedSpan is one member of an object.
type namedSpan struct {
	name string
	span
}

func find(members []namedSpan, name string) (span, bool) {
	i := slices.IndexFunc(members, func(m namedSpan) bool { return m.name == name })
	if i < 0 {
		return span{}, false
	}
	return members[i].span, true
}

// readMembers returns the members of an object. Anything else, and an object
// that has a key twice, is not read.
func readMembers(text []byte, at span) ([]namedSpan, bool) {
	decoder := json.NewDecoder(bytes.NewReader(text[at.from:at.to]))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return nil, false
	}
	var members []namedSpan
	for decoder.More() {
		name, err := decoder.Token()
		key, ok := name.(string)
		if _, twice := find(members, key); err != nil || !ok || twice {
			return nil, false
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil, false
		}
		to := at.from + int(decoder.InputOffset())
		members = append(members, namedSpan{key, span{to - len(value), to}})
	}
	_, err := decoder.Token()
	return members, err == nil
}

// elements returns the elements of an array.
func elements(text []byte, at span) []span {
	decoder := json.NewDecoder(bytes.NewReader(text[at.from:at.to]))
	if first, err := decoder.Token(); err != nil || first != json.Delim('[') {
		return nil
	}
	var spans []span
	for decoder.More() {
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil
		}
		to := at.from + int(decoder.InputOffset())
		spans = append(spans, span{to - len(value), to})
	}
	return spans
}

// member adds a member at the end of an object.
func member(text []byte, at span, name, value string) edit {
	end := at.to - 1
	text = bytes.TrimRight(text[:end], " \t\r\n")
	comma := ","
	if text[len(text)-1] == '{' {
		comma = ""
	}
	return edit{at: len(text), text: comma + quote(name) + ":" + value}
}

// property finds the schema of a parameter by its path.
func property(schema []byte, path string) (span, bool) {
	if !json.Valid(schema) {
		return span{}, false
	}
	at := span{0, len(schema)}
	for name := range strings.SplitSeq(path, ".") {
		members, ok := readMembers(schema, at)
		if !ok {
			return span{}, false
		}
		if at, ok = find(members, "properties"); !ok {
			return span{}, false
		}
		if members, ok = readMembers(schema, at); !ok {
			return span{}, false
		}
		if at, ok = find(members, name); !ok {
			return span{}, false
		}
	}
	return at, true
}

// A place is where an enum belongs in a parameter's schema.
type place struct {
	at   span
	kind string   // the type of the values
	own  []string // the values of an enum that stands there already
	null bool     // null is valid there, too
}

// enumPlace finds the part of a parameter's schema that holds its values, and
// their type. There may be no such part, or it is not clear which. The values of a
// list are its items'; of two choices, one of which is null, it is the other.
func enumPlace(schema []byte, at span) (place, bool) {
	members, ok := readMembers(schema, at)
	if !ok {
		return place{}, false
	}
	text := func(name string) string {
		s, _ := find(members, name)
		return string(schema[s.from:s.to])
	}
	if _, fixed := find(members, "const"); fixed {
		return place{own: []string{}}, false
	}
	if own, has := find(members, "enum"); has {
		return place{own: enumNames(schema, own)}, false
	}
	for _, keyword := range [...]string{"$ref", "$dynamicRef", "allOf", "if", "not"} {
		if _, has := find(members, keyword); has {
			return place{}, false // it may hold an enum of its own
		}
	}
	for _, choice := range [...]string{"anyOf", "oneOf"} {
		if choices, has := find(members, choice); has {
			return choicePlace(schema, choices)
		}
	}
	kinds := types(text("type"))
	null := slices.Contains(kinds, "null") || text("nullable") == "true"
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "null" })
	if len(kinds) != 1 {
		return place{}, false
	}
	switch kinds[0] {
	case "string", "integer", "number", anyType:
		return place{at: at, kind: kinds[0], null: null}, true
	case "array":
		if items, has := find(members, "items"); has {
			return enumPlace(schema, items)
		}
	}
	return place{}, false
}

// choicePlace finds the place in the one of several choices that is not null.
func choicePlace(schema []byte, choices span) (place, bool) {
	var found place
	plain := false
	for _, at := range elements(schema, choices) {
		p, ok := enumPlace(schema, at)
		switch {
		case p.own != nil:
			return p, false
		case ok && plain, !ok && !isNull(schema, at):
			return place{}, false
		case ok:
			found, plain = p, true
		}
	}
	return found, plain
}

func isNull(schema []byte, at span) bool {
	members, _ := readMembers(schema, at)
	kind, _ := find(members, "type")
	return string(schema[kind.from:kind.to]) == `"null"`
}

// anyType is the type of a parameter that has none. Its values are taken for
// text where they can be nothing else.
const anyType = ""

// types reads the "type" of a schema: one, or a list.
func types(raw string) []string {
	if raw == "" {
		return []string{anyType}
	}
	var one string
	if json.Unmarshal([]byte(raw), &one) == nil {
		return []string{one}
	}
	var list []string
	if json.Unmarshal([]byte(raw), &list) != nil {
		return nil
	}
	return list
}

// enumNames returns the values of an enum as a model would write them.
func enumNames(schema []byte, at span) []string {
	names := []string{}
	for _, e := range elements(schema, at) {
		var text string
		if json.Unmarshal(schema[e.from:e.to], &text) != nil {
			text = string(schema[e.from:e.to])
		}
		names = append(names, text)
	}
	return names
}
