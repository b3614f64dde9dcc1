package stream_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

func input(text string) format.Input {
	return format.Input{Source: "f", Reader: strings.NewReader(text)}
}

// render writes records and errors as short lines: line@offset, key and outer
// where there is a wrapper, and the value.
func render(r stream.Record, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	text := fmt.Sprintf("%d@%d ", r.Line, r.Offset)
	if r.Key != "" {
		text += fmt.Sprintf("%s in %s: ", r.Key, r.Outer)
	}
	if r.Rest {
		text += "rest: "
	}
	return text + string(r.Value)
}

var splitTests = []struct {
	name, text string
	want       []string
}{
	{"empty", "", nil},
	{"only space", " \r\n\t\n", nil},
	{"lines", "{\"a\":1}\n{\"a\":2}\n", []string{`1@0 {"a":1}`, `2@8 {"a":2}`}},
	{"lines without a last end", "{\"a\":1}\n{\"a\":2}", []string{`1@0 {"a":1}`, `2@8 {"a":2}`}},
	{"CRLF, empty lines, byte order mark", "\ufeff{\"a\":1}\r\n\r\n{\"a\":2}\r\n", []string{`1@3 {"a":1}`, `3@14 {"a":2}`}},
	{"lines of arrays", "[1]\n[2]\n", []string{`1@0 [1]`, `2@4 [2]`}},
	{
		"a broken line", "{\"a\":1}\n{\"a\":}\n{\"a\":3}\n",
		[]string{`1@0 {"a":1}`, `error: f:2: byte 5 of the record: no JSON, a value is expected`, `3@15 {"a":3}`},
	},
	{"the last line breaks off", "{\"a\":1}\n{\"a\":\"x", []string{`1@0 {"a":1}`, `error: f:2: the JSON breaks off`}},
	{
		"the first line is broken", "{\"a\":\n{\"a\":2}\n{\"a\":3}\n",
		[]string{`error: f:1: the JSON breaks off`, `2@6 {"a":2}`, `3@14 {"a":3}`},
	},
	{"a log line before the records", "Starting\n{\"a\":2}\n{\"a\":3}\n", []string{
		`error: f:1: byte 0 of the record: no JSON, a value is expected`, `2@9 {"a":2}`, `3@17 {"a":3}`,
	}},
	{"one object", `{"a":{"b":[1]}}`, []string{`1@0 {"a":{"b":[1]}}`}},
	{"pretty objects", "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n", []string{"1@0 {\n \"a\": 1\n}", "4@12 {\n \"a\": 2\n}"}},
	{"an array", ` [{"a":"]}\""},  {"a":2} ]`, []string{`1@2 {"a":"]}\""}`, `1@17 {"a":2}`}},
	{"a pretty array", "[\n{\"a\":1},\n{\"a\":2}\n]\n", []string{`2@2 {"a":1}`, `3@11 {"a":2}`}},
	{"an array that begins beside its first record", "[{\"a\":1},\n{\"a\":2}\n]\n", []string{`1@1 {"a":1}`, `2@10 {"a":2}`}},
	{"scalars", `["a,]", 12, null, -1e3]`, []string{`1@1 "a,]"`, `1@8 12`, `1@12 null`, `1@18 -1e3`}},
	{"an empty array", "[]", nil},
	{"the array breaks off", `[{"a":1},{"a"`, []string{`1@1 {"a":1}`, `error: f:1: the JSON breaks off`}},
	{"the array is not closed", `[{"a":1}`, []string{`1@1 {"a":1}`, `error: f:1: the array of records breaks off`}},
	{"a wrapper", `{"v":1,"runs":[{"a":1},{"a":2}],"n":{"runs":[3]}}`, []string{
		`1@15 runs in {"v":1,"runs":[]}: {"a":1}`, `1@23 runs in {"v":1,"runs":[]}: {"a":2}`,
		`1@0 rest: {"v":1,"runs":[],"n":{"runs":[3]}}`,
	}},
	{"no wrapper: the key holds an object", `{"runs":{"a":1}}`, []string{`1@0 {"runs":{"a":1}}`}},
	{"a bracket too many", "[{\"a\":1}}\n{\"a\":2}]", []string{
		`1@1 {"a":1}`, `error: f:1: no JSON: an object or an array is expected here`, `2@10 {"a":2}`,
	}},
	{"no JSON at all", "hello", []string{`error: no JSON: neither an object nor an array begins here`}},
	{"UTF-16", "\xff\xfe{\x00", []string{`error: the recording is UTF-16, and only UTF-8 is read`}},
	{"what Python writes", "{\"a\":NaN}\n{\"a\":-Infinity}\n", []string{`1@0 {"a":NaN}`, `2@10 {"a":-Infinity}`}},
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, test := range splitTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			opt := stream.Options{Keys: []string{"runs"}, Rest: true}
			var got []string
			for r, err := range stream.Values(input(test.text), opt) {
				got = append(got, render(r, err))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var again []string
			slow := format.Input{Source: "f", Reader: iotest.OneByteReader(strings.NewReader(test.text))}
			for text, err := range stream.Map(slow, opt, func(r stream.Record) (string, error) { return render(r, nil), nil }) {
				if err != nil {
					text = render(stream.Record{}, err)
				}
				again = append(again, text)
			}
			if diff := cmp.Diff(got, again); diff != "" {
				t.Errorf("Map differs from Values (-values +map):\n%s", diff)
			}
		})
	}
}

