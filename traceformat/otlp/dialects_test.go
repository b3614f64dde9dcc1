package otlp_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/otlp"
	"github.com/sequitur-go/sequitur/trajectory"
)

// attrs are a span's attributes in plain JSON.
type attrs map[string]any

// event is an event of a span.
type event struct {
	name string
	attrs
}

// span is one span of a test's trace. Its number is its identifier and its
// time.
type span struct {
	n, parent int
	name      string
	attrs     attrs
	events    []event
	failed    string
}

func anyValue(v any) any {
	switch v := v.(type) {
	case string:
		return map[string]any{"stringValue": v}
	case int:
		return map[string]any{"intValue": fmt.Sprint(v)}
	case []any:
		values := []any{}
		for _, e := range v {
			values = append(values, anyValue(e))
		}
		return map[string]any{"arrayValue": map[string]any{"values": values}}
	case map[string]any:
		return map[string]any{"kvlistValue": map[string]any{"values": pairs(v)}}
	default:
		return map[string]any{"doubleValue": v}
	}
}

func pairs(m map[string]any) []any {
	list := []any{}
	for key, value := range m {
		list = append(list, map[string]any{"key": key, "value": anyValue(value)})
	}
	return list
}

func id(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%016x", n)
}

func nano(n int) string { return fmt.Sprintf("%d000000000", 1767225600+n) }

// document writes spans as OTLP/JSON.
func document(t *testing.T, trace string, spans ...span) string {
	t.Helper()
	list := []any{}
	for _, s := range spans {
		events := []any{}
		for _, e := range s.events {
			events = append(events, map[string]any{"name": e.name, "timeUnixNano": nano(s.n), "attributes": pairs(e.attrs)})
		}
		status := map[string]any{}
		if s.failed != "" {
			status = map[string]any{"code": 2, "message": s.failed}
		}
		list = append(list, map[string]any{
			"traceId": trace, "spanId": id(s.n), "parentSpanId": id(s.parent), "name": s.name, "startTimeUnixNano": nano(s.n), "endTimeUnixNano": nano(s.n + 1),
			"attributes": pairs(s.attrs), "events": events, "status": status,
		})
	}
	return encode(t, map[string]any{"resourceSpans": []any{map[string]any{"scopeSpans": []any{map[string]any{"spans": list}}}}})
}

