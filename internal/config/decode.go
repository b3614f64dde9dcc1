package config

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// decoder fills Go values from a syntax tree. The YAML library's own decoder
// stops at the first mistake; this one goes on, and keeps each with its place.
type decoder struct {
	file     string
	problems Problems
	at       map[string]ast.Node // every value by its path
}

func (d *decoder) problem(n ast.Node, path, hint, format string, args ...any) {
	p := Problem{File: d.file, Path: path, Text: fmt.Sprintf(format, args...), Hint: hint}
	if n != nil && n.GetToken() != nil && n.GetToken().Position != nil {
		p.Line, p.Column = n.GetToken().Position.Line, n.GetToken().Position.Column
	}
	d.problems = append(d.problems, p)
}

// decode sets v from n. A value of null keeps what v has.
func (d *decoder) decode(n ast.Node, v reflect.Value, path string) {
	d.at[path] = n
	switch n.(type) {
	case *ast.NullNode:
		return
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		d.problem(n, path, "write the value out", "must be a plain value, got an anchor, an alias or a tag")
		return
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.decode(n, v.Elem(), path)
		return
	}
	if _, isScalar := n.(ast.ScalarNode); isScalar && v.Type() == reflect.TypeFor[Value]() {
		v = v.FieldByName("Name") // a bare name stands for the mapping
	}
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d.duration(n, v, path)
		return
	}
	if _, ok := reflect.TypeAssert[encoding.TextUnmarshaler](v.Addr()); ok {
		d.text(n, v, path)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v, path)
	case reflect.Map:
		d.mapping(n, v, path)
	case reflect.Slice:
		d.list(n, v, path)
	default:
		d.scalar(n, v, path)
	}
}

// pairs returns the entries of a mapping.
func (d *decoder) pairs(n ast.Node, path string) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	d.problem(n, path, "", "must be a mapping, got %s", shown(n))
	return nil
}

func (d *decoder) structure(n ast.Node, v reflect.Value, path string) {
	fields := fieldsOf(v.Type())
	for _, pair := range d.pairs(n, path) {
		key := keyOf(pair)
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if i < 0 {
			d.problem(pair.Key, join(path, key), knownKeys(fields), "is no known key")
			continue
		}
		d.decode(pair.Value, v.Field(fields[i].index), join(path, key))
	}
}

func (d *decoder) mapping(n ast.Node, v reflect.Value, path string) {
	pairs := d.pairs(n, path)
	if v.IsNil() {
		v.Set(reflect.MakeMapWithSize(v.Type(), len(pairs)))
	}
	for _, pair := range pairs {
		name := keyOf(pair)
		key := reflect.New(v.Type().Key()).Elem()
		if u, ok := reflect.TypeAssert[encoding.TextUnmarshaler](key.Addr()); ok {
			if err := u.UnmarshalText([]byte(name)); err != nil {
				d.problem(pair.Key, join(path, name), "", "is refused: %v", err)
				continue
			}
		} else {
			key.SetString(name)
		}
		value := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(key); old.IsValid() {
			value.Set(old)
		}
		d.decode(pair.Value, value, join(path, name))
		v.SetMapIndex(key, value)
	}
}

func (d *decoder) list(n ast.Node, v reflect.Value, path string) {
	items, ok := n.(*ast.SequenceNode)
	if !ok {
		d.problem(n, path, "write [a, b], or one item a line after a dash", "must be a list, got %s", shown(n))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(items.Values), len(items.Values)))
	for i, item := range items.Values {
		d.decode(item, v.Index(i), path+"["+strconv.Itoa(i)+"]")
	}
}

func (d *decoder) duration(n ast.Node, v reflect.Value, path string) {
	text := plain(n)
	parsed, err := time.ParseDuration(text)
	_, isText := n.(*ast.StringNode)
	if err != nil || !isText {
		d.problem(n, path, `write a number and its unit: "200ms", "1s", "2m"`, "must be a duration with a unit, got %s", shown(n))
		return
	}
	if parsed < 0 {
		d.problem(n, path, "", "must not be negative, got %s", text)
		return
	}
	v.SetInt(int64(parsed))
}

func (d *decoder) text(n ast.Node, v reflect.Value, path string) {
	u, _ := reflect.TypeAssert[encoding.TextUnmarshaler](v.Addr())
	if err := u.UnmarshalText([]byte(plain(n))); err != nil {
		d.problem(n, path, "", "is refused: %v", err)
	}
}

func (d *decoder) scalar(n ast.Node, v reflect.Value, path string) {
	text := plain(n)
	switch v.Kind() {
	case reflect.String:
		if _, ok := n.(ast.ScalarNode); ok {
			v.SetString(text)
			return
		}
		d.problem(n, path, "", "must be a text, got %s", shown(n))
	case reflect.Bool:
		if b, ok := n.(*ast.BoolNode); ok {
			v.SetBool(b.Value)
			return
		}
		d.problem(n, path, "", "must be true or false, got %s", shown(n))
	case reflect.Int:
		d.integer(n, v, path, text)
	default:
		d.float(n, v, path, text)
	}
}

func (d *decoder) integer(n ast.Node, v reflect.Value, path, text string) {
	if len(text) > 1 && text[0] == '0' {
		d.problem(n, path, "write it without the leading zero", "must be a decimal number, got %s, which YAML reads as octal", text)
		return
	}
	parsed, err := strconv.Atoi(text)
	if _, isNumber := n.(*ast.IntegerNode); err != nil || !isNumber {
		d.problem(n, path, "", "must be a whole number, got %s", shown(n))
		return
	}
	v.SetInt(int64(parsed))
}

func (d *decoder) float(n ast.Node, v reflect.Value, path, text string) {
	parsed, err := strconv.ParseFloat(text, 64)
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		if err == nil {
			v.SetFloat(parsed)
			return
		}
	}
	d.problem(n, path, "", "must be a number, got %s", shown(n))
}

// field is a key of a structure.
type field struct {
	key   string
	index int
}

func fieldsOf(t reflect.Type) []field {
	fields := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		fields = append(fields, field{key: t.Field(i).Tag.Get("yaml"), index: i})
	}
	return fields
}

func knownKeys(fields []field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.key
	}
	return "known keys here: " + strings.Join(names, ", ")
}

func keyOf(pair *ast.MappingValueNode) string { return plain(pair.Key) }

// plain returns a scalar as it is written, without quotes.
func plain(n ast.Node) string {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	}
	if n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}

// shown returns a value as a message quotes it: short.
func shown(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	}
	const limit = 40
	text := []rune(plain(n))
	if len(text) > limit {
		text = append(text[:limit], '…')
	}
	return strconv.Quote(string(text))
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
