package chat_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/chat"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/trajectory"
)

// script writes a run as lines: who speaks, what is said, the calls, and the
// answers with their flags.
func script(t *trajectory.Trajectory) []string {
	var lines []string
	for i := range t.Messages {
		m := &t.Messages[i]
		line := string(m.Role)
		if m.Thinking {
			line += " thinks"
		}
		if m.Text != "" {
			line += ": " + m.Text
		}
		for _, c := range m.Calls {
			line += " | " + c.ID + " " + c.Tool + string(c.Args)
		}
		if o := m.Outcome; o != nil {
			line += " " + m.CallID + " " + o.Flag.String() + ": " + o.Body
		}
		lines = append(lines, line)
	}
	return lines
}

const order = `get_order{"id":7}`

var dialectTests = []struct {
	name, text string
	want       []string
}{
	{
		"legacy function_call",
		`{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"function_call":{"name":"get_order","arguments":"{\"id\":7}"}},
		{"role":"function","name":"get_order","content":"gone"}]}`,
		[]string{"user: hi", "assistant | call_2 " + order, "tool call_2 none: gone"},
	},
	{
		"arguments as an object, flat call, error true",
		`{"messages":[{"role":"assistant","tool_calls":[{"id":"a","name":"get_order","arguments":{"id":7}}]},{"role":"tool","tool_call_id":"a","content":"gone","error":true}]}`,
		[]string{"assistant | a " + order, "tool a failure: gone"},
	},
	{
		"arguments encoded twice, error false",
		`{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"get_order","arguments":"\"{\\\"id\\\":7}\""}}]},{"role":"tool","tool_call_id":"a","content":"x","error":false}]}`,
		[]string{"assistant | a " + order, "tool a success: x"},
	},
	{
		"arguments that are no JSON",
		`{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"get_order","arguments":"{\"id\":"}}]}]}`,
		[]string{`assistant | a get_order{"id":`},
	},
	{
		"identifiers missing, answers by name",
		`{"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"g","arguments":"{}"}}]},
		{"role":"tool","name":"f","content":"1"},{"role":"tool","name":"g","content":"2"}]}`,
		[]string{"assistant | call_1 f{} | call_2 g{}", "tool call_1 none: 1", "tool call_2 none: 2"},
	},
	{
		"the answer's identifier is missing",
		`{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f"}},{"id":"b","function":{"name":"g"}}]},
		{"role":"tool","tool_call_id":"b","content":"2"},{"role":"tool","content":"1"}]}`,
		[]string{"assistant | a f | b g", "tool b none: 2", "tool a none: 1"},
	},
	{
		"content in parts, refusal, image",
		`{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"x"}}]},
		{"role":"assistant","content":[{"type":"refusal","refusal":"no"}]},{"role":"developer","content":"d"}]}`,
		[]string{"user: a\n[image]", "assistant: no", "system: d"},
	},
	{
		"a list of data is its JSON",
		`{"messages":[{"role":"tool","tool_call_id":"a","content":[{"type":"file","name":"x"},{"type":"directory","name":"y"}]},{"role":"tool","tool_call_id":"b","content":["x","y"]}]}`,
		[]string{`tool a none: [{"type":"file","name":"x"},{"type":"directory","name":"y"}]`, `tool b none: ["x","y"]`},
	},
	{
		"LangChain, serialised",
		`[{"type":"human","data":{"content":"hi"}},{"type":"ai","data":{"content":"","tool_calls":[{"name":"get_order","args":{"id":7},"id":"a","type":"tool_call"}]}},
		{"type":"tool","data":{"content":"gone","tool_call_id":"a","status":"error"}}]`,
		[]string{"user: hi", "assistant | a " + order, "tool a failure: gone"},
	},
	{
		"LangChain, constructors",
		`{"messages":[{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"","tool_calls":[{"name":"get_order","args":{"id":7},"id":"a"}]}},
		{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"ok","tool_call_id":"a","status":"success"}}]}`,
		[]string{"assistant | a " + order, "tool a success: ok"},
	},
	{
		"LangChain, with what the provider sent and what could not be parsed",
		`{"messages":[{"type":"ai","content":"","tool_calls":[],"additional_kwargs":{"tool_calls":[{"id":"a","function":{"name":"get_order","arguments":"{\"id\":7}"}}]}},
		{"type":"ai","content":"","invalid_tool_calls":[{"id":"b","name":"get_order","args":"{\"id\":","error":"x"}]}]}`,
		[]string{"assistant | a " + order, `assistant | b get_order{"id":`},
	},
	{
		"ShareGPT",
		`{"conversations":[{"from":"human","value":"hi"},{"from":"function_call","value":"{\"name\":\"get_order\",\"arguments\":{\"id\":7}}"},{"from":"observation","value":"gone"},{"from":"gpt","value":"bye"}]}`,
		[]string{"user: hi", "assistant | call_2 " + order, "tool call_2 none: gone", "assistant: bye"},
	},
	{
		"a message a line, with a byte order mark and CRLF",
		"\ufeff{\"role\":\"user\",\"content\":\"hi\"}\r\n{\"role\":\"assistant\",\"content\":\"bye\"}\r\n",
		[]string{"user: hi", "assistant: bye"},
	},
	{
		"a bare array of messages",
		`[{"role":"user","content":"hi"},{"role":"assistant","content":"bye"}]`,
		[]string{"user: hi", "assistant: bye"},
	},
	{
		"request and response of a log",
		`{"request":{"model":"m","messages":[{"role":"user","content":"hi"}]},"response":{"choices":[{"message":{"role":"assistant","content":"bye"}}]}}`,
		[]string{"user: hi", "assistant: bye"},
	},
	{
		"messages as JSON in a string",
		`{"messages":"[{\"role\":\"user\",\"content\":\"hi\"}]","error":false}`,
		[]string{"user: hi"},
	},
	{
		"a message beside its session",
		`{"session_id":"s","message":{"role":"user","content":"hi"}}` + "\n" + `{"session_id":"s","message":{"role":"assistant","content":"bye"}}`,
		[]string{"user: hi", "assistant: bye"},
	},
	{
		"reasoning apart",
		`{"messages":[{"role":"assistant","content":"bye","reasoning_content":"hm"}]}`,
		[]string{"assistant thinks: hm", "assistant: bye"},
	},
	{
		"blocks of Anthropic's models",
		`{"messages":[{"role":"assistant","content":[{"type":"text","text":"so"},{"type":"tool_use","id":"a","name":"get_order","input":{"id":7}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"gone"}],"is_error":true},{"type":"text","text":"go on"}]}]}`,
		[]string{"assistant: so | a " + order, "tool a failure: gone", "user: go on"},
	},
	{
		"messages of the AI SDK for its models",
		`{"messages":[{"role":"assistant","content":[{"type":"text","text":"so"},{"type":"tool-call","toolCallId":"a","toolName":"get_order","input":{"id":7}},{"type":"tool-call","toolCallId":"b","toolName":"f","args":{}}]},
		{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"get_order","output":{"type":"error-text","value":"gone"}},{"type":"tool-result","toolCallId":"b","toolName":"f","result":[1],"isError":false}]}]}`,
		[]string{"assistant: so | a " + order + " | b f{}", "tool a failure: gone", "tool b success: [1]"},
	},
	{
		"chats of the AI SDK",
		`[{"id":"m1","role":"user","parts":[{"type":"text","text":"hi"}]},{"id":"m2","role":"assistant","parts":[{"type":"step-start"},
		{"type":"tool-get_order","toolCallId":"a","state":"output-error","input":{"id":7},"errorText":"gone"},{"type":"dynamic-tool","toolName":"f","toolCallId":"b","state":"output-available","input":{},"output":{"x":1}},
		{"type":"step-start"},{"type":"tool-g","toolCallId":"c","state":"input-available","input":{}},{"type":"text","text":"so"}]}]`,
		[]string{"user: hi", "assistant | a " + order + " | b f{}", "tool a failure: gone", `tool b success: {"x":1}`, "assistant: so | c g{}"},
	},
	{
		"Pydantic AI",
		`[{"kind":"request","parts":[{"part_kind":"system-prompt","content":"s"},{"part_kind":"user-prompt","content":"hi","timestamp":"2026-03-01T10:00:00Z"}]},
		{"kind":"response","model_name":"m","usage":{"input_tokens":5,"output_tokens":1},"parts":[{"part_kind":"thinking","content":"hm"},{"part_kind":"text","content":"so"},
		{"part_kind":"tool-call","tool_name":"get_order","args":"{\"id\":7}","tool_call_id":"a"},{"part_kind":"tool-call","tool_name":"f","args":{"x":1},"tool_call_id":"b"}]},
		{"kind":"request","parts":[{"part_kind":"retry-prompt","content":"no such order","tool_name":"get_order","tool_call_id":"a"},{"part_kind":"tool-return","tool_name":"f","content":{"y":2},"tool_call_id":"b"},
		{"part_kind":"tool-return","tool_name":"f","content":"x","tool_call_id":"c","outcome":"retried"},{"part_kind":"tool-return","tool_name":"f","content":"x","tool_call_id":"d","outcome":"success"}]}]`,
		[]string{"system: s", "user: hi", "assistant thinks: hm", "assistant: so | a " + order + ` | b f{"x":1}`, "tool a failure: no such order", `tool b none: {"y":2}`, "tool c failure: x", "tool d success: x"},
	},
	{
		"AutoGen",
		`{"messages":[{"source":"user","type":"TextMessage","content":"hi"},{"source":"bot","type":"ToolCallRequestEvent","models_usage":{"prompt_tokens":5,"completion_tokens":1},"content":[{"id":"","name":"get_order","arguments":"{\"id\":7}"}]},
		{"source":"bot","type":"ToolCallExecutionEvent","content":[{"content":"gone","name":"get_order","call_id":"","is_error":true}]},{"source":"bot","type":"ModelClientStreamingChunkEvent","content":"b"},
		{"source":"bot","type":"ThoughtEvent","content":"hm"},{"source":"bot","type":"TextMessage","content":"bye"}],"stop_reason":"x"}`,
		[]string{"user: hi", "assistant | call_2 " + order, "tool call_2 failure: gone", "assistant thinks: hm", "assistant: bye"},
	},
	{
		"AG2",
		`{"chat_history":[{"role":"assistant","content":"","tool_calls":[{"id":"a","function":{"name":"get_order","arguments":"{\"id\":7}"}}],"name":"bot"},
		{"role":"tool","content":"gone","tool_responses":[{"tool_call_id":"a","role":"tool","content":"gone"}],"name":"user"}]}`,
		[]string{"assistant | a " + order, "tool a none: gone"},
	},
	{
		"an error as text, an exit code of a shell",
		`{"messages":[{"role":"tool","tool_call_id":"a","content":"","error":"timeout"},{"role":"tool","tool_call_id":"b","content":"x","error":null,"exit_code":2}]}`,
		[]string{"tool a failure: timeout", "tool b none: x"},
	},
	{
		"a simulated user's own tools",
		`{"messages":[{"role":"user","content":null,"tool_calls":[{"id":"u","name":"look","arguments":{},"requestor":"user"}]},{"id":"u","role":"tool","content":"x","requestor":"user","error":false},
		{"role":"tool","tool_messages":[{"id":"a","role":"tool","content":"1","requestor":"assistant","error":false},{"id":"b","role":"tool","content":"2","requestor":"assistant","error":true}]}]}`,
		[]string{"user", "tool a success: 1", "tool b failure: 2"},
	},
	{
		"arguments that the recording lost",
		`{"id":"x","args_missing":true,"tools":[{"name":"f","effect":"read","via":"execute-tool"}],"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}]}`,
		[]string{"assistant | a f"},
	},
}

