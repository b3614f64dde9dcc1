package recovery

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Fingerprint returns a short name of a call's arguments that is the same for
// the same JSON however it is spelt: the order of keys, white space and escapes
// do not count. Numbers count as they are written, so that no digit is lost. No
// arguments are the empty object. What is no JSON, or names a key twice, counts
// byte by byte.
func Fingerprint(args json.RawMessage) string {
	normal, ok := normalise(args)
	if !ok {
		normal = append([]byte("text:"), args...)
	}
	sum := sha256.Sum256(normal)
	return hex.EncodeToString(sum[:16])
}

// normalise returns one spelling for all JSON texts of the same value. It is no
// JSON itself: strings stand decoded, behind their length.
func normalise(args json.RawMessage) ([]byte, bool) {
	args = bytes.TrimSpace(args)
	if len(args) == 0 || string(args) == "null" {
		return []byte("{}"), true
	}
	// Decoding would make different broken bytes equal.
	if !utf8.Valid(args) || !json.Valid(args) {
		return nil, false
	}
	r := reader{rest: args}
	return r.value(make([]byte, 0, len(args)+16), 0)
}

// deepest is how deeply arguments may be nested to be understood.
const deepest = 200

// reader goes through JSON that is known to be valid.
type reader struct{ rest []byte }

// next returns the first byte after white space, without taking it.
func (r *reader) next() byte {
	r.rest = bytes.TrimLeft(r.rest, " \t\r\n")
	return r.rest[0]
}

// skip takes white space, and the byte after it.
func (r *reader) skip() {
	r.next()
	r.rest = r.rest[1:]
}

// value takes one value and appends its normal spelling.
func (r *reader) value(out []byte, depth int) ([]byte, bool) {
	if depth > deepest {
		return nil, false
	}
	switch r.next() {
	case '{':
		return r.object(out, depth)
	case '[':
		return r.array(out, depth)
	case '"':
		return appendString(out, r.text()), true
	}
	end := bytes.IndexAny(r.rest, ",]} \t\r\n")
	if end < 0 {
		end = len(r.rest)
	}
	out = append(out, r.rest[:end]...)
	r.rest = r.rest[end:]
	return out, true
}

// member is one member of an object, its value in normal spelling.
type member struct {
	key   string
	value []byte
}

// object takes an object. It fails on a key that stands twice: readers differ
// in which one they take.
func (r *reader) object(out []byte, depth int) ([]byte, bool) {
	var members []member
	for r.skip(); r.next() != '}'; {
		key := r.text()
		r.skip() // the colon
		value, ok := r.value(nil, depth+1)
		if !ok {
			return nil, false
		}
		members = append(members, member{key, value})
		if r.next() == ',' {
			r.skip()
		}
	}
	r.skip()
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.key, b.key) })
	out = append(out, '{')
	for i, m := range members {
		if i > 0 && members[i-1].key == m.key {
			return nil, false
		}
		out = append(appendString(out, m.key), m.value...)
		out = append(out, ',')
	}
	return append(out, '}'), true
}

func (r *reader) array(out []byte, depth int) ([]byte, bool) {
	out = append(out, '[')
	for r.skip(); r.next() != ']'; {
		var ok bool
		if out, ok = r.value(out, depth+1); !ok {
			return nil, false
		}
		out = append(out, ',')
		if r.next() == ',' {
			r.skip()
		}
	}
	r.skip()
	return append(out, ']'), true
}

// text takes a string, and returns what it says.
func (r *reader) text() string {
	r.next()
	end := 1
	escaped := false
	for r.rest[end] != '"' {
		if r.rest[end] == '\\' {
			escaped = true
			end++
		}
		end++
	}
	quoted := r.rest[:end+1]
	r.rest = r.rest[end+1:]
	if !escaped {
		return string(quoted[1:end])
	}
	var said string
	if json.Unmarshal(quoted, &said) != nil {
		return string(quoted) // cannot be: the whole is valid
	}
	return said
}

// appendString appends a string behind its length, so that none can pass for
// anything else.
func appendString(out []byte, text string) []byte {
	out = append(out, '"')
	out = strconv.AppendInt(out, int64(len(text)), 10)
	return append(append(out, ':'), text...)
}

// stateKey names one entry of a store: the parts are hashed with their lengths,
// so that no part can pass for another, and so that no store shows what they say.
func stateKey(prefix string, parts ...string) string {
	var text []byte
	for _, part := range parts {
		text = appendString(text, part)
	}
	sum := sha256.Sum256(text)
	return prefix + hex.EncodeToString(sum[:16])
}
