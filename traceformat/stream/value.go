package stream

import (
	"bytes"
	"encoding/json"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Value is one well-formed JSON value in its own bytes. It is walked lazily:
// only what is asked for is decoded. The zero Value is an absent one, and every
// method may be called on it.
type Value []byte

// Parse checks that data holds one JSON value and returns it without the space
// around it.
func Parse(data []byte) (Value, error) {
	data = bytes.TrimSpace(data)
	if err := check(data); err != nil {
		return nil, err
	}
	return data, nil
}

// Kind is the value's first byte: one of { [ " t f n, 0 for every number, and
// the zero byte for an absent value.
func (v Value) Kind() byte {
	switch {
	case len(v) == 0:
		return 0
	case strings.IndexByte(`{["tfn`, v[0]) >= 0:
		return v[0]
	default:
		return '0'
	}
}

// Exists says whether there is a value other than null.
func (v Value) Exists() bool { return len(v) > 0 && v[0] != 'n' }

// Fields yields the fields of an object in order. A key is valid until the next
// one, and compared without cost as string(key).
func (v Value) Fields() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		if v.Kind() != '{' {
			return
		}
		at := space(v, 1)
		for at < len(v) && v[at] == '"' {
			end := skipString(v, at)
			key := v[at+1 : end-1]
			at = space(v, space(v, end)+1)
			end = skip(v, at)
			if bytes.IndexByte(key, '\\') >= 0 {
				key = unquote(nil, key)
			}
			if !yield(key, v[at:end]) {
				return
			}
			at = space(v, space(v, end)+1)
		}
	}
}

// Elements yields the elements of an array in order.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != '[' {
			return
		}
		at := space(v, 1)
		for at < len(v) && v[at] != ']' {
			end := skip(v, at)
			if !yield(v[at:end]) {
				return
			}
			at = space(v, space(v, end)+1)
		}
	}
}

// Get follows a path of keys. It returns an absent value where there is none.
func (v Value) Get(path ...string) Value {
	for _, name := range path {
		v = v.field(name)
	}
	return v
}

func (v Value) field(name string) Value {
	for key, value := range v.Fields() {
		if string(key) == name {
			return value
		}
	}
	return nil
}

// First returns the first of the named fields that exists.
func (v Value) First(names ...string) Value {
	for _, name := range names {
		if value := v.field(name); value.Exists() {
			return value
		}
	}
	return nil
}

// Text is a string's content. Of a value that is no string it is the JSON, and
// of null or an absent value it is "".
func (v Value) Text() string {
	if v.Kind() == '"' && bytes.IndexByte(v, '\\') < 0 {
		return string(v[1 : len(v)-1])
	}
	return string(v.AppendText(nil))
}

// AppendText appends Text to into.
func (v Value) AppendText(into []byte) []byte {
	switch v.Kind() {
	case '"':
		return unquote(slices.Grow(into, len(v)), v[1:len(v)-1])
	case 0, 'n':
		return into
	default:
		return append(into, v...)
	}
}

// Is says whether the value is the given string, without decoding it.
func (v Value) Is(text string) bool {
	if v.Kind() != '"' {
		return false
	}
	body := v[1 : len(v)-1]
	return string(body) == text || (bytes.IndexByte(body, '\\') >= 0 && v.Text() == text)
}

// Raw copies the value's bytes, so that they outlive the record. Of null and of
// an absent value it is nil.
func (v Value) Raw() json.RawMessage {
	if !v.Exists() {
		return nil
	}
	return bytes.Clone(v)
}

// Embedded is the value inside a string that holds JSON, and v itself where it
// is no such string.
func (v Value) Embedded() Value {
	if v.Kind() != '"' {
		return v
	}
	inner, err := Parse(v.AppendText(nil))
	if err != nil {
		return v
	}
	return inner
}

// Bool is the value of true and false; ok is false for anything else.
func (v Value) Bool() (value, ok bool) {
	kind := v.Kind()
	return kind == 't', kind == 't' || kind == 'f'
}

// Float is a number, or a string that holds one, 0 otherwise.
func (v Value) Float() float64 {
	text := []byte(v)
	if v.Kind() == '"' {
		text = v[1 : len(v)-1]
	}
	number, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return 0
	}
	return number
}

// Int is a whole number, or a string that holds one, 0 otherwise. A fraction is
// cut off.
func (v Value) Int() int64 {
	text := []byte(v)
	if v.Kind() == '"' {
		text = v[1 : len(v)-1]
	}
	if number, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return number
	}
	number := v.Float()
	if math.Abs(number) >= 1<<62 {
		return 0
	}
	return int64(number)
}

// timeLayoutsTable is what recorders write. A time without a zone is taken for
// UTC.
var timeLayoutsTable = [...]string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999",
}

// Time is a point in time: text of the common layouts, or a count of seconds,
// milliseconds, microseconds or nanoseconds since 1970, told apart by size. It
// is the zero time where the value is none of these.
func (v Value) Time() time.Time {
	if v.Kind() == '"' {
		text := v.Text()
		for _, layout := range timeLayoutsTable {
			if t, err := time.Parse(layout, text); err == nil {
				return t.UTC()
			}
		}
	}
	return unixTime(v)
}

func unixTime(v Value) time.Time {
	number := v.Float()
	switch {
	case number <= 1e6:
		return time.Time{}
	case number < 1e11:
		whole, part := math.Modf(number)
		return time.Unix(int64(whole), int64(math.Round(part*1e6))*1e3).UTC()
	case number < 1e14:
		return time.UnixMicro(int64(math.Round(number * 1e3))).UTC()
	case number < 1e17:
		return time.UnixMicro(int64(number)).UTC()
	default:
		return time.Unix(0, v.Int()).UTC()
	}
}

// Wrapped returns the first field whose key is listed and whose value is an
// array, as recordings wrap their records.
func (v Value) Wrapped(keys []string) (key string, array Value) {
	for name, value := range v.Fields() {
		if value.Kind() != '[' {
			continue
		}
		for _, wanted := range keys {
			if string(name) == wanted {
				return wanted, value
			}
		}
	}
	return "", nil
}
