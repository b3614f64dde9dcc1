package claudecode_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/claudecode"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/trajectory"
)

// script writes runs as lines.
func script(runs []*trajectory.Trajectory) []string {
	var lines []string
	for _, t := range runs {
		head := "run " + t.ID
		if t.Parent != "" {
			head += " of " + t.Parent
		}
		if t.Agent != "" {
			head += " (" + t.Agent + ")"
		}
		if t.Error != "" {
			head += ": " + t.Error
		}
		lines = append(lines, head)
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
		line += " | " + c.ID + " " + c.Tool
	}
	if o := m.Outcome; o != nil {
		line += " " + m.CallID + " " + o.Flag.String() + ": " + o.Body
	}
	return line
}

// line makes a line of a session file.
func line(kind, more, message string) string {
	return `{"type":"` + kind + `","sessionId":"s"` + more + `,"message":` + message + "}\n"
}

var variantTests = []struct {
	name, text string
	want       []string
}{
	{
		"results between the blocks of one message",
		line("assistant", "", `{"role":"assistant","id":"m1","content":[{"type":"tool_use","id":"a","name":"Read","input":{}}]}`) +
			line("user", "", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}`) +
			line("assistant", "", `{"role":"assistant","id":"m1","content":[{"type":"tool_use","id":"b","name":"Read","input":{}}]}`) +
			line("user", "", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"2"}]}`),
		[]string{"run s", "assistant | a Read | b Read", "tool a none: 1", "tool b none: 2"},
	},
	{
		"thoughts stand apart",
		line("assistant", "", `{"role":"assistant","id":"m1","content":[{"type":"thinking","thinking":"hm","signature":"x"}]}`) +
			line("assistant", "", `{"role":"assistant","id":"m1","content":[{"type":"text","text":"so"}]}`),
		[]string{"run s", "assistant thinks: hm", "assistant: so"},
	},
	{
		"a sub-agent by its identifier, in a file of its own",
		line("user", `,"isSidechain":true,"agentId":"a1"`, `{"role":"user","content":"look"}`) +
			line("assistant", `,"isSidechain":true,"agentId":"a1"`, `{"role":"assistant","id":"m1","content":[{"type":"text","text":"done"}]}`),
		[]string{"run s/a1 of s (a1)", "user: look", "assistant: done"},
	},
	{
		"two sub-agents at once, told apart by their lines",
		line("assistant", `,"uuid":"u0"`, `{"role":"assistant","id":"m0","content":[{"type":"tool_use","id":"t1","name":"Task","input":{"prompt":"p1","subagent_type":"coder"}}]}`) +
			line("user", `,"isSidechain":true,"uuid":"u1","parentUuid":null`, `{"role":"user","content":"p1"}`) +
			line("user", `,"isSidechain":true,"uuid":"u2","parentUuid":null`, `{"role":"user","content":"p2"}`) +
			line("assistant", `,"isSidechain":true,"uuid":"u3","parentUuid":"u1"`, `{"role":"assistant","id":"m1","content":[{"type":"text","text":"1"}]}`) +
			line("assistant", `,"isSidechain":true,"uuid":"u4","parentUuid":"u2"`, `{"role":"assistant","id":"m2","content":[{"type":"text","text":"2"}]}`),
		[]string{
			"run s", "assistant | t1 Task", "run s/u1 of s (coder)", "user: p1", "assistant: 1",
			"run s/u2 of s", "user: p2", "assistant: 2",
		},
	},
	{
		"lines that stand there twice",
		line("user", `,"uuid":"u1"`, `{"role":"user","content":"hi"}`) + line("user", `,"uuid":"u1"`, `{"role":"user","content":"hi"}`),
		[]string{"run s", "user: hi"},
	},
	{
		"what the user did not write, and other lines",
		`{"type":"summary","summary":"x","leafUuid":"l"}` + "\n" + `{"type":"file-history-snapshot","snapshot":{}}` + "\n" +
			line("user", `,"isMeta":true`, `{"role":"user","content":"Caveat"}`) + line("user", "", `{"role":"user","content":"hi"}`),
		[]string{"run s", "system: Caveat", "user: hi"},
	},
	{
		"an API error ends the run",
		line("user", "", `{"role":"user","content":"hi"}`) +
			line("assistant", `,"isApiErrorMessage":true`, `{"role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"API Error: 529"}]}`),
		[]string{"run s: API Error: 529", "user: hi"},
	},
	{
		"the user interrupts beside a result",
		line("user", "", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"refused","is_error":true},{"type":"text","text":"[Request interrupted by user]"}]}`),
		[]string{"run s", "tool a failure: refused", "user: [Request interrupted by user]"},
	},
	{
		"the last line breaks off",
		line("user", "", `{"role":"user","content":"hi"}`) + line("user", "", `{"role":"user","content":"ho"}`)[:60],
		[]string{"run s", "user: hi", "broken 2"},
	},
	{
		"several sessions in one file",
		line("user", "", `{"role":"user","content":"hi"}`) + strings.Replace(line("user", "", `{"role":"user","content":"ho"}`), `"s"`, `"t"`, 1) +
			line("user", "", `{"role":"user","content":"back"}`),
		[]string{"run s", "user: hi", "run t", "user: ho", "run s~2", "user: back"},
	},
	{
		"request and response of the API, with tools run by the provider",
		`{"request":{"model":"m","system":[{"type":"text","text":"be brief"}],"tools":[{"name":"f","input_schema":{"type":"object"}}],
		"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"z","content":""}]}]},
		"response":{"role":"assistant","content":[{"type":"server_tool_use","id":"w","name":"web_search","input":{"query":"q"}},
		{"type":"web_search_tool_result","tool_use_id":"w","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},{"type":"text","text":"so"}],
		"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":5}}}`,
		[]string{
			"run x#1", "system: be brief", "tool z none: ", "assistant: so | w web_search",
			`tool w failure: {"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}`,
		},
	},
	{
		"messages of the API, one a line",
		`{"role":"assistant","id":"m1","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}` + "\n" +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"image","source":{}}]}]}` + "\n",
		[]string{"run x#1", "assistant | a f", "tool a none: [image]"},
	},
}

func TestVariants(t *testing.T) {
	t.Parallel()
	for _, test := range variantTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if claudecode.Format().Sniff([]byte(test.text)) == 0 {
				t.Error("not recognised")
			}
			runs, broken := formattest.Read(t, claudecode.Format(), "x", []byte(test.text))
			got := script(runs)
			for _, b := range broken {
				got = append(got, fmt.Sprintf("broken %d", b.Line))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestLineByLineWouldDiffer keeps the reason for this reader: the blocks of the
// sample's messages stand on more lines than there are messages.
func TestLineByLineWouldDiffer(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Count(string(data), `"type":"assistant"`) + strings.Count(string(data), `"type": "assistant"`)
	turns := 0
	runs, _ := formattest.Read(t, claudecode.Format(), "x", data)
	for _, run := range runs {
		for i := range run.Messages {
			if run.Messages[i].Role == trajectory.RoleAssistant {
				turns++
			}
		}
	}
	if turns != 20 || lines <= turns {
		t.Errorf("%d turns on %d lines, want 20 turns on more lines", turns, lines)
	}
}

func TestWhatIsRecordedBesideTheResult(t *testing.T) {
	t.Parallel()
	ask := line("assistant", "", `{"role":"assistant","id":"m1","content":[{"type":"tool_use","id":"a","name":"Bash","input":{}},{"type":"tool_use","id":"b","name":"mcp__x__y","input":{}},{"type":"tool_use","id":"c","name":"WebFetch","input":{}}]}`)
	text := ask +
		line("user", `,"toolUseResult":"Error: Exit code 127"`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"Exit code 127\nnot found","is_error":true}]}`) +
		line("user", `,"toolUseResult":[{"type":"text"}]`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"x"}]}`) +
		line("user", `,"toolUseResult":{"code":404,"durationMs":1500,"interrupted":true}`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"x"}]}`)
	runs, _ := formattest.Read(t, claudecode.Format(), "x", []byte(text))
	var got []tool.Outcome
	for i := range runs[0].Messages {
		if o := runs[0].Messages[i].Outcome; o != nil {
			got = append(got, *o)
		}
	}
	want := []tool.Outcome{
		{Channel: tool.ChannelStdout, Flag: tool.FlagFailure, Body: "Exit code 127\nnot found", Exit: new(127)},
		{Channel: tool.ChannelMCPResult, Body: "x"},
		{Channel: tool.ChannelText, Body: "x", Status: 404, Elapsed: 1_500_000_000, Phase: tool.PhaseCut},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzRead(f *testing.F) {
	for _, test := range variantTests {
		f.Add([]byte(test.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, claudecode.Format(), data) })
}