func TestDialects(t *testing.T) {
	t.Parallel()
	for _, test := range dialectTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if chat.Format().Sniff([]byte(test.text)) == 0 {
				t.Error("not recognised")
			}
			runs, broken := formattest.Read(t, chat.Format(), "x", []byte(test.text))
			if len(runs) != 1 || len(broken) != 0 {
				t.Fatalf("%d runs, broken %v", len(runs), broken)
			}
			if diff := cmp.Diff(test.want, script(runs[0])); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWrappers(t *testing.T) {
	t.Parallel()
	run := `{"id":"r1","model":"m","messages":[{"role":"user","content":"hi"}]}`
	for name, text := range map[string]string{
		"array":                    "[" + run + "," + run + "]",
		"lines":                    run + "\n" + run + "\n",
		"key":                      `{"version":1,"trajectories":[` + run + "," + run + "]}",
		"pretty key":               "{\n \"data\": [\n" + run + ",\n" + run + "\n]}",
		"a wrapper on every line":  `{"runs":[` + run + `]}` + "\n" + `{"runs":[` + run + `]}`,
		"values without separator": "\n" + strings.ReplaceAll(run, ",", ",\n") + strings.ReplaceAll(run, ",", ",\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if chat.Format().Sniff([]byte(text)) == 0 {
				t.Error("not recognised")
			}
			runs, broken := formattest.Read(t, chat.Format(), "x", []byte(text))
			if len(runs) != 2 || len(broken) != 0 {
				t.Fatalf("%d runs, broken %v", len(runs), broken)
			}
			for _, run := range runs {
				if run.ID != "r1" || run.Model != "m" || run.Source != "x" || len(run.Messages) != 1 {
					t.Errorf("run: %+v", run)
				}
			}
		})
	}
}

