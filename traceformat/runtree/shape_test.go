package runtree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/runtree"
	"github.com/sequitur-go/sequitur/trajectory"
)

// stories tells the runs of a recording in lines.
func stories(t *testing.T, f format.Format, data string) []string {
	t.Helper()
	if f.Sniff([]byte(data)) == 0 {
		t.Error("not recognised")
	}
	runs, broken := formattest.Read(t, f, "s", []byte(data))
	var lines []string
	for _, run := range runs {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("= %s of %q by %s", run.ID, run.Parent, run.Agent)))
		for i := range run.Messages {
			lines = append(lines, line(&run.Messages[i]))
		}
	}
	for _, b := range broken {
		lines = append(lines, "! "+b.Error())
	}
	return lines
}

func line(m *trajectory.Message) string {
	text := strings.TrimSpace(string(m.Role) + ": " + m.Text)
	for _, call := range m.Calls {
		text += fmt.Sprintf(" %s#%s%s", call.Tool, call.ID, call.Args)
	}
	if out := m.Outcome; out != nil {
		text += fmt.Sprintf(" #%s %s %s", m.CallID, out.Flag, out.Body)
		if out.Err != nil {
			text += " (" + out.Err.Error() + ")"
		}
	}
	if m.Usage != nil {
		text += fmt.Sprintf(" [%d %d %g]", m.Usage.In, m.Usage.Out, m.Usage.USD)
	}
	return text
}

func TestLangSmith(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data string
		want []string
	}{
		"a tree in one document": {
			`{"id":"r0","run_type":"chain","name":"LangGraph","inputs":{"messages":[{"role":"user","content":"Go."}]},"outputs":{"messages":[{"role":"user","content":"Go."},{"type":"ai","content":"Done.","tool_calls":[]}]},"child_runs":[
				{"id":"r1","run_type":"llm","start_time":"2026-01-01T00:00:01","end_time":"2026-01-01T00:00:02","inputs":{"messages":[{"role":"user","content":"Go."}]},"outputs":{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}}]},"prompt_tokens":5,"completion_tokens":2,"total_cost":"0.25"},
				{"id":"r2","run_type":"tool","name":"f","start_time":"2026-01-01T00:00:02","end_time":"2026-01-01T00:00:03","inputs":{"type":"tool_call","id":"c1","name":"f","args":{}},"outputs":{"output":{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":"7","tool_call_id":"c1","status":"success","type":"tool"}}}}]}`,
			[]string{`= r0 of "" by LangGraph`, "user: Go.", "assistant: f#c1{} [5 2 0.25]", "tool: #c1 success 7", "assistant: Done."},
		},
		"inputs and outputs as JSON in strings": {
			`[{"id":"r1","trace_id":"r1","run_type":"llm","inputs":"{\"prompts\":[\"Go.\"]}","outputs":"{\"generations\":[[{\"text\":\"Gone.\"}]]}"}]`,
			[]string{`= r1 of "" by`, "user: Go.", "assistant: Gone."},
		},
		"a page of the API": {
			`{"runs":[{"id":"r2","trace_id":"r1","parent_run_id":"r1","run_type":"tool","name":"f","inputs":{"input":"{'a': 1}"},"outputs":null,"error":null,"status":"pending"}],"cursors":{}}`,
			[]string{`= r1 of "" by`, "assistant: f#span-r2{'a': 1}"},
		},
		"no run": {
			`{"id":"r1","trace_id":"r1","run_type":"llm","outputs":{"messages":[["ai","Hi."]]}}` + "\n" + `{"id":"x"}`,
			[]string{`= r1 of "" by`, "assistant: Hi.", "! s:2: no run: an id and a run_type are expected"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, stories(t, runtree.LangSmith(), test.data)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLangfuse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data string
		want []string
	}{
		"a trace of the API": {
			`{"id":"t1","name":"bot","htmlPath":"/x","sessionId":null,"input":"Go.","output":"Done.","observations":[
				{"id":"o1","traceId":"t1","type":"GENERATION","name":"llm","parentObservationId":null,"startTime":"2026-01-01T00:00:01Z","endTime":"2026-01-01T00:00:02Z","model":"m","input":[{"role":"user","content":"Go."}],"output":{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},"usageDetails":{"input":3,"input_cached_tokens":7,"output":2,"total":12},"costDetails":{"total":0.5}},
				{"id":"o2","traceId":"t1","type":"TOOL","name":"f","parentObservationId":null,"startTime":"2026-01-01T00:00:03Z","endTime":"2026-01-01T00:00:04Z","input":{},"output":null,"level":"ERROR","statusMessage":"refused"}]}`,
			[]string{`= t1 of "" by bot`, "user: Go.", "assistant: f#c1{} [10 2 0.5]", "tool: #c1 failure  (refused)", "assistant: Done."},
		},
		"rows of an export to a store": {
			`{"id":"o1","trace_id":"t1","type":"GENERATION","parent_observation_id":"","start_time":"2026-01-01 00:00:01.000000","end_time":"2026-01-01 00:00:02.000000","provided_model_name":"m","input":"[{\"role\":\"user\",\"content\":\"Go.\"}]","output":"\"Gone.\"","usage_details":{"input":1,"output":2,"total":3}}` + "\n" +
				`{"id":"o1","trace_id":"t2","type":"GENERATION","parent_observation_id":"","start_time":"2026-01-01 00:00:01.000000","input":"Go.","output":"Gone.","usage_details":{}}`,
			[]string{`= t1 of "" by`, "user: Go.", "assistant: Gone. [1 2 0]", `= t2 of "" by`, "user: Go.", "assistant: Gone."},
		},
		"a list of traces without their observations": {
			`{"data":[{"id":"t1","name":"bot","htmlPath":"/x","input":{"messages":[{"role":"user","content":"Go."}]},"output":{"role":"assistant","content":"Gone."}}],"meta":{}}`,
			[]string{`= t1 of "" by bot`, "user: Go.", "assistant: Gone."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, stories(t, runtree.Langfuse(), test.data)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
