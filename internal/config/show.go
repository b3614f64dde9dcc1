package config

import (
	"cmp"
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
)

// Effective returns the file with every value that is in force: what the file
// leaves out is taken from the preset.
func (f File) Effective(preset recovery.Policy) File {
	p := f.Apply(preset)
	f.Policy = PolicySection{
		Deadline: &p.Deadline, Timeout: &p.Timeout, MaxRetryAfter: &p.MaxRetryAfter,
		Plans:   effectivePlans(p.Plans),
		Budget:  Budget{Ratio: &p.Budget.Ratio, Floor: &p.Budget.Floor, Window: &p.Budget.Window},
		Breaker: Breaker{Failures: &p.Breaker.Failures, Minimum: &p.Breaker.Minimum, Window: &p.Breaker.Window, Open: &p.Breaker.Open},
		Memory:  Memory{TTL: &p.Memory.TTL, StopAfter: &p.Memory.StopAfter},
		Task:    Task{Retries: &p.Task.Retries, Time: &p.Task.Time, Tokens: &p.Task.Tokens},
	}
	f.Tools = maps.Clone(f.Tools)
	for name, t := range f.Tools {
		t.Plans = effectivePlans(p.Tools[name].Plans)
		f.Tools[name] = t
	}
	return f
}

func effectivePlans(plans map[fault.Kind]recovery.Plan) map[fault.Kind]Plan {
	if len(plans) == 0 {
		return nil
	}
	shown := make(map[fault.Kind]Plan, len(plans))
	for kind, p := range plans {
		// The file says no growth below 1, which is what less counts as.
		growth := max(p.Growth, 1)
		shown[kind] = Plan{Attempts: new(max(p.Attempts, 1)), Base: &p.Base, Growth: &growth, Cap: &p.Cap, Jitter: &p.Jitter}
	}
	return shown
}

// Show writes the file as YAML that [Parse] reads to the same file. Keys that are
// left out stay so.
func (f File) Show() []byte {
	var b strings.Builder
	showFields(&b, reflect.ValueOf(f), "")
	if b.Len() == 0 {
		return []byte("{}\n")
	}
	return []byte(b.String())
}

func showFields(b *strings.Builder, v reflect.Value, indent string) {
	for _, f := range fieldsOf(v.Type()) {
		if value := v.Field(f.index); !blank(value) {
			b.WriteString(indent + f.key + ":")
			showValue(b, value, indent+"  ")
		}
	}
}

// blank reports whether a value says nothing, so that its key is left out. A set
// pointer says something even where it points to 0.
func blank(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		for _, field := range v.Fields() {
			if !blank(field) {
				return false
			}
		}
		return true
	default:
		return v.IsZero() && v.Type() != reflect.TypeFor[fault.Kind]()
	}
}

// showValue writes what follows a colon or a dash, with the line end.
func showValue(b *strings.Builder, v reflect.Value, indent string) {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if text, ok := showScalar(v); ok {
		b.WriteString(" " + text + "\n")
		return
	}
	switch v.Kind() {
	case reflect.Map:
		b.WriteString("\n")
		for _, key := range sortedKeys(v) {
			text, _ := showScalar(key)
			b.WriteString(indent + text + ":")
			showValue(b, v.MapIndex(key), indent+"  ")
		}
	case reflect.Slice:
		if v.Len() == 0 {
			b.WriteString(" []\n")
			return
		}
		b.WriteString("\n")
		for i := range v.Len() {
			b.WriteString(indent + "-")
			showValue(b, v.Index(i), indent+"  ")
		}
	default:
		if blank(v) {
			b.WriteString(" {}\n")
			return
		}
		b.WriteString("\n")
		showFields(b, v, indent)
	}
}

func sortedKeys(v reflect.Value) []reflect.Value {
	return slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int {
		if a.Kind() == reflect.String {
			return strings.Compare(a.String(), b.String())
		}
		return cmp.Compare(a.Uint(), b.Uint())
	})
}

// showScalar writes a value that stands on one line.
func showScalar(v reflect.Value) (string, bool) {
	switch value := v.Interface().(type) {
	case time.Duration:
		return value.String(), true
	case encoding.TextMarshaler:
		text, err := value.MarshalText()
		return string(text), err == nil
	}
	switch v.Kind() {
	case reflect.String:
		return showString(v.String()), true
	case reflect.Bool, reflect.Int:
		return fmt.Sprint(v.Interface()), true
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64), true
	default:
		return "", false
	}
}

// showString quotes whatever YAML could read as something else than the text.
func showString(text string) string {
	plainRune := func(r rune) bool {
		return r == '_' || r == '-' || r == '.' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	first := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
	if text == "" || !first(rune(text[0])) || strings.ContainsFunc(text, func(r rune) bool { return !plainRune(r) }) {
		return strconv.Quote(text)
	}
	switch strings.ToLower(text) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "null":
		return strconv.Quote(text)
	}
	return text
}