func TestTooLong(t *testing.T) {
	t.Parallel()
	long := `{"a":"` + strings.Repeat(`x\\\"[`, 400_000) + `"}`
	deep := `{"a":[` + strings.Repeat(`"x",{"y":"\\"},`, 200_000) + `1]}`
	opt := stream.Options{Max: 1 << 20, Keys: []string{"runs"}}
	for name, text := range map[string]string{
		"lines":           "{\"a\":1}\n%s\n{\"a\":2}\n",
		"the last line":   "{\"a\":1}\n{\"a\":2}\n%s",
		"array":           "[{\"a\":1},\n%s\n,{\"a\":2}]",
		"wrapped":         "{\"v\":1,\"runs\":[{\"a\":1},\n%s\n,{\"a\":2}],\"w\":2}",
		"pretty values":   "{\n\"a\":1}\n%s{\"a\":2}\n",
		"the first value": "%s\n{\"a\":1}\n{\"a\":2}\n",
	} {
		for kind, value := range map[string]string{"string": long, "nested": deep} {
			t.Run(name+" "+kind, func(t *testing.T) {
				t.Parallel()
				records, broken := 0, 0
				for _, err := range stream.Values(input(fmt.Sprintf(text, value)), opt) {
					var why *format.BrokenRecord
					switch {
					case errors.As(err, &why):
						broken++
						if !strings.Contains(why.Rule, "longer than 1048576 bytes") || why.Line == 0 {
							t.Errorf("broken: %+v", why)
						}
					case err != nil:
						t.Fatal(err)
					default:
						records++
					}
				}
				if records != 2 || broken != 1 {
					t.Errorf("%d records and %d broken, want 2 and 1", records, broken)
				}
			})
		}
	}
}

func TestManyBatches(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	const n = 20_000
	for i := range n {
		fmt.Fprintf(&text, "{\"i\":%d,\"pad\":%q}\n", i, strings.Repeat("é\n", 100))
	}
	lines := text.String()
	array := "[" + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", ",\n") + "]"
	for name, text := range map[string]string{"lines": lines, "array": array} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next := 0
			for got, err := range stream.Map(input(text), stream.Options{}, func(r stream.Record) ([2]int, error) {
				return [2]int{int(r.Get("i").Int()), r.Line}, nil
			}) {
				if err != nil || got != [2]int{next, next + 1} {
					t.Fatalf("got %v, %v, want record and line %d", got, err, next)
				}
				next++
			}
			if next != n {
				t.Errorf("%d records, want %d", next, n)
			}
		})
	}
}

func TestReadErrorEndsTheRecording(t *testing.T) {
	t.Parallel()
	failure := errors.New("disk on fire")
	in := format.Input{Source: "f", Reader: io.MultiReader(strings.NewReader("{\"a\":1}\n{\"a\":2}\n{\"a\""), iotest.ErrReader(failure))}
	var last error
	records := 0
	for _, err := range stream.Values(in, stream.Options{}) {
		if last = err; err == nil {
			records++
		}
	}
	if records != 2 || !errors.Is(last, failure) {
		t.Errorf("%d records, last error %v", records, last)
	}
}

func TestDecodeErrorsGetTheirPlace(t *testing.T) {
	t.Parallel()
	refuse := func(stream.Record) (int, error) { return 0, errors.New("no such thing") }
	for _, err := range stream.Map(input("{\"a\":1}\n{\"a\":2}\n"), stream.Options{}, refuse) {
		if err == nil || err.Error() != "f:1: no such thing" {
			t.Errorf("got %v", err)
		}
		return // stopping early must not hang
	}
}
