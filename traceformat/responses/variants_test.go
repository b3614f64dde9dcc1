package responses_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/responses"
	"github.com/sequitur-go/sequitur/trajectory"
)

// script writes runs as lines.
func script(runs []*trajectory.Trajectory) []string {
	var lines []string
	for _, t := range runs {
		lines = append(lines, fmt.Sprintf("run %s %s %s %s", t.ID, t.Model, t.Parent, t.Error))
		for i := range t.Messages {
			lines = append(lines, message(&t.Messages[i]))
		}
	}
	return lines
}

func message(m *trajectory.Message) string {
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
	if m.Usage != nil {
		line += fmt.Sprintf(" (%d in, %d out)", m.Usage.In, m.Usage.Out)
	}
	if o := m.Outcome; o != nil {
		line += fmt.Sprintf(" %s %s", m.CallID, o.Flag)
		if o.Exit != nil {
			line += fmt.Sprintf(" exit %d", *o.Exit)
		}
		line += ": " + o.Body
	}
	return line
}

// item and event make lines of a rollout.
func item(payload string) string  { return `{"type":"response_item","payload":` + payload + "}\n" }
func event(payload string) string { return `{"type":"event_msg","payload":` + payload + "}\n" }

func call(id string) string {
	return item(`{"type":"function_call","name":"shell","arguments":"{}","call_id":"` + id + `"}`)
}

func output(id, text string) string {
	return item(`{"type":"function_call_output","call_id":"` + id + `","output":"` + text + `"}`)
}

func count(total, last int) string {
	return event(fmt.Sprintf(`{"type":"token_count","info":{"total_token_usage":{"input_tokens":%d},"last_token_usage":{"input_tokens":%d,"output_tokens":1}}}`, total, last))
}

var variantTests = []struct {
	name, text string
	want       []string
}{
	{
		"parallel calls, recorded one behind the other",
		call("a") + call("b") + output("a", "1") + output("b", "2"),
		[]string{"run x#1   ", "assistant | a shell{} | b shell{}", "tool a none: 1", "tool b none: 2"},
	},
	{
		"without counts an answer ends the turn",
		call("a") + output("a", "1") + call("b") + output("b", "2"),
		[]string{"run x#1   ", "assistant | a shell{}", "tool a none: 1", "assistant | b shell{}", "tool b none: 2"},
	},
	{
		"with counts parallel calls may be answered one by one; a repeated count is one",
		call("x") + output("x", "0") + count(10, 10) + count(10, 10) + call("a") + output("a", "1") + call("b") + output("b", "2") + count(30, 20) +
			call("c") + count(60, 30),
		[]string{
			"run x#1   ", "assistant | x shell{} (10 in, 1 out)", "tool x none: 0",
			"assistant | a shell{} | b shell{} (20 in, 1 out)", "tool a none: 1", "tool b none: 2", "assistant | c shell{} (30 in, 1 out)",
		},
	},
	{
		"a sub-agent's session, its context, and why it ended",
		`{"type":"session_meta","payload":{"id":"s1","source":{"subagent":{"thread_spawn":{"parent_thread_id":"s0"}}}}}` + "\n" +
			`{"type":"turn_context","payload":{"model":"m"}}` + "\n" +
			item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x"}]}`) +
			item(`{"type":"reasoning","summary":[],"encrypted_content":"x"}`) +
			event(`{"type":"user_message","message":"twice"}`) + event(`{"type":"turn_aborted","reason":"interrupted"}`),
		[]string{"run s1 m s0 turn aborted: interrupted", "system: <environment_context>x"},
	},
	{
		"two sessions in one file",
		`{"type":"session_meta","payload":{"id":"s1"}}` + "\n" + call("a") + `{"type":"session_meta","payload":{"id":"s2"}}` + "\n" + call("a"),
		[]string{"run s1   ", "assistant | a shell{}", "run s2   ", "assistant | a shell{}"},
	},
	{
		"events tell more of an answer",
		call("a") + event(`{"type":"exec_command_end","call_id":"a","exit_code":3,"duration":{"secs":1,"nanos":0}}`) + output("a", "x") +
			item(`{"type":"function_call","name":"m","namespace":"mcp__s__","arguments":"{}","call_id":"b"}`) + output("b", "y") +
			event(`{"type":"mcp_tool_call_end","call_id":"b","result":{"Ok":{"content":[],"isError":true}}}`),
		[]string{"run x#1   ", "assistant | a shell{}", "tool a none exit 3: x", "assistant | b mcp__s__m{}", "tool b failure: y"},
	},
	{
		"heads of outputs",
		call("a") + output("a", `Chunk ID: 1\nWall time: 0.5 seconds\nProcess exited with code 2\nOutput:\nExit code: 9`) +
			call("b") + output("b", `Exit code: 9 apples`) + call("c") + output("c", `{\"content\":\"no\",\"success\":false}`),
		[]string{
			"run x#1   ", "assistant | a shell{}", "tool a none exit 2: Chunk ID: 1\nWall time: 0.5 seconds\nProcess exited with code 2\nOutput:\nExit code: 9",
			"assistant | b shell{}", "tool b none: Exit code: 9 apples", "assistant | c shell{}", "tool c failure: no",
		},
	},
	{
		"an answer of the API, with tools that the provider runs",
		`{"object":"response","id":"r1","model":"m","usage":{"input_tokens":7,"output_tokens":2},"output":[
		{"type":"mcp_call","id":"p","name":"f","server_label":"s","arguments":"{\"x\":1}","error":"not found","output":null},
		{"type":"web_search_call","id":"w","action":{"type":"search","query":"q"},"status":"completed"},
		{"type":"message","role":"assistant","content":[{"type":"output_text","text":"so"}]}]}`,
		[]string{
			"run r1 m  ", `assistant | p f{"x":1}`, "tool p failure: not found",
			`assistant: so | w web_search{"type":"search","query":"q"} (7 in, 2 out)`,
		},
	},
	{
		"the API's shell",
		`[{"type":"shell_call","call_id":"a","action":{"commands":["ls"]}},
		{"type":"shell_call_output","call_id":"a","output":[{"stdout":"x","stderr":"e","outcome":{"type":"exit","exit_code":1}}]},
		{"type":"shell_call","call_id":"b","action":{"commands":["sleep 99"]}},
		{"type":"shell_call_output","call_id":"b","output":[{"stdout":"","stderr":"","outcome":{"type":"timeout"}}]},
		{"type":"custom_tool_call","call_id":"c","name":"python","input":"print(1)"}]`,
		[]string{
			"run x#1   ", `assistant | a shell{"commands":["ls"]}`, "tool a none exit 1: x\ne",
			`assistant | b shell{"commands":["sleep 99"]}`, "tool b failure: timeout", `assistant | c python{"input":"print(1)"}`,
		},
	},
	{
		"codex exec --json",
		`{"type":"thread.started","thread_id":"t1"}
{"type":"item.started","item":{"id":"i1","type":"command_execution","command":"false","status":"in_progress"}}
{"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"false","aggregated_output":"x","exit_code":1,"status":"failed"}}
{"type":"item.completed","item":{"id":"i2","type":"mcp_tool_call","server":"s","tool":"f","arguments":{"a":1},"error":{"message":"gone"},"status":"failed"}}
{"type":"item.completed","item":{"id":"i3","type":"agent_message","text":"so"}}
{"type":"turn.failed","error":{"message":"stream cut"}}
`,
		[]string{
			"run t1   stream cut", `assistant | i1 shell{"command":"false"}`, "tool i1 failure exit 1: x",
			`assistant | i2 s.f{"a":1}`, "tool i2 failure: gone", "assistant: so",
		},
	},
	{
		"old rollouts: items without an envelope",
		`{"id":"s1","timestamp":"2025-06-01T10:00:00Z","instructions":null}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}
{"type":"local_shell_call","call_id":"a","action":{"type":"exec","command":["ls"]},"status":"completed"}
{"type":"function_call_output","call_id":"a","output":"{\"output\":\"x\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.1}}"}
`,
		[]string{"run s1   ", "user: hi", `assistant | a local_shell{"type":"exec","command":["ls"]}`, "tool a none exit 0: x"},
	},
}

