package anychat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

func parse(t *testing.T, text string) stream.Value {
	t.Helper()
	v, err := stream.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// story tells messages in lines.
func story(messages []trajectory.Message) []string {
	var lines []string
	for i := range messages {
		m := &messages[i]
		line := string(m.Role)
		if m.Thinking {
			line = "thought"
		}
		if m.Text != "" {
			line += " " + m.Text
		}
		for _, call := range m.Calls {
			line += fmt.Sprintf(" %s#%s%s", call.Tool, call.ID, strings.ReplaceAll(string(call.Args), " ", ""))
		}
		if m.Outcome != nil {
			line += fmt.Sprintf(" #%s %s %s", m.CallID, m.Outcome.Flag, m.Outcome.Body)
		}
		lines = append(lines, line)
	}
	return lines
}

// turn is what most of the dialects below say.
var turn = []string{"system Be brief.", "user Go.", `assistant On it. get#c1{"n":1} get#c2{"n":2}`, "tool #c1 none one", "tool #c2 failure two"}

func TestDialects(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data string
		want []string
	}{
		"OpenAI chat": {`{"messages":[{"role":"developer","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Go."}]},
			{"role":"assistant","content":"On it.","tool_calls":[{"id":"c1","type":"function","function":{"name":"get","arguments":"{\"n\":1}"}},{"id":"c2","type":"function","function":{"name":"get","arguments":"{\"n\":2}"}}]},
			{"role":"tool","tool_call_id":"c1","content":"one"},{"role":"tool","tool_call_id":"c2","content":"two","error":true}]}`, turn},
		"Anthropic": {`{"system":[{"type":"text","text":"Be brief."}],"messages":[{"role":"user","content":"Go."},
			{"role":"assistant","content":[{"type":"text","text":"On it."},{"type":"tool_use","id":"c1","name":"get","input":{"n":1}},{"type":"tool_use","id":"c2","name":"get","input":{"n":2}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"one"}]},{"type":"tool_result","tool_use_id":"c2","content":"two","is_error":true}]}]}`, turn},
		"OpenAI Responses": {
			`[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"input_text","text":"Go."}]},
			{"type":"reasoning","summary":[{"type":"summary_text","text":"Twice."}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"On it."}]},
			{"type":"function_call","call_id":"c1","name":"get","arguments":"{\"n\":1}"},{"type":"function_call","call_id":"c2","name":"get","arguments":"{\"n\":2}"},
			{"type":"function_call_output","call_id":"c1","output":"one"},{"type":"function_call_output","call_id":"c2","output":"two","status":"incomplete"}]`,
			[]string{"system Be brief.", "user Go.", "thought Twice.", `assistant On it. get#c1{"n":1} get#c2{"n":2}`, "tool #c1 none one", "tool #c2 failure two"},
		},
		"Gemini": {
			`{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"Go."}]},
			{"role":"model","parts":[{"text":"Twice.","thought":true},{"text":"On it."},{"functionCall":{"name":"get","args":{"n":1}}}]},
			{"role":"user","parts":[{"functionResponse":{"name":"get","response":{"output":"one"}}}]}]}`,
			[]string{`system {"parts":[{"text":"Be brief."}]}`, "user Go.", "thought Twice.", `assistant On it. get#{"n":1}`, "tool # none one"},
		},
		"Bedrock": {
			`[{"role":"user","content":[{"text":"Go."}]},{"role":"assistant","content":[{"text":"On it."},{"toolUse":{"toolUseId":"c1","name":"get","input":{"n":1}}}]},
			{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":"one"}],"status":"error"}}]}]`,
			[]string{"user Go.", `assistant On it. get#c1{"n":1}`, "tool #c1 failure one"},
		},
		"Vercel AI SDK": {
			`[{"role":"user","content":"Go."},{"role":"assistant","content":[{"type":"reasoning","text":"Once."},{"type":"tool-call","toolCallId":"c1","toolName":"get","args":{"n":1}}]},
			{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"get","output":{"type":"error-text","value":"one"}}]}]`,
			[]string{"user Go.", "thought Once.", `assistant get#c1{"n":1}`, "tool #c1 failure one"},
		},
		"LangChain, serialised": {
			`[[{"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"Go.","type":"human"}},
			{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessageChunk"],"kwargs":{"content":[{"type":"tool_use","id":"c1","name":"get","input":{"n":1}}],"tool_calls":[{"name":"get","args":{"n":1},"id":"c1","type":"tool_call"}],"invalid_tool_calls":[{"name":"get","args":"{\"n\":","id":"c2","error":"x"}]}},
			{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"one","tool_call_id":"c1","status":"success"}}]]`,
			[]string{"user Go.", `assistant get#c1{"n":1} get#c2{"n":`, "tool #c1 success one"},
		},
		"LangChain, as data": {
			`{"messages":[["human","Go."],{"type":"ai","data":{"content":"On it.","additional_kwargs":{"function_call":{"name":"get","arguments":"{}"}}}},{"type":"tool","content":"one","tool_call_id":"c1","status":"error"}]}`,
			[]string{"user Go.", "assistant On it. get#{}", "tool #c1 failure one"},
		},
		"generations":                   {`{"generations":[[{"text":"Hi.","message":{"lc":1,"type":"constructor","id":["AIMessage"],"kwargs":{"content":"Hi."}}}]],"llm_output":{}}`, []string{"assistant Hi."}},
		"choices, of which one went on": {`{"choices":[{"index":0,"message":{"role":"assistant","content":"A"}},{"index":1,"message":{"role":"assistant","content":"B"}}]}`, []string{"assistant A"}},
		"Microsoft's envelope": {
			`[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"{\"type\":\"function_result\",\"call_id\":\"c1\",\"result\":\"one\"}"},{"type":"tool_call_response","id":"c2","response":{"type":"function_result","exception":"two"}}]}]`,
			[]string{"tool #c1 none one", "tool #c2 failure two"},
		},
		"MCP run by the provider":        {`[{"type":"mcp_call","id":"m1","server_label":"shop","name":"get","arguments":"{}","output":null,"error":"refused"}]`, []string{"assistant shop.get#m1{}", "tool #m1 failure refused"}},
		"messages in a string":           {`"[{\"role\":\"user\",\"content\":\"Go.\"}]"`, []string{"user Go."}},
		"a text":                         {`"Go."`, []string{"user Go."}},
		"a text that is JSON":            {`"{\"city\":\"Oslo\"}"`, []string{`user {"city":"Oslo"}`}},
		"parts alone":                    {`[{"type":"text","text":"Go."},{"type":"image_url","image_url":{"url":"u"}}]`, []string{"user Go.\n[image_url]"}},
		"Gemini, a content in a content": {`{"candidates":[{"content":{"parts":[{"text":"Hi."}],"role":"model"}}]}`, []string{"user Hi."}},
		"a tool's name as a role":        {`[{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get","arguments":"{}"}}]},{"role":"get","content":"one"}]`, []string{"assistant get#c1{}", "tool #c1 none one"}},
		"a definition among messages":    {`[{"role":"tool","content":{"type":"function","function":{"name":"get"}}},{"role":"user","content":"Go."}]`, []string{"user Go."}},
		"nothing said":                   {`{"question":"?"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, story(anychat.Messages(parse(t, test.data), trajectory.RoleUser))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`"a"`: "a", `null`: "", `[{"type":"text","text":"a"},"b",{"type":"image","data":"…"}]`: "a\nb\n[image]",
		`[1,2]`: "[1,2]", `{"rows":[]}`: `{"rows":[]}`, `[{"id":1}]`: `[{"id":1}]`, `{"type":"text","content":"a"}`: "a",
		`[{"type":"resource","resource":{"uri":"u","text":"a"}}]`: "a", `[]`: "",
	} {
		if got := anychat.Text(parse(t, data)); got != want {
			t.Errorf("%s: got %q, want %q", data, got, want)
		}
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	const data = `[{"type":"function","function":{"name":"a","description":"d","parameters":{"type":"object"}}},
		"{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true,\"idempotentHint\":true}}",
		{"toolSpec":{"name":"c","inputSchema":{"json":{"type":"object"}}}},{"functionDeclarations":[{"name":"d"},{"name":"e","parameters":{"a":"` + "\x01" + `"}}]},{"x":1}]`
	object := []byte(`{"type":"object"}`)
	want := []tool.Spec{
		{Name: "a", Description: "d", Input: object},
		{Name: "b", Input: object, Access: tool.AccessRead, Idempotent: true},
		{Name: "c", Input: object},
		{Name: "d"},
		{Name: "e"},
	}
	if diff := cmp.Diff(want, anychat.Tools(parse(t, data))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestToolMessage tells a serialised message from a result that looks like one.
func TestToolMessage(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]bool{
		`{"type":"tool","tool_call_id":"c1","content":"x"}`: true, `{"content":"x","type":"tool","tool_call_id":"c1","status":"success"}`: true,
		`{"lc":1,"type":"constructor","id":["ToolMessage"],"kwargs":{"content":"x","tool_call_id":"c1","type":"tool"}}`: true,
		`{"type":"tool","name":"hammer"}`: false, `{"messages":[{"role":"tool","content":"x"}]}`: false, `"x"`: false,
	} {
		if _, got := anychat.ToolMessage(parse(t, data)); got != want {
			t.Errorf("%s: %v", data, got)
		}
	}
}

func ExampleMessages() {
	v, err := stream.Parse([]byte(`[
		{"role": "user", "content": "Where is order 7?"},
		{"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "get_order", "input": {"id": 7}}]},
		{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "timed out", "is_error": true}]}
	]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range anychat.Messages(v, trajectory.RoleUser) {
		switch {
		case m.Outcome != nil:
			fmt.Println(m.Role, m.CallID, m.Outcome.Flag, m.Outcome.Body)
		case len(m.Calls) > 0:
			fmt.Println(m.Role, "calls", m.Calls[0].Tool)
		default:
			fmt.Println(m.Role, m.Text)
		}
	}
	// Output:
	// user Where is order 7?
	// assistant calls get_order
	// tool c1 failure timed out
}

func FuzzMessages(f *testing.F) {
	f.Add([]byte(`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get","input":{}}]}]}`))
	f.Add([]byte(`[{"type":"function_call","call_id":"c1","name":"get","arguments":"{}"},{"type":"reasoning","summary":[]}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := stream.Parse(data)
		if err != nil {
			return
		}
		for _, m := range anychat.Messages(v, trajectory.RoleUser) {
			if (m.Role == trajectory.RoleTool) != (m.Outcome != nil) {
				t.Errorf("role %q with outcome %v", m.Role, m.Outcome)
			}
		}
	})
}
