package stream_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

func parse(t *testing.T, text string) stream.Value {
	t.Helper()
	v, err := stream.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestParse(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	for _, test := range []struct{ name, text, want string }{
		{"object", ` {"a":[1,-2.5e+3,true,false,null,"x"]} `, ""},
		{"empty containers", `[{},[],{"a":{}}]`, ""},
		{"what Python writes", `[NaN,Infinity,-Infinity]`, ""},
		{"as deep as allowed", deep, ""},
		{"too deep", "[" + deep + "]", "the JSON is nested more than 1000 deep"},
		{"nothing", " ", "there is no JSON value"},
		{"cut in a string", `{"a":"x\"`, "the JSON breaks off"},
		{"cut behind a comma", `[1,`, "the JSON breaks off"},
		{"cut in a key", `{"a`, "the JSON breaks off"},
		{"cut behind a key", `{"a"`, "the JSON breaks off"},
		{"cut in a literal", `[tru`, "the JSON breaks off"},
		{"trailing comma", `[1,]`, "byte 3 of the record: no JSON, a value is expected"},
		{"no comma", `[1 2]`, "byte 3 of the record: no JSON, a comma or the end of an object or an array is expected"},
		{"no colon", `{"a" 1}`, "byte 5 of the record: no JSON, a colon is expected"},
		{"no key", `{1:2}`, "byte 1 of the record: no JSON, a key is expected"},
		{"wrong bracket", `[1}`, "byte 2 of the record: no JSON, a comma or the end of an object or an array is expected"},
		{"two values", `{} {}`, "byte 3 of the record: a second value where one should end"},
		{"a word", `hello`, "byte 0 of the record: no JSON, a value is expected"},
		{"a Python literal", `[None]`, "byte 1 of the record: no JSON, a value is expected"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if _, err := stream.Parse([]byte(test.text)); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"plain"`:                "plain",
		`"a\nb\t\"\\\/\b\f\r"`:   "a\nb\t\"\\/\b\f\r",
		`"\u00e9\u4e2d"`:         "é中",
		`"\ud83d\ude00"`:         "😀",
		`"\ud83d"`:               "\ufffd",
		`"\ud83dx"`:              "\ufffdx",
		`"\uZZZZ"`:               "\ufffdZZZZ",
		`"\x"`:                   `\x`,
		`""`:                     "",
		`null`:                   "",
		`12`:                     "12",
		`{"a": 1}`:               `{"a": 1}`,
		"\"a\u0001control\"":     "a\u0001control",
		`"ends in a slash \\"`:   `ends in a slash \`,
		`"twice \\\\ escaped\""`: `twice \\ escaped"`,
	} {
		v := parse(t, text)
		if got := v.Text(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		if v.Kind() == '"' && !v.Is(want) {
			t.Errorf("%s is not %q", text, want)
		}
	}
}

func TestWalk(t *testing.T) {
	t.Parallel()
	v := parse(t, ` { "a" : { "b" : [ 1 , { "c" : "x" } ] } , "k\u0065y" : true , "n" : null , "s":"{\"d\":[2]}"} `)
	var keys []string
	for key := range v.Fields() {
		keys = append(keys, string(key))
	}
	if diff := cmp.Diff([]string{"a", "key", "n", "s"}, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	var elements []string
	for element := range v.Get("a", "b").Elements() {
		elements = append(elements, string(element))
	}
	if diff := cmp.Diff([]string{"1", `{ "c" : "x" }`}, elements); diff != "" {
		t.Errorf("elements (-want +got):\n%s", diff)
	}
	if got := v.Get("s").Embedded().Get("d"); string(got) != "[2]" {
		t.Errorf("embedded: %s", got)
	}
	if value, ok := v.First("x", "n", "key").Bool(); !value || !ok {
		t.Error("First passes over what is absent and null")
	}
	if key, array := v.Get("a").Wrapped([]string{"x", "b"}); key != "b" || array.Kind() != '[' {
		t.Errorf("Wrapped: %q %s", key, array)
	}
	for _, absent := range []stream.Value{nil, v.Get("x", "y"), v.Get("n"), v.Get("key", "z")} {
		if absent.Exists() || absent.Text() != "" || absent.Raw() != nil || absent.Is("") || !absent.Time().IsZero() || absent.Int() != 0 {
			t.Errorf("%q is not absent", absent)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"12": 12, `"12"`: 12, "-3": -3, "2.9": 2, "1e3": 1000, "1e300": 0, "NaN": 0, `"x"`: 0, "9007199254740993": 9007199254740993, "true": 0,
	} {
		if got := parse(t, text).Int(); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 10, 0, 0, 500_000_000, time.UTC)
	for _, text := range []string{
		`"2026-03-01T10:00:00.5Z"`, `"2026-03-01T12:00:00.5+02:00"`, `"2026-03-01T10:00:00.500"`, `"2026-03-01 10:00:00.5"`, `"2026-03-01 10:00:00.5+00:00"`,
		`1772359200.5`, `1772359200500`, `1772359200500000`, `1772359200500000000`, `"1772359200500000000"`,
	} {
		if got := parse(t, text).Time(); !got.Equal(at) {
			t.Errorf("%s: got %v", text, got)
		}
	}
	for _, text := range []string{`"yesterday"`, `12`, `true`, `-5`} {
		if got := parse(t, text).Time(); !got.IsZero() {
			t.Errorf("%s: got %v, want no time", text, got)
		}
	}
}

// FuzzValue compares with the standard library what both take for JSON.
func FuzzValue(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"x\n",null]}`, `"\ud83d\ude00"`, `[[],{}]`, `{"a":1,"a":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := stream.Parse(data)
		var want any
		if json.Unmarshal(data, &want) != nil {
			walk(v)
			return
		}
		if err != nil {
			t.Fatalf("%q is JSON, and was refused: %v", data, err)
		}
		if got := walk(v); utf8.Valid(data) && !cmp.Equal(want, got) {
			t.Errorf("%q: got %v, want %v", data, got, want)
		}
	})
}

// walk decodes a value by its own methods.
func walk(v stream.Value) any {
	switch v.Kind() {
	case '{':
		object := map[string]any{}
		for key, value := range v.Fields() {
			object[string(key)] = walk(value)
		}
		return object
	case '[':
		array := []any{}
		for value := range v.Elements() {
			array = append(array, walk(value))
		}
		return array
	case '"':
		return v.Text()
	case 't', 'f':
		value, _ := v.Bool()
		return value
	case '0':
		return v.Float()
	default:
		return nil
	}
}

// FuzzMap checks that reading ends, that records are well-formed, and that what
// is read in small pieces is the same.
func FuzzMap(f *testing.F) {
	for _, test := range splitTests {
		f.Add([]byte(test.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		opt := stream.Options{Max: 64, Keys: []string{"runs"}, Rest: true}
		read := func() (records []string) {
			in := format.Input{Source: "f", Reader: strings.NewReader(string(data))}
			for r, err := range stream.Values(in, opt) {
				records = append(records, render(r, err))
			}
			return records
		}
		once := read()
		if len(once) > len(data)+1 {
			t.Errorf("%d records in %d bytes", len(once), len(data))
		}
		if !slices.Equal(once, read()) {
			t.Error("reading twice differs")
		}
		for _, v := range stream.Peek(data) {
			if _, err := stream.Parse(v); err != nil {
				t.Errorf("Peek: %q: %v", v, err)
			}
		}
	})
}
