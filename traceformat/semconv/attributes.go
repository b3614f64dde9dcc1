package semconv

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// Attributes are a span's attributes in their plain JSON form.
type Attributes map[string]stream.Value

// First returns the first of the named attributes that exists.
func (a Attributes) First(names ...string) stream.Value {
	for _, name := range names {
		if v := a[name]; v.Exists() {
			return v
		}
	}
	return nil
}

// Text is the text of the first of the named attributes that has one.
func (a Attributes) Text(names ...string) string {
	for _, name := range names {
		if text := a[name].Text(); text != "" {
			return text
		}
	}
	return ""
}

// Plain reads attributes that are an object.
func Plain(v stream.Value) Attributes {
	a := Attributes{}
	for key, value := range v.Fields() {
		a[string(key)] = value
	}
	return a
}

// Deep reads attributes that are an object of objects, as Phoenix exports them:
// besides each value, what is inside it is found by its dotted key.
func Deep(v stream.Value) Attributes {
	a := Attributes{}
	a.deepen("", v, 0)
	return a
}

// maxDeep is how deep dotted keys reach: to the name of a function in a call in
// a message.
const maxDeep = 10

func (a Attributes) deepen(prefix string, v stream.Value, depth int) {
	if depth > maxDeep {
		return
	}
	for key, value := range v.Fields() {
		name := prefix + string(key)
		a[name] = value
		a.deepen(name+".", value, depth+1)
	}
	n := 0
	for value := range v.Elements() {
		name := prefix + strconv.Itoa(n)
		a[name] = value
		a.deepen(name+".", value, depth+1)
		n++
	}
}

// OTLP reads attributes that are a list of keys and typed values, or an object.
func OTLP(v stream.Value) Attributes {
	if v.Kind() == '{' {
		return Plain(v)
	}
	a := Attributes{}
	for pair := range v.Elements() {
		a[pair.Get("key").Text()] = Any(pair.Get("value"))
	}
	return a
}

// Any is the plain JSON of a typed value.
func Any(v stream.Value) stream.Value {
	var b strings.Builder
	if simple, ok := scalar(v); ok {
		return simple
	}
	writeAny(&b, v, 0)
	return stream.Value(b.String())
}

// scalar returns a typed value that needs no change.
func scalar(v stream.Value) (stream.Value, bool) {
	for key, value := range v.Fields() {
		switch string(key) {
		case "stringValue", "string_value", "boolValue", "bool_value", "doubleValue", "double_value", "bytesValue", "bytes_value":
			return value, true
		case "intValue", "int_value":
			if value.Kind() == '"' {
				return stream.Value(strconv.FormatInt(value.Int(), 10)), true
			}
			return value, true
		}
	}
	return nil, false
}

// maxNesting bounds how deep a typed value is followed.
const maxNesting = 64

func writeAny(b *strings.Builder, v stream.Value, depth int) {
	if simple, ok := scalar(v); ok {
		b.Write(simple)
		return
	}
	list := v.First("arrayValue", "array_value")
	pairs := v.First("kvlistValue", "kvlist_value")
	switch {
	case depth > maxNesting:
		b.WriteString("null")
	case list.Exists():
		b.WriteByte('[')
		n := 0
		for element := range list.Get("values").Elements() {
			comma(b, &n)
			writeAny(b, element, depth+1)
		}
		b.WriteByte(']')
	case pairs.Exists():
		b.WriteByte('{')
		n := 0
		for pair := range pairs.Get("values").Elements() {
			comma(b, &n)
			b.Write(quoted(pair.Get("key").Text()))
			b.WriteByte(':')
			writeAny(b, pair.Get("value"), depth+1)
		}
		b.WriteByte('}')
	default:
		b.WriteString("null")
	}
}

func comma(b *strings.Builder, n *int) {
	if *n > 0 {
		b.WriteByte(',')
	}
	*n++
}

// quoted is a string as JSON.
func quoted(text string) []byte {
	data, _ := json.Marshal(text) //nolint:errchkjson // a string can always be written
	return data
}

// node is a value, or a level of dotted keys.
type node struct {
	value stream.Value
	kids  map[string]*node
}

// Nested puts together what attributes with dotted keys spell out behind a
// prefix: "p.0.message.role" is the role in the message in the first element of
// p. It is absent where there is no such attribute.
func (a Attributes) Nested(prefix string) stream.Value {
	root := &node{}
	for key, value := range a {
		rest, ok := strings.CutPrefix(key, prefix+".")
		if !ok {
			continue
		}
		at := root
		for step := range strings.SplitSeq(rest, ".") {
			if at.kids == nil {
				at.kids = map[string]*node{}
			}
			if at.kids[step] == nil {
				at.kids[step] = &node{}
			}
			at = at.kids[step]
		}
		at.value = value
	}
	if root.kids == nil {
		return nil
	}
	var b strings.Builder
	root.write(&b, 0)
	return stream.Value(b.String())
}

func (n *node) write(b *strings.Builder, depth int) {
	if len(n.kids) == 0 || depth > maxNesting {
		if len(n.value) == 0 {
			b.WriteString("null")
			return
		}
		b.Write(n.value)
		return
	}
	keys, list := n.keys()
	left, right := byte('{'), byte('}')
	if list {
		left, right = '[', ']'
	}
	b.WriteByte(left)
	written := 0
	for _, key := range keys {
		comma(b, &written)
		if !list {
			b.Write(quoted(key))
			b.WriteByte(':')
		}
		n.kids[key].write(b, depth+1)
	}
	b.WriteByte(right)
}

// keys are the keys of a level in order; list says that all are numbers.
func (n *node) keys() (keys []string, list bool) {
	list = true
	for key := range n.kids {
		if _, err := strconv.ParseUint(key, 10, 31); err != nil {
			list = false
		}
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if list && len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return keys, list
}
