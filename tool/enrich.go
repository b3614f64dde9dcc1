package tool

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Enrichment says how much may be added to a tool's schema. What a model can
// read from the start it need not guess: where the values of a parameter are
// known, most wrong calls never happen.
type Enrichment struct {
	// MaxValues is the longest list that is written into the schema; 0 is 50.
	MaxValues int
	// MaxMeanings bounds the meanings that are added to one description, in
	// bytes; 0 is 2000.
	MaxMeanings int
}

func (e Enrichment) maxValues() int {
	if e.MaxValues > 0 {
		return e.MaxValues
	}
	return 50
}

func (e Enrichment) maxMeanings() int {
	if e.MaxMeanings > 0 {
		return e.MaxMeanings
	}
	return 2000
}

// Input returns the tool's input schema with the known values of its closed
// parameters as enums, and what they mean in the descriptions. Nothing else is
// changed, not even a blank: keys keep their order and numbers their digits. An
// enum of the tool's own is never overwritten, and nothing becomes valid that was
// not.
//
// A schema that cannot be read is returned as it is, and so is one that has all
// that is known already.
func (e Enrichment) Input(spec *Spec) json.RawMessage {
	var edits []edit
	for _, path := range slices.Sorted(maps.Keys(spec.Parameters)) {
		p := spec.Parameters[path]
		if !p.Closed || len(p.Values) == 0 {
			continue
		}
		if at, ok := property(spec.Input, path); ok {
			edits = append(edits, e.parameter(spec.Input, at, p.Values)...)
		}
	}
	return apply(spec.Input, edits)
}

// parameter returns the edits of one parameter's schema.
func (e Enrichment) parameter(schema []byte, at span, values []Value) []edit {
	var edits []edit
	place, ok := enumPlace(schema, at)
	known := values
	switch {
	case place.own != nil:
		known = slices.DeleteFunc(slices.Clone(values), func(v Value) bool { return !slices.Contains(place.own, v.Name) })
	case !ok || len(values) > e.maxValues():
		return nil
	default:
		list, ok := enum(values, place.kind, place.null)
		if !ok {
			return nil
		}
		edits = append(edits, member(schema, place.at, "enum", list))
	}
	if text := meanings(known); text != "" && len(text) <= e.maxMeanings() {
		edits = append(edits, describe(schema, at, text)...)
	}
	if len(edits) == 2 && edits[0].at == edits[1].at && !strings.HasPrefix(edits[1].text, ",") {
		edits[1].text = "," + edits[1].text // both are put into an empty object
	}
	return edits
}

// enum writes the list of values as JSON, or says that it cannot: a value that
// is no value of that type, or not fit to be shown, would leave the list short,
// and a short list forbids what is right.
func enum(values []Value, kind string, null bool) (string, bool) {
	parts := make([]string, 0, len(values)+1)
	for _, v := range values {
		text := v.Name
		switch kind {
		case "string", anyType:
			if !fitToShow(v.Name) || kind == anyType && json.Valid([]byte(v.Name)) {
				return "", false
			}
			text = quote(v.Name)
		case "integer":
			if !json.Valid([]byte(v.Name)) || strings.Trim(v.Name, "-0123456789") != "" {
				return "", false
			}
		default: // number
			if !json.Valid([]byte(v.Name)) || !strings.ContainsRune("-0123456789", rune(v.Name[0])) {
				return "", false
			}
		}
		if !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	if null {
		parts = append(parts, "null")
	}
	return "[" + strings.Join(parts, ",") + "]", true
}

// maxShown is the longest value that is shown, in bytes.
const maxShown = 200

func fitToShow(name string) bool {
	return name != "" && len(name) <= maxShown && utf8.ValidString(name) && !strings.ContainsFunc(name, hidden)
}

// meanings says what the values mean, "" where nothing is known.
func meanings(values []Value) string {
	var parts []string
	for _, v := range values {
		if meaning := plainText(v.Meaning); meaning != "" && fitToShow(v.Name) {
			parts = append(parts, v.Name+": "+strings.TrimRight(meaning, ".;"))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// plainText returns a text on one line, without characters that cannot be seen.
func plainText(s string) string {
	s = strings.Map(func(r rune) rune {
		if hidden(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.Fields(s), " ")
}

func hidden(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

// describe adds a text to the description of a schema, unless it stands there.
func describe(schema []byte, at span, text string) []edit {
	members, ok := readMembers(schema, at)
	if !ok {
		return nil
	}
	old, ok := find(members, "description")
	if !ok {
		return []edit{member(schema, at, "description", quote(text))}
	}
	var said string
	if json.Unmarshal(schema[old.from:old.to], &said) != nil || strings.Contains(said, text) {
		return nil
	}
	if said != "" && !strings.HasSuffix(said, " ") {
		text = " " + text
	}
	inside := quote(text)
	return []edit{{at: old.to - 1, text: inside[1 : len(inside)-1]}}
}

// quote writes a text as JSON, without the escapes that only HTML needs.
func quote(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) //nolint:errchkjson // a string is always JSON
	return strings.TrimSuffix(b.String(), "\n")
}
