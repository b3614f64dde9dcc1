package stream_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/stream"
)

func TestPeek(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, head string
		want       []string
	}{
		{"empty", " ", nil},
		{"no JSON", "hello", nil},
		{"lines", "{\"a\":1}\n{\"a\":2}\n{\"a\":[1,", []string{`{"a":1}`, `{"a":2}`, `{"a":[1]}`}},
		{"one line", `{"a":1,"b":{"c":[{"d":"e"},{"f`, []string{`{"a":1,"b":{"c":[{"d":"e"},{}]}}`}},
		{"array", "\ufeff[{\"a\":1},\n{\"b\":\"x", []string{`{"a":1}`, `{}`}},
		{"pretty", "{\n\"a\": [\n{\"b\": 1", []string{"{\n\"a\": [\n{\"b\": 1}]}"}},
		{"only a bracket", "{", []string{"{}"}},
		{"a cut literal", `{"a":1,"b":tru`, []string{`{"a":1}`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, v := range stream.Peek([]byte(test.head)) {
				got = append(got, string(v))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for n := range test.head {
				for _, v := range stream.Peek([]byte(test.head[:n])) {
					if _, err := stream.Parse(v); err != nil {
						t.Errorf("cut at %d: %q: %v", n, v, err)
					}
				}
			}
		})
	}
}
