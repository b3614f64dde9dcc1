package semconv_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/semconv"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

func plain(t *testing.T, text string) semconv.Attributes {
	t.Helper()
	v, err := stream.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return semconv.Plain(v)
}

func TestKind(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, attributes string
		want             spantree.Kind
	}{
		{"x", `{}`, spantree.Other},
		{"POST /v1", `{"http.response.status_code":200}`, spantree.Other},
		{"chat m", `{}`, spantree.Model},
		{"execute_tool f", `{}`, spantree.Tool},
		{"x", `{"gen_ai.operation.name":"generate_content"}`, spantree.Model},
		{"x", `{"gen_ai.operation.name":"embeddings","gen_ai.request.model":"e"}`, spantree.Other},
		{"x", `{"mcp.method.name":"tools/call","gen_ai.operation.name":"execute_tool"}`, spantree.Tool},
		{"x", `{"mcp.method.name":"tools/list"}`, spantree.Other},
		{"x", `{"openinference.span.kind":"RETRIEVER"}`, spantree.Other},
		{"x", `{"openinference.span.kind":"LLM"}`, spantree.Model},
		{"x", `{"traceloop.span.kind":"agent"}`, spantree.Agent},
		{"x", `{"operation.name":"ai.generateText f","gen_ai.request.model":"m"}`, spantree.Agent},
		{"x", `{"ai.operationId":"ai.generateObject.doGenerate"}`, spantree.Model},
		{"x", `{"ai.operationId":"ai.embed","gen_ai.request.model":"m"}`, spantree.Other},
		{"x", `{"gen_ai.request.model":"m"}`, spantree.Model},
		{"x", `{"gen_ai.tool.name":"f"}`, spantree.Tool},
	} {
		var s spantree.Span
		semconv.Interpret(&s, test.name, plain(t, test.attributes), nil, semconv.Status{})
		if s.Kind != test.want {
			t.Errorf("%s %s: kind %d, want %d", test.name, test.attributes, s.Kind, test.want)
		}
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	failed := semconv.Status{Failed: true, Message: "it broke"}
	for name, test := range map[string]struct {
		attributes string
		status     semconv.Status
		events     []semconv.Event
		want       *tool.Outcome
		err        string
	}{
		"nothing told":      {`{}`, semconv.Status{}, nil, nil, ""},
		"a success alone":   {`{}`, semconv.Status{OK: true}, nil, nil, ""},
		"a result":          {`{"gen_ai.tool.call.result":"7"}`, semconv.Status{}, nil, &tool.Outcome{Body: "7"}, ""},
		"a stated success":  {`{"gen_ai.tool.call.result":{"n":7}}`, semconv.Status{OK: true}, nil, &tool.Outcome{Body: `{"n":7}`, Flag: tool.FlagSuccess}, ""},
		"a failed status":   {`{}`, failed, nil, &tool.Outcome{Flag: tool.FlagFailure}, "it broke"},
		"an HTTP status":    {`{"error.type":"429"}`, failed, nil, &tool.Outcome{Flag: tool.FlagFailure, Status: 429}, "it broke"},
		"a class of errors": {`{"error.type":"TimeoutError"}`, semconv.Status{}, nil, &tool.Outcome{Flag: tool.FlagFailure}, "TimeoutError"},
		"an exception": {
			`{}`, failed,
			[]semconv.Event{{Name: "exception", Attributes: plain(t, `{"exception.type":"KeyError","exception.message":"'a'"}`)}},
			&tool.Outcome{Flag: tool.FlagFailure, Channel: tool.ChannelException}, "KeyError: 'a'",
		},
		"MCP's own flag":   {`{"mcp.method.name":"tools/call","gen_ai.tool.call.result":"{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}"}`, semconv.Status{}, nil, &tool.Outcome{Channel: tool.ChannelMCPResult, Flag: tool.FlagFailure, Body: "no"}, ""},
		"MCP's tool_error": {`{"mcp.method.name":"tools/call","error.type":"tool_error"}`, semconv.Status{Failed: true}, nil, &tool.Outcome{Channel: tool.ChannelMCPResult, Flag: tool.FlagFailure}, "tool_error"},
		"MCP's error":      {`{"mcp.method.name":"tools/call","error.type":"-32602"}`, failed, nil, &tool.Outcome{Channel: tool.ChannelMCPError, Flag: tool.FlagFailure}, "it broke"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := spantree.Span{Start: time.Unix(1, 0), End: time.Unix(3, 0)}
			semconv.Interpret(&s, "execute_tool f", plain(t, test.attributes), test.events, test.status)
			if test.want != nil {
				test.want.Phase, test.want.Elapsed = tool.PhaseAnswered, 2*time.Second
			}
			text := ""
			if s.Outcome != nil && s.Outcome.Err != nil {
				text, s.Outcome.Err = s.Outcome.Err.Error(), nil
			}
			if diff := cmp.Diff(test.want, s.Outcome); diff != "" || text != test.err {
				t.Errorf("error %q, want %q (-want +got):\n%s", text, test.err, diff)
			}
		})
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for attributes, want := range map[string]*trajectory.Usage{
		`{"gen_ai.usage.input_tokens":10,"gen_ai.usage.output_tokens":"2","gen_ai.usage.cache_read.input_tokens":4}`: {In: 10, Out: 2, CacheRead: 4},
		`{"gen_ai.usage.input_tokens":1,"gen_ai.usage.cache_read_input_tokens":40,"gen_ai.usage.cost":0.5}`:          {In: 41, CacheRead: 40, USD: 0.5},
		`{"llm.token_count.prompt":3,"llm.cost.total":0.25}`:                                                         {In: 3, USD: 0.25},
		`{}`: nil,
	} {
		var s spantree.Span
		semconv.Interpret(&s, "chat m", plain(t, attributes), nil, semconv.Status{})
		if diff := cmp.Diff(want, s.Usage); diff != "" {
			t.Errorf("%s (-want +got):\n%s", attributes, diff)
		}
	}
}

func TestAny(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		`{"stringValue":"a\"b"}`: `"a\"b"`, `{"intValue":"12"}`: "12", `{"intValue":12}`: "12", `{"boolValue":true}`: "true", `{"doubleValue":0.5}`: "0.5",
		`{"arrayValue":{"values":[{"stringValue":"a"},{"intValue":"1"}]}}`:                            `["a",1]`,
		`{"kvlistValue":{"values":[{"key":"k\"","value":{"arrayValue":{}}},{"key":"n","value":{}}]}}`: `{"k\"":[],"n":null}`,
	} {
		if got := string(semconv.Any(stream.Value(typed))); got != want {
			t.Errorf("%s: got %s, want %s", typed, got, want)
		}
	}
}

func ExampleAttributes_Nested() {
	a := semconv.Attributes{
		"llm.input_messages.0.message.role":     stream.Value(`"user"`),
		"llm.input_messages.0.message.content":  stream.Value(`"Where is it?"`),
		"llm.input_messages.10.message.content": stream.Value(`"eleventh"`),
		"llm.input_messages.2.message.content":  stream.Value(`"third"`),
	}
	fmt.Println(string(a.Nested("llm.input_messages")))
	// Output: [{"message":{"content":"Where is it?","role":"user"}},{"message":{"content":"third"}},{"message":{"content":"eleventh"}}]
}