func TestVariants(t *testing.T) {
	t.Parallel()
	for _, test := range variantTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if responses.Format().Sniff([]byte(test.text)) == 0 {
				t.Error("not recognised")
			}
			runs, broken := formattest.Read(t, responses.Format(), "x", []byte(test.text))
			if len(broken) > 0 {
				t.Errorf("broken: %v", broken)
			}
			if diff := cmp.Diff(test.want, script(runs)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTurnsOfCodexExecAddUp(t *testing.T) {
	t.Parallel()
	text := `{"type":"thread.started","thread_id":"t1"}
{"type":"item.completed","item":{"id":"i3","type":"agent_message","text":"so"}}
{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":4,"output_tokens":1}}
{"type":"turn.completed","usage":{"input_tokens":20,"output_tokens":2}}
`
	runs, _ := formattest.Read(t, responses.Format(), "x", []byte(text))
	if diff := cmp.Diff(&trajectory.Usage{In: 30, Out: 3, CacheRead: 4}, runs[0].Usage); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestToolsOfARequest(t *testing.T) {
	t.Parallel()
	text := `{"body":{"instructions":"be brief","input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}],
		"tools":[{"type":"function","name":"f","description":"d","parameters":{"type":"object"}},{"type":"web_search"}]},"response":{"id":"r","error":{"message":"overloaded"}}}`
	runs, _ := formattest.Read(t, responses.Format(), "x", []byte(text))
	want := []tool.Spec{{Name: "f", Description: "d", Input: []byte(`{"type":"object"}`)}}
	if diff := cmp.Diff(want, runs[0].Tools); diff != "" || runs[0].ID != "r" || runs[0].Error != "overloaded" {
		t.Errorf("%s %s (-want +got):\n%s", runs[0].ID, runs[0].Error, diff)
	}
}

func FuzzRead(f *testing.F) {
	for _, test := range variantTests {
		f.Add([]byte(test.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, responses.Format(), data) })
}
