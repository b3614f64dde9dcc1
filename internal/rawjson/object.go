// Package rawjson reads and changes JSON objects in their own bytes: what is not
// changed keeps its digits, its escapes, its order and its white space.
//
// It works on JSON that is known to be valid.
package rawjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A Member is one member of a JSON object: its name, and its value in its own
// bytes.
type Member struct {
	Name  string
	Value json.RawMessage
	// Start is where the value begins in the object.
	Start int
}

// ErrDuplicate says that an object has two members of one name. Two readers of
// it may disagree on its meaning, so a proxy must not guess.
var ErrDuplicate = errors.New("the object has two members of one name")

// Members returns the members of a JSON object, in order. Names are compared by
// case. The object must be valid JSON.
func Members(object []byte) ([]Member, error) {
	members := make([]Member, 0, 6)
	err := scan(object, func(m Member) error {
		for i := range members {
			if members[i].Name == m.Name {
				return fmt.Errorf("%w: %q", ErrDuplicate, m.Name)
			}
		}
		members = append(members, m)
		return nil
	})
	return members, err
}

// Get returns the value of an object's member, nil where there is none.
func Get(object []byte, name string) json.RawMessage {
	var value json.RawMessage
	err := scan(object, func(m Member) error {
		if m.Name == name {
			value = m.Value
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return value
}

// Set returns a copy of the object with a member set. All other bytes stay as
// they are. What is no object becomes one.
func Set(object []byte, name string, value []byte) []byte {
	at, end, last := -1, 0, 0
	err := scan(object, func(m Member) error {
		if m.Name == name {
			at, end = m.Start, m.Start+len(m.Value)
		}
		last = m.Start + len(m.Value)
		return nil
	})
	if err != nil {
		object, at, last = []byte("{}"), -1, 0
	}
	if at >= 0 {
		return bytes.Join([][]byte{object[:at], value, object[end:]}, nil)
	}
	insert := Quote(name)
	insert = append(insert, ':')
	insert = append(insert, value...)
	if last > 0 {
		insert = append([]byte{','}, insert...)
	} else {
		last = bytes.IndexByte(object, '{') + 1
	}
	return bytes.Join([][]byte{object[:last], insert, object[last:]}, nil)
}

// Append returns a copy of a JSON array with one more element. What is no array
// becomes one.
func Append(array, element []byte) []byte {
	end := bytes.LastIndexByte(array, ']')
	start := bytes.IndexByte(array, '[')
	if start < 0 || end < start || len(bytes.TrimSpace(array[:start])) > 0 {
		return bytes.Join([][]byte{{'['}, element, {']'}}, nil)
	}
	separator := []byte{','}
	if len(bytes.TrimSpace(array[start+1:end])) == 0 {
		separator = nil
	}
	return bytes.Join([][]byte{array[:end], separator, element, array[end:]}, nil)
}

// Quote returns a text as JSON.
func Quote(text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		return []byte(`""`) // a string always marshals
	}
	return quoted
}

var errNoObject = errors.New("must be a JSON object")

// scan calls f with each member of a valid JSON object.
func scan(object []byte, f func(Member) error) error {
	i := space(object, 0)
	if i >= len(object) || object[i] != '{' {
		return errNoObject
	}
	for i = space(object, i+1); i < len(object) && object[i] == '"'; i = space(object, i) {
		end := skip(object, i)
		name, err := Unquote(object[i:end])
		if err != nil {
			return err
		}
		if i = space(object, end); i >= len(object) || object[i] != ':' {
			return errNoObject
		}
		start := space(object, i+1)
		i = skip(object, start)
		if err := f(Member{Name: name, Value: object[start:i:i], Start: start}); err != nil {
			return err
		}
		if i = space(object, i); i < len(object) && object[i] == ',' {
			i++
		}
	}
	if i >= len(object) || object[i] != '}' {
		return errNoObject
	}
	return nil
}

// Unquote returns the text of a JSON string.
func Unquote(quoted []byte) (string, error) {
	if bytes.IndexByte(quoted, '\\') < 0 && len(quoted) >= 2 {
		return string(quoted[1 : len(quoted)-1]), nil
	}
	var text string
	err := json.Unmarshal(quoted, &text)
	return text, err
}

// space returns the first place from i on that is no white space.
func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// skip returns the end of the value that begins at i.
func skip(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = text(b, i) - 1
			if depth == 0 {
				return min(i+1, len(b))
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i // the end of what a bare value stands in
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// text returns the end of the string that begins at i.
func text(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}
