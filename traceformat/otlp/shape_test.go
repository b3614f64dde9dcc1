package otlp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/otlp"
)

// stories tells all runs of a recording, each under its name.
func stories(t *testing.T, data string) []string {
	t.Helper()
	runs, broken := formattest.Read(t, otlp.Format(), "s", []byte(data))
	var lines []string
	for _, run := range runs {
		title := "= " + run.ID
		if run.Parent != "" {
			title += " of " + run.Parent
		}
		lines = append(lines, strings.TrimSpace(title+" "+run.Agent))
		lines = append(lines, story(run)...)
	}
	for _, b := range broken {
		lines = append(lines, "! "+b.Error())
	}
	return lines
}

func text(role, content string) string {
	return `[{"role":"` + role + `","parts":[{"type":"text","content":"` + content + `"}]}]`
}

func call(id, tool string) string {
	return `[{"role":"assistant","parts":[{"type":"tool_call","id":"` + id + `","name":"` + tool + `","arguments":{}}]}]`
}

func agent(n, parent int, name string) span {
	return span{n: n, parent: parent, name: "invoke_agent " + name, attrs: attrs{"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name}}
}

func TestShapes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spans []span
		want  []string
	}{
		"contents are not recorded": {
			[]span{
				agent(1, 0, "w"), chat(2, 1, 1, 1, nil), executeTool(3, 1, "c1", nil),
				{n: 4, parent: 1, name: "execute_tool get_time", attrs: attrs{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get_time", "error.type": "timeout"}, failed: "too slow"},
				chat(5, 1, 1, 1, nil),
			},
			[]string{"= t w", "assistant: get_weather#c1 get_time#span-0000000000000004", "tool: #span-0000000000000004 failure  (too slow)", "assistant:"},
		},
		"an agent called as a tool": {
			[]span{
				agent(1, 0, "lead"), chat(2, 1, 1, 1, attrs{"gen_ai.input.messages": text("user", "Go."), "gen_ai.output.messages": call("c1", "helper")}),
				{n: 3, parent: 1, name: "execute_tool helper", attrs: attrs{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "helper", "gen_ai.tool.call.id": "c1", "gen_ai.tool.call.result": "done"}},
				agent(4, 3, "helper"), chat(5, 4, 1, 1, attrs{"gen_ai.input.messages": text("user", "Help."), "gen_ai.output.messages": text("assistant", "Helped.")}),
				chat(6, 1, 1, 1, attrs{"gen_ai.output.messages": text("assistant", "Done.")}),
			},
			[]string{"= t lead", "user: Go.", "assistant: helper#c1{}", "tool: #c1 none done", "assistant: Done.", "= t/0000000000000004 of t helper", "user: Help.", "assistant: Helped."},
		},
		"a tool that asks a model": {
			[]span{
				chat(1, 0, 1, 1, attrs{"gen_ai.output.messages": call("c1", "sum_up")}),
				{n: 2, parent: 1, name: "execute_tool sum_up", attrs: attrs{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "sum_up", "gen_ai.tool.call.id": "c1", "gen_ai.tool.call.result": "short"}},
				chat(3, 2, 1, 1, attrs{"gen_ai.output.messages": text("assistant", "Short.")}),
			},
			[]string{"= t", "assistant: sum_up#c1{}", "tool: #c1 none short", "= t/0000000000000002 of t sum_up", "assistant: Short."},
		},
		"the protocol's span inside the tool's": {
			[]span{
				chat(1, 0, 1, 1, attrs{"gen_ai.output.messages": call("c1", "get_weather")}),
				executeTool(2, 0, "c1", nil),
				{n: 3, parent: 2, name: "tools/call get_weather", attrs: attrs{"mcp.method.name": "tools/call", "gen_ai.tool.name": "get_weather", "error.type": "tool_error", "gen_ai.tool.call.result": `{"content":[{"type":"text","text":"no such town"}],"isError":true}`}, failed: "tool_error"},
			},
			[]string{"= t", "assistant: get_weather#c1{}", "tool: #c1 failure no such town"},
		},
		"steps of a graph that are called agents": {
			[]span{
				{n: 1, name: "LangGraph", attrs: attrs{"openinference.span.kind": "CHAIN"}},
				{n: 2, parent: 1, name: "agent", attrs: attrs{"openinference.span.kind": "AGENT"}},
				chat(3, 2, 1, 1, attrs{"gen_ai.output.messages": call("c1", "get_weather")}),
				{n: 4, parent: 1, name: "tools", attrs: attrs{"openinference.span.kind": "CHAIN"}},
				executeTool(5, 4, "c1", attrs{"gen_ai.tool.call.result": "sunny"}),
				{n: 6, parent: 1, name: "agent", attrs: attrs{"openinference.span.kind": "AGENT"}},
				chat(7, 6, 1, 1, attrs{"gen_ai.output.messages": text("assistant", "Sunny.")}),
			},
			[]string{"= t", "assistant: get_weather#c1{}", "tool: #c1 none sunny", "assistant: Sunny."},
		},
		"a raised exception, and what the model was told of it": {
			[]span{
				chat(1, 0, 1, 1, attrs{"gen_ai.output.messages": call("c1", "get_weather")}),
				{n: 2, name: "execute_tool get_weather", attrs: attrs{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get_weather", "gen_ai.tool.call.id": "c1", "error.type": "503"}, failed: "x", events: []event{{"exception", attrs{"exception.type": "HTTPError", "exception.message": "503 at 10.0.0.1"}}}},
				chat(3, 0, 1, 1, attrs{"gen_ai.input.messages": `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"Error: try later"}]}]`, "gen_ai.output.messages": text("assistant", "Later.")}),
			},
			[]string{"= t", "assistant: get_weather#c1{}", "tool: #c1 failure Error: try later (HTTPError: 503 at 10.0.0.1)", "assistant: Later."},
		},
		"an agent without its models": {
			[]span{
				{n: 1, name: "invoke_agent w", attrs: attrs{"gen_ai.operation.name": "invoke_agent", "gen_ai.input.messages": partsIn, "gen_ai.output.messages": strings.TrimSuffix(partsCall, "]") + `,` + strings.TrimPrefix(partsOut, "[")}},
				executeTool(2, 1, "c2", attrs{"gen_ai.tool.call.arguments": `{"town":"B"}`, "error.type": "KeyError"}), executeTool(3, 1, "c1", attrs{"gen_ai.tool.call.result": "sunny"}),
			},
			[]string{"= t w", weather[0], weather[1], "tool: #c2 failure  (KeyError)", "tool: #c1 none sunny", "assistant: Sunny in A."},
		},
		"a history that tells each call apart, without identifiers": {
			[]span{
				chat(1, 0, 1, 1, attrs{"gen_ai.output.messages": partsCall}),
				executeTool(2, 0, "c2", attrs{"gen_ai.tool.call.result": "rain"}), executeTool(3, 0, "c1", attrs{"gen_ai.tool.call.result": "sunny"}),
				chat(4, 0, 1, 1, attrs{"gen_ai.input.messages": `[{"role":"assistant","content":"[{\"id\":\"c1\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"{}\"}}]"},{"role":"tool","content":"sunny"},
					{"role":"tool","content":"[{\"id\":\"c2\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"{}\"}}]"},{"role":"tool","content":"rain"}]`, "gen_ai.output.messages": partsOut}),
			},
			[]string{"= t", weather[1], "tool: #c2 none rain", "tool: #c1 none sunny", "assistant: Sunny in A."},
		},
		"agents of one talk": {
			[]span{
				agent(1, 0, "a"), chat(2, 1, 1, 1, attrs{"gen_ai.input.messages": partsIn, "gen_ai.output.messages": partsCall}), executeTool(3, 1, "c1", attrs{"gen_ai.tool.call.result": "sunny"}),
				agent(5, 0, "b"), chat(6, 5, 1, 1, attrs{"gen_ai.input.messages": partsBack, "gen_ai.output.messages": partsOut}),
			},
			[]string{"= t/0000000000000001 a", weather[0], weather[1], weather[2], weather[3], "= t/0000000000000005 b", weather[0], weather[4]},
		},
		"a model that failed at the end": {
			[]span{{n: 1, name: "chat m", attrs: attrs{"gen_ai.operation.name": "chat", "gen_ai.input.messages": text("user", "Go.")}, failed: "overloaded"}},
			[]string{"= t", "user: Go."},
		},
		"inputs that hold only what is new": {
			[]span{
				chat(1, 0, 1, 1, attrs{"gen_ai.input.messages": text("user", "Again."), "gen_ai.output.messages": text("assistant", "One.")}),
				chat(2, 0, 1, 1, attrs{"gen_ai.input.messages": text("user", "More."), "gen_ai.output.messages": text("assistant", "Two.")}),
				chat(3, 0, 1, 1, attrs{"gen_ai.input.messages": text("user", "More."), "gen_ai.output.messages": text("assistant", "Three.")}),
			},
			[]string{"= t", "user: Again.", "assistant: One.", "user: More.", "assistant: Two.", "user: More.", "assistant: Three."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, stories(t, document(t, "t", test.spans...))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestConversationOverTraces counts a call once, though the next trace of the
// conversation repeats it.
func TestConversationOverTraces(t *testing.T) {
	t.Parallel()
	session := attrs{"gen_ai.conversation.id": "s1"}
	first, second := currentSpans(), []span{chat(8, 0, 1, 1, attrs{
		"gen_ai.conversation.id": "s1",
		"gen_ai.input.messages":  strings.TrimSuffix(partsBack, "]") + `,{"role":"assistant","parts":[{"type":"text","content":"Sunny in A."}]},{"role":"user","parts":[{"type":"text","content":"Thanks."}]}]`,
		"gen_ai.output.messages": text("assistant", "Bye."),
	})}
	first[0].attrs["gen_ai.conversation.id"] = session["gen_ai.conversation.id"]
	got := stories(t, document(t, "t1", first...)+"\n"+document(t, "t2", second...))
	want := append([]string{"= t1 w"}, weather...)
	want = append(want, "= t2", "user: Weather in A and B?", "assistant: Sunny in A.", "user: Thanks.", "assistant: Bye.")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLogRecords reads messages that a collector wrote apart from their spans.
func TestLogRecords(t *testing.T) {
	t.Parallel()
	log := func(n, second int, name string, body any) any {
		return map[string]any{"timeUnixNano": nano(second), "traceId": "t", "spanId": id(n), "eventName": name, "body": anyValue(body)}
	}
	logs := encode(t, map[string]any{"resourceLogs": []any{map[string]any{"scopeLogs": []any{map[string]any{"logRecords": []any{
		log(1, 1, "gen_ai.user.message", map[string]any{"content": "Go."}),
		log(1, 2, "gen_ai.choice", map[string]any{"index": 0, "message": map[string]any{"role": "assistant", "content": "Gone."}}),
		map[string]any{"body": anyValue("a line of a program")},
	}}}}}})
	got := stories(t, logs+"\n"+document(t, "t", chat(1, 0, 1, 1, nil)))
	if diff := cmp.Diff([]string{"= t", "user: Go.", "assistant: Gone."}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestConsole reads spans as SDKs print them, one behind the other, over many
// lines.
func TestConsole(t *testing.T) {
	t.Parallel()
	const data = `{
  "name": "chat m",
  "context": {"trace_id": "0xab", "span_id": "0x1", "trace_state": "[]"},
  "parent_id": null,
  "start_time": "2026-01-01T00:00:00.000000Z", "end_time": "2026-01-01T00:00:01.000000Z",
  "status": {"status_code": "UNSET"},
  "attributes": {"gen_ai.operation.name": "chat", "gen_ai.output.messages": "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":\"f\",\"arguments\":{}}]}]"},
  "events": []
}
{
  "name": "execute_tool f",
  "context": {"trace_id": "0xab", "span_id": "0x2"},
  "parent_id": "0x1",
  "start_time": "2026-01-01T00:00:01.000000Z", "end_time": "2026-01-01T00:00:02.000000Z",
  "status": {"status_code": "OK"},
  "attributes": {"gen_ai.tool.name": "f", "gen_ai.tool.call.id": "c1", "gen_ai.tool.call.result": "7"}
}`
	if otlp.Format().Sniff([]byte(data)) == 0 {
		t.Error("not recognised")
	}
	if diff := cmp.Diff([]string{"= 0xab", "assistant: f#c1{}", "tool: #c1 success 7"}, stories(t, data)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBroken(t *testing.T) {
	t.Parallel()
	good := document(t, "t", chat(1, 0, 1, 1, attrs{"gen_ai.output.messages": text("assistant", "Hi.")}))
	got := stories(t, good+"\n{\"resourceSpans\":[{\"scopeSpans\":\n"+`{"what":1}`+"\n"+`{"resourceSpans":[{"scopeSpans":[{"spans":[{"spanId":"1"}]}]}]}`+"\n"+`{"resourceMetrics":[]}`)
	want := []string{"= t", "assistant: Hi.", "! s:2: the JSON breaks off", "! s:3: neither spans nor log records", "! s:4: a span without a trace"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPhoenix reads spans as Phoenix gives them: by its API, and as the rows of
// a table.
func TestPhoenix(t *testing.T) {
	t.Parallel()
	want := []string{"= ab", "user: Go.", "assistant: f#c1{}", "tool: #c1 failure  (refused)"}
	for name, data := range map[string]string{
		"API": `{"data":[{"name":"llm","context":{"trace_id":"ab","span_id":"1"},"span_kind":"LLM","parent_id":null,"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-01T00:00:01Z","status_code":"OK",
			"attributes":{"llm":{"input_messages":[{"message":{"role":"user","content":"Go."}}],"output_messages":[{"message":{"role":"assistant","tool_calls":[{"tool_call":{"id":"c1","function":{"name":"f","arguments":"{}"}}}]}}]}}},
			{"name":"f","context":{"trace_id":"ab","span_id":"2"},"span_kind":"TOOL","parent_id":"1","start_time":"2026-01-01T00:00:01Z","end_time":"2026-01-01T00:00:02Z","status_code":"ERROR","status_message":"refused","attributes":{"tool":{"name":"f"},"input":{"value":"{}"}}}],"next_cursor":null}`,
		"rows": `{"context.trace_id":"ab","context.span_id":"1","name":"llm","span_kind":"LLM","parent_id":null,"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-01T00:00:01Z","status_code":"UNSET","attributes.llm.input_messages":[{"message.role":"user","message.content":"Go."}],"attributes.llm.output_messages":[{"message.role":"assistant","message.tool_calls":[{"tool_call.id":"c1","tool_call.function.name":"f","tool_call.function.arguments":"{}"}]}]}
			{"context.trace_id":"ab","context.span_id":"2","name":"f","span_kind":"TOOL","parent_id":"1","start_time":"2026-01-01T00:00:01Z","end_time":"2026-01-01T00:00:02Z","status_code":"ERROR","status_message":"refused","attributes.tool.name":"f","attributes.input.value":"{}"}`,
	} {
		if otlp.Format().Sniff([]byte(data)) == 0 {
			t.Errorf("%s: not recognised", name)
		}
		if diff := cmp.Diff(want, stories(t, data)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
