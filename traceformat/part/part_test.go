package part_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

func parse(t *testing.T, text string) stream.Value {
	t.Helper()
	v, err := stream.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"a"`:                              "a",
		`null`:                             "",
		`[]`:                               "[]",
		`[{"type":"text","text":"a"},"b"]`: "a\nb",
		`{"type":"output_text","text":"a","annotations":[]}`: "a",
		`[{"text":"a"}]`:                                                   "a",
		`[{"text":"a","id":1}]`:                                            `[{"text":"a","id":1}]`,
		`[{"type":"event","text":"a"}]`:                                    `[{"type":"event","text":"a"}]`,
		`[{"type":"file","name":"a"}]`:                                     `[{"type":"file","name":"a"}]`,
		`[{"type":"text","text":"a"},{"id":1}]`:                            `[{"type":"text","text":"a"},{"id":1}]`,
		`["a","b"]`:                                                        `["a","b"]`,
		`[{"type":"image","data":"…","mimeType":"image/png"}]`:             "[image]",
		`[{"type":"resource","resource":{"uri":"u","text":"a"}}]`:          "a",
		`[{"type":"resource","resource":{"uri":"u","blob":"…"}}]`:          "[resource]",
		`[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"}]`: "a",
		`{"ok":true}`: `{"ok":true}`,
	} {
		if got := part.Text(parse(t, text)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]*trajectory.Usage{
		`null`:                 nil,
		`{"service_tier":"x"}`: nil,
		`{"prompt_tokens":10,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4}}`:                      {In: 10, Out: 2, CacheRead: 4},
		`{"input_tokens":3,"output_tokens":2,"cache_read_input_tokens":5,"cache_creation_input_tokens":7}`:            {In: 15, Out: 2, CacheRead: 5, CacheWrite: 7},
		`{"input_tokens":10,"cached_input_tokens":4,"output_tokens":2,"reasoning_output_tokens":1,"total_tokens":12}`: {In: 10, Out: 2, CacheRead: 4},
		`{"input_tokens":10,"output_tokens":2,"input_token_details":{"cache_read":3,"cache_creation":1}}`:             {In: 10, Out: 2, CacheRead: 3, CacheWrite: 1},
		`{"input_tokens":10,"output_tokens":2,"cost":0.5}`:                                                            {In: 10, Out: 2, USD: 0.5},
	} {
		if diff := cmp.Diff(want, part.Usage(parse(t, text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestArgs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":1}`:                `{"a":1}`,
		`"{\"a\":1}"`:            `{"a":1}`,
		`"\"{\\\"a\\\":1}\""`:    `{"a":1}`,
		`"{\"a\":"`:              `{"a":`,
		`"print(1)"`:             `print(1)`,
		`""`:                     "",
		`"null"`:                 "",
		`null`:                   "",
		`"12345678901234567890"`: "12345678901234567890",
	} {
		if got := string(part.Args(parse(t, text))); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestFlag(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text   string
		failed bool
		want   tool.Flag
	}{
		{"true", true, tool.FlagFailure},
		{"false", true, tool.FlagSuccess},
		{"true", false, tool.FlagSuccess},
		{"false", false, tool.FlagFailure},
		{"null", true, tool.FlagNone},
		{`"true"`, true, tool.FlagNone},
	} {
		if got := part.Flag(parse(t, test.text), test.failed); got != test.want {
			t.Errorf("%+v: got %v", test, got)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"logs/run.jsonl.gz": "run#1", `C:\logs\a.b.json`: "a.b#1", ".jsonl": ".jsonl#1", "-": "-#1",
	} {
		if got := part.Numbered(source, 1); got != want {
			t.Errorf("%s: got %q, want %q", source, got, want)
		}
	}
}