func TestRunFacts(t *testing.T) {
	t.Parallel()
	text := `{"id":"x","model":"m","tools":[{"name":"f","effect":"read","runs_code":true,"via":"execute-tool"},
		{"type":"function","function":{"name":"g","description":"d","parameters":{"type":"object"}}},
		{"name":"h","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"idempotentHint":true}}],
		"reward":1.0,"total_cost":0.25,"usage":{"prompt_tokens":10,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4}},
		"messages":[{"role":"assistant","content":"a","timestamp":"2026-03-01T10:00:00Z"}],"run_error":"crashed"}`
	runs, _ := formattest.Read(t, chat.Format(), "x", []byte(text))
	got := runs[0]
	var tools []string
	for _, s := range got.Tools {
		tools = append(tools, strings.Join([]string{s.Name, s.Access.String(), s.Via, s.Description, string(s.Input)}, ","))
	}
	want := []string{"f,read,execute-tool,,", `g,unknown,,d,{"type":"object"}`, `h,write,,,{"type":"object"}`}
	if diff := cmp.Diff(want, tools); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	if !got.Tools[0].RunsCode || !got.Tools[2].Idempotent || got.Success == nil || !*got.Success || got.Error != "crashed" {
		t.Errorf("run: %+v", got)
	}
	if diff := cmp.Diff(&trajectory.Usage{In: 10, Out: 2, CacheRead: 4, USD: 0.25}, got.Usage); diff != "" {
		t.Errorf("usage (-want +got):\n%s", diff)
	}
	if got.Messages[0].Time.IsZero() {
		t.Error("the message has no time")
	}
}

