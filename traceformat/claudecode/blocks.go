package claudecode

import (
	"strconv"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// turn is what one message holds, its blocks told apart.
type turn struct {
	role     trajectory.Role
	id       string
	model    string
	text     string
	thinking string
	calls    []tool.Call
	answers  []trajectory.Message
	usage    *trajectory.Usage
}

// turnOf reads a message of the API. It reports false for what is none.
func turnOf(v stream.Value) (turn, bool) {
	var t turn
	var content stream.Value
	for key, value := range v.Fields() {
		switch string(key) {
		case "role":
			t.role = trajectory.Role(value.Text())
		case "id":
			t.id = value.Text()
		case "model":
			t.model = value.Text()
		case "content":
			content = value
		case "usage":
			t.usage = part.Usage(value)
		}
	}
	switch t.role {
	case trajectory.RoleUser, trajectory.RoleAssistant, trajectory.RoleSystem:
	case trajectory.RoleTool:
		return t, false
	default:
		return t, false
	}
	if content.Kind() != '[' {
		t.text = content.Text()
		return t, content.Exists()
	}
	var texts, thoughts []string
	for block := range content.Elements() {
		switch kind := block.Get("type").Text(); {
		case kind == "thinking":
			thoughts = append(thoughts, block.Get("thinking").Text())
		case kind == "redacted_thinking":
		case kind == "tool_use", kind == "server_tool_use", kind == "mcp_tool_use":
			t.calls = append(t.calls, tool.Call{
				ID: block.Get("id").Text(), Tool: block.Get("name").Text(), Args: part.Args(block.Get("input")),
			})
		case strings.HasSuffix(kind, "tool_result"):
			t.answers = append(t.answers, answerOf(block))
		default:
			texts = append(texts, part.Text(block))
		}
	}
	t.text, t.thinking = strings.Join(texts, "\n"), strings.Join(thoughts, "\n")
	return t, true
}

// answerOf reads a block that holds a call's result. The tools that the
// provider runs itself tell their failure by the type of their content.
func answerOf(block stream.Value) trajectory.Message {
	content := block.Get("content")
	out := &tool.Outcome{Channel: tool.ChannelText, Body: part.Text(content), Flag: part.Flag(block.Get("is_error"), true)}
	if strings.HasSuffix(content.Get("type").Text(), "_error") {
		out.Flag = tool.FlagFailure
	}
	if block.Get("type").Is("mcp_tool_result") {
		out.Channel = tool.ChannelMCPResult
	}
	return trajectory.Message{Role: trajectory.RoleTool, CallID: block.Get("tool_use_id").Text(), Outcome: out}
}

// more adds what Claude Code recorded of a result beside what the model saw.
func more(out *tool.Outcome, recorded stream.Value) {
	if recorded.Kind() != '{' {
		return
	}
	if ms := recorded.First("totalDurationMs", "durationMs").Float(); ms > 0 {
		out.Elapsed = time.Duration(ms * float64(time.Millisecond))
	}
	if code := recorded.Get("code").Int(); code >= 100 && code < 600 {
		out.Status = int(code)
	}
	if cut, _ := recorded.Get("interrupted").Bool(); cut {
		out.Phase = tool.PhaseCut
	}
}

// refine says where an answer was seen, which the name of its tool tells: the
// shell's are output of a process, and begin with the exit code where that is
// not zero.
func refine(out *tool.Outcome, name string) {
	switch {
	case strings.HasPrefix(name, "mcp__"):
		out.Channel = tool.ChannelMCPResult
	case name == "Bash", name == "BashOutput":
		out.Channel = tool.ChannelStdout
		if code, ok := exitCode(out.Body); ok && out.Flag == tool.FlagFailure {
			out.Exit = &code
		}
	}
}

func exitCode(body string) (int, bool) {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(body, "Error: "), "Exit code ")
	if !ok {
		return 0, false
	}
	digits, _, _ := strings.Cut(rest, "\n")
	code, err := strconv.Atoi(strings.TrimSpace(digits))
	return code, err == nil
}