func encode(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// story tells a run in lines, for comparison.
func story(run *trajectory.Trajectory) []string {
	var lines []string
	for i := range run.Messages {
		m := &run.Messages[i]
		line := strings.TrimSpace(string(m.Role) + ": " + m.Text)
		if m.Thinking {
			line = "thought: " + m.Text
		}
		for _, call := range m.Calls {
			line += fmt.Sprintf(" %s#%s%s", call.Tool, call.ID, compact(call.Args))
		}
		if out := m.Outcome; out != nil {
			line += fmt.Sprintf(" #%s %s %s", m.CallID, out.Flag, out.Body)
			if out.Err != nil {
				line += " (" + out.Err.Error() + ")"
			}
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

func compact(args json.RawMessage) string { return strings.ReplaceAll(string(args), " ", "") }

// weather is the one conversation that all dialects tell.
var weather = []string{
	"user: Weather in A and B?",
	`assistant: get_weather#c1{"town":"A"} get_weather#c2{"town":"B"}`,
	"tool: #c1 none sunny",
	"tool: #c2 none no such town",
	"assistant: Sunny in A.",
}

func TestDialects(t *testing.T) {
	t.Parallel()
	for name, spans := range map[string][]span{
		"attributes of OpenTelemetry": currentSpans(), "structured attributes": structuredSpans(),
		"events of OpenTelemetry": eventSpans(), "content events": contentEventSpans(), "details event": detailSpans(),
		"OpenInference": openInferenceSpans(), "OpenLLMetry": openLLMetrySpans(), "Logfire": logfireSpans(), "Vercel AI SDK": vercelSpans(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := document(t, "t1", spans...)
			if otlp.Format().Sniff([]byte(data)) == 0 {
				t.Error("not recognised")
			}
			runs, broken := formattest.Read(t, otlp.Format(), "s", []byte(data))
			if len(runs) != 1 || len(broken) > 0 {
				t.Fatalf("%d runs, broken: %v", len(runs), broken)
			}
			if diff := cmp.Diff(weather, story(runs[0])); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			sum := formattest.Summarise(runs[0])
			if sum.Usage == nil || *sum.Usage != (trajectory.Usage{In: 30, Out: 6}) {
				t.Errorf("usage %+v, want 30 in and 6 out", sum.Usage)
			}
			if runs[0].Model != "m-1" {
				t.Errorf("model %q", runs[0].Model)
			}
		})
	}
}

const (
	partsIn   = `[{"role":"user","parts":[{"type":"text","content":"Weather in A and B?"}]}]`
	partsCall = `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"get_weather","arguments":{"town":"A"}},{"type":"tool_call","id":"c2","name":"get_weather","arguments":"{\"town\":\"B\"}"}],"finish_reason":"tool_call"}]`
	partsBack = `[{"role":"user","parts":[{"type":"text","content":"Weather in A and B?"}]},{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"get_weather","arguments":{"town":"A"}},{"type":"tool_call","id":"c2","name":"get_weather","arguments":{"town":"B"}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"sunny"},{"type":"tool_call_response","id":"c2","response":"no such town"}]}]`
	partsOut  = `[{"role":"assistant","parts":[{"type":"text","content":"Sunny in A."}]}]`
)

func chat(n, parent, in, out int, more attrs) span {
	a := attrs{"gen_ai.operation.name": "chat", "gen_ai.request.model": "m-1", "gen_ai.usage.input_tokens": in, "gen_ai.usage.output_tokens": out}
	maps.Copy(a, more)
	return span{n: n, parent: parent, name: "chat m-1", attrs: a}
}

func executeTool(n, parent int, id string, more attrs) span {
	a := attrs{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get_weather", "gen_ai.tool.call.id": id}
	maps.Copy(a, more)
	return span{n: n, parent: parent, name: "execute_tool get_weather", attrs: a}
}

// currentSpans has a result in one tool's span, and the other in the next chat.
func currentSpans() []span {
	return []span{
		{n: 1, name: "invoke_agent w", attrs: attrs{"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "w"}},
		chat(2, 1, 10, 4, attrs{"gen_ai.input.messages": partsIn, "gen_ai.output.messages": partsCall}),
		executeTool(3, 1, "c1", attrs{"gen_ai.tool.call.result": "sunny"}), executeTool(4, 1, "c2", nil),
		chat(5, 1, 20, 2, attrs{"gen_ai.input.messages": partsBack, "gen_ai.output.messages": partsOut}),
	}
}

// decoded is JSON as attributes may hold it, in place of a string.
func decoded(text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	return v
}

func structuredSpans() []span {
	return []span{
		chat(2, 0, 10, 4, attrs{"gen_ai.input.messages": decoded(partsIn), "gen_ai.output.messages": decoded(partsCall)}),
		chat(5, 0, 20, 2, attrs{"gen_ai.input.messages": decoded(partsBack), "gen_ai.output.messages": decoded(partsOut)}),
	}
}

const twoCalls = `[{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"town\":\"A\"}"}},{"id":"c2","type":"function","function":{"name":"get_weather","arguments":"{\"town\":\"B\"}"}}]`

func eventSpans() []span {
	first, second := chat(2, 0, 10, 4, nil), chat(5, 0, 20, 2, nil)
	first.events = []event{
		{"gen_ai.user.message", attrs{"content": "Weather in A and B?"}},
		{"gen_ai.choice", attrs{"gen_ai.event.content": `{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":` + twoCalls + `}}`}},
	}
	second.events = []event{
		{"gen_ai.user.message", attrs{"gen_ai.event.content": `{"content":"Weather in A and B?"}`}},
		{"gen_ai.assistant.message", attrs{"gen_ai.event.content": `{"tool_calls":` + twoCalls + `}`}},
		{"gen_ai.tool.message", attrs{"gen_ai.event.content": `{"id":"c1","content":"sunny"}`}},
		{"gen_ai.tool.message", attrs{"id": "c2", "content": "no such town"}},
		{"gen_ai.choice", attrs{"index": 0, "message": `{"role":"assistant","content":"Sunny in A."}`}},
	}
	return []span{first, second}
}

func contentEventSpans() []span {
	first, second := chat(2, 0, 10, 4, nil), chat(5, 0, 20, 2, nil)
	first.events = []event{
		{"gen_ai.content.prompt", attrs{"gen_ai.prompt": `[{"role":"user","content":"Weather in A and B?"}]`}},
		{"gen_ai.content.completion", attrs{"gen_ai.completion": `[{"role":"assistant","content":"","tool_calls":` + twoCalls + `}]`}},
	}
	second.events = []event{
		{"gen_ai.content.prompt", attrs{"gen_ai.prompt": `[{"role":"user","content":"Weather in A and B?"},{"role":"assistant","tool_calls":` + twoCalls + `},{"role":"tool","tool_call_id":"c1","content":"sunny"},{"role":"tool","tool_call_id":"c2","content":"no such town"}]`}},
		{"gen_ai.content.completion", attrs{"gen_ai.completion": `Sunny in A.`}},
	}
	return []span{first, second}
}

func detailSpans() []span {
	first, second := chat(2, 0, 10, 4, nil), chat(5, 0, 20, 2, nil)
	first.events = []event{{"gen_ai.client.inference.operation.details", attrs{"gen_ai.input.messages": decoded(partsIn), "gen_ai.output.messages": decoded(partsCall)}}}
	second.events = []event{{"gen_ai.client.inference.operation.details", attrs{"gen_ai.input.messages": decoded(partsBack), "gen_ai.output.messages": decoded(partsOut)}}}
	return []span{first, second}
}

// flat spells messages out in dotted keys.
func flat(prefix string, a attrs, fields ...string) attrs {
	for i := 0; i+1 < len(fields); i += 2 {
		a[prefix+"."+fields[i]] = fields[i+1]
	}
	return a
}

func openInferenceSpans() []span {
	first := attrs{"openinference.span.kind": "LLM", "llm.model_name": "m-1", "llm.token_count.prompt": 10, "llm.token_count.completion": 4}
	flat("llm.input_messages", first, "0.message.role", "user", "0.message.contents.0.message_content.type", "text", "0.message.contents.0.message_content.text", "Weather in A and B?")
	flat("llm.output_messages.0.message", first, "role", "assistant",
		"tool_calls.0.tool_call.id", "c1", "tool_calls.0.tool_call.function.name", "get_weather", "tool_calls.0.tool_call.function.arguments", `{"town":"A"}`,
		"tool_calls.1.tool_call.id", "c2", "tool_calls.1.tool_call.function.name", "get_weather", "tool_calls.1.tool_call.function.arguments", `{"town":"B"}`)
	second := attrs{"openinference.span.kind": "LLM", "llm.model_name": "m-1", "llm.token_count.prompt": 20, "llm.token_count.completion": 2}
	flat("llm.input_messages", second, "0.message.role", "user", "0.message.content", "Weather in A and B?",
		"1.message.role", "assistant", "1.message.tool_calls.0.tool_call.id", "c1", "1.message.tool_calls.0.tool_call.function.name", "get_weather", "1.message.tool_calls.0.tool_call.function.arguments", `{"town":"A"}`,
		"2.message.role", "tool", "2.message.tool_call_id", "c1", "2.message.content", "sunny")
	flat("llm.output_messages.0.message", second, "role", "assistant", "content", "Sunny in A.")
	return []span{
		{n: 1, name: "agent", attrs: attrs{"openinference.span.kind": "AGENT", "agent.name": "w", "input.value": "Weather in A and B?"}},
		{n: 2, parent: 1, name: "ChatOpenAI", attrs: first},
		{n: 3, parent: 1, name: "get_weather", attrs: attrs{"openinference.span.kind": "TOOL", "tool.name": "get_weather", "input.value": "{'town': 'A'}", "output.value": "sunny"}},
		{n: 4, parent: 1, name: "get_weather", attrs: attrs{
			"openinference.span.kind": "TOOL", "tool.name": "get_weather", "input.value": `{"town": "B"}`,
			"output.value": `{"type":"tool","tool_call_id":"c2","content":"no such town","additional_kwargs":{}}`,
		}},
		{n: 5, parent: 1, name: "ChatOpenAI", attrs: second},
	}
}

func openLLMetrySpans() []span {
	first := attrs{"llm.request.type": "chat", "gen_ai.request.model": "m-1", "gen_ai.usage.prompt_tokens": 10, "gen_ai.usage.completion_tokens": 4}
	flat("gen_ai", first, "prompt.0.role", "user", "prompt.0.content", `[{"type":"text","text":"Weather in A and B?"}]`, "completion.0.role", "assistant", "completion.0.finish_reason", "tool_calls",
		"completion.0.tool_calls.0.id", "c1", "completion.0.tool_calls.0.name", "get_weather", "completion.0.tool_calls.0.arguments", `{"town":"A"}`,
		"completion.0.tool_calls.1.id", "c2", "completion.0.tool_calls.1.name", "get_weather", "completion.0.tool_calls.1.arguments", `{"town":"B"}`)
	second := attrs{"llm.request.type": "chat", "gen_ai.request.model": "m-1", "gen_ai.usage.prompt_tokens": 20, "gen_ai.usage.completion_tokens": 2}
	flat("gen_ai", second, "prompt.0.role", "user", "prompt.0.content", "Weather in A and B?",
		"prompt.1.role", "assistant", "prompt.1.tool_calls.0.id", "c1", "prompt.1.tool_calls.0.name", "get_weather", "prompt.1.tool_calls.0.arguments", `{"town":"A"}`,
		"prompt.2.role", "tool", "prompt.2.tool_call_id", "c1", "prompt.2.content", "sunny", "prompt.3.role", "tool", "prompt.3.tool_call_id", "c2", "prompt.3.content", "no such town",
		"completion.0.role", "assistant", "completion.0.content", "Sunny in A.")
	return []span{
		{n: 1, name: "w.workflow", attrs: attrs{"traceloop.span.kind": "workflow", "traceloop.entity.name": "w"}},
		{n: 2, parent: 1, name: "openai.chat", attrs: first},
		{n: 3, parent: 1, name: "get_weather.tool", attrs: attrs{
			"traceloop.span.kind": "tool", "traceloop.entity.name": "get_weather", "traceloop.entity.input": `{"input_str":"{'town': 'A'}","inputs":{"town":"A"}}`, "traceloop.entity.output": `{"output":"sunny"}`,
		}},
		{n: 5, parent: 1, name: "openai.chat", attrs: second},
	}
}

func logfireSpans() []span {
	return []span{
		{n: 1, name: "agent run", attrs: attrs{"agent_name": "w", "gen_ai.operation.name": "invoke_agent", "pydantic_ai.all_messages": partsBack}},
		chat(2, 1, 10, 4, attrs{"events": `[{"event.name":"gen_ai.user.message","role":"user","content":"Weather in A and B?"},{"event.name":"gen_ai.choice","index":0,"message":{"role":"assistant","tool_calls":` + twoCalls + `}}]`}),
		{n: 3, parent: 1, name: "running 2 tools", attrs: attrs{"tools": decoded(`["get_weather","get_weather"]`)}},
		{n: 4, parent: 3, name: "running tool", attrs: attrs{"gen_ai.tool.name": "get_weather", "gen_ai.tool.call.id": "c1", "tool_arguments": `{"town":"A"}`, "tool_response": "sunny"}},
		{n: 5, parent: 3, name: "running tool", attrs: attrs{"gen_ai.tool.name": "get_weather", "gen_ai.tool.call.id": "c2", "tool_arguments": `{"town":"B"}`, "tool_response": "no such town"}},
		chat(6, 1, 20, 2, attrs{"events": `[{"event.name":"gen_ai.user.message","role":"user","content":"Weather in A and B?"},{"event.name":"gen_ai.assistant.message","role":"assistant","tool_calls":` + twoCalls + `},{"event.name":"gen_ai.tool.message","role":"tool","id":"c1","content":"sunny"},{"event.name":"gen_ai.tool.message","role":"tool","id":"c2","content":"no such town"},{"event.name":"gen_ai.choice","index":0,"message":{"role":"assistant","content":"Sunny in A."}}]`}),
	}
}

func vercelSpans() []span {
	step := func(n, in, out int, more attrs) span {
		a := attrs{"operation.name": "ai.streamText.doStream w", "ai.operationId": "ai.streamText.doStream", "ai.model.id": "m-1", "ai.usage.inputTokens": in, "ai.usage.outputTokens": out}
		maps.Copy(a, more)
		return span{n: n, parent: 1, name: "ai.streamText.doStream", attrs: a}
	}
	return []span{
		{n: 1, name: "ai.streamText", attrs: attrs{
			"operation.name": "ai.streamText w", "ai.operationId": "ai.streamText", "ai.telemetry.functionId": "w", "ai.model.id": "m-1",
			"ai.prompt": `{"prompt":"Weather in A and B?"}`, "ai.response.text": "Sunny in A.", "ai.usage.inputTokens": 20, "ai.usage.outputTokens": 2,
		}},
		step(2, 10, 4, attrs{
			"ai.prompt.messages":    `[{"role":"user","content":[{"type":"text","text":"Weather in A and B?"}]}]`,
			"ai.response.toolCalls": `[{"toolCallType":"function","toolCallId":"c1","toolName":"get_weather","args":"{\"town\":\"A\"}"},{"type":"tool-call","toolCallId":"c2","toolName":"get_weather","input":{"town":"B"}}]`,
		}),
		{n: 3, parent: 1, name: "ai.toolCall", attrs: attrs{"ai.operationId": "ai.toolCall", "ai.toolCall.name": "get_weather", "ai.toolCall.id": "c1", "ai.toolCall.args": `{"town":"A"}`, "ai.toolCall.result": `"sunny"`}},
		step(5, 20, 2, attrs{
			"ai.prompt.messages": `[{"role":"user","content":[{"type":"text","text":"Weather in A and B?"}]},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"get_weather","input":{"town":"A"}},{"type":"tool-call","toolCallId":"c2","toolName":"get_weather","input":{"town":"B"}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"get_weather","output":{"type":"text","value":"sunny"}},{"type":"tool-result","toolCallId":"c2","toolName":"get_weather","output":{"type":"text","value":"no such town"}}]}]`,
			"ai.response.text":   "Sunny in A.",
		}),
	}
}