func TestMessagesOfSeveralSessions(t *testing.T) {
	t.Parallel()
	text := `{"role":"user","content":"1","session_id":"s1"}
{"role":"assistant","content":"2","session_id":"s1"}
{"role":"user","content":"3","session_id":"s2"}
not JSON
{"role":"assistant","content":"4","session_id":"s2"}
`
	runs, broken := formattest.Read(t, chat.Format(), "x", []byte(text))
	if len(runs) != 2 || runs[0].ID != "s1" || runs[1].ID != "s2" || len(runs[1].Messages) != 2 {
		t.Errorf("%d runs", len(runs))
	}
	if len(broken) != 1 || broken[0].Line != 4 {
		t.Errorf("broken: %v", broken)
	}
}

func TestWhatStandsAroundTheMessagesIsKept(t *testing.T) {
	t.Parallel()
	text := `{"conversations":[{"from":"human","value":"hi"}],"id":"x","model":"m"}`
	runs, _ := formattest.Read(t, chat.Format(), "x", []byte(text))
	if len(runs) != 1 || runs[0].ID != "x" || runs[0].Model != "m" || len(runs[0].Messages) != 1 {
		t.Errorf("runs: %+v", runs)
	}
}

func FuzzRead(f *testing.F) {
	for _, test := range dialectTests {
		f.Add([]byte(test.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, chat.Format(), data) })
}
