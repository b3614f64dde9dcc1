package responses

import (
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// step is one item, decoded: something said or thought, a call, an answer, or a
// call beside its answer.
type step struct {
	message *trajectory.Message
	call    *tool.Call
	answer  *trajectory.Message
	at      time.Time // of the call
}

// kindsTable names the calls whose arguments stand under a key of their own, and
// the tool that they call where the item does not name it.
var kindsTable = map[string]struct{ tool, args string }{
	"function_call":         {"", "arguments"},
	"custom_tool_call":      {"", "input"},
	"mcp_call":              {"", "arguments"},
	"local_shell_call":      {"local_shell", "action"},
	"shell_call":            {"shell", "action"},
	"apply_patch_call":      {"apply_patch", "operation"},
	"computer_call":         {"computer", "action"},
	"web_search_call":       {"web_search", "action"},
	"file_search_call":      {"file_search", "queries"},
	"code_interpreter_call": {"code_interpreter", "code"},
	"image_generation_call": {"image_generation", "prompt"},
	"tool_search_call":      {"tool_search", "arguments"},
}

// itemOf reads one item. It reports false for what is none.
func itemOf(v stream.Value, at time.Time) (step, bool) {
	kind := v.Get("type").Text()
	if call, ok := kindsTable[kind]; ok {
		return callOf(v, call.tool, call.args, at), true
	}
	switch {
	case strings.HasSuffix(kind, "_output"):
		return step{answer: answerOf(v, at)}, true
	case kind == "reasoning":
		return step{message: thought(v, at)}, true
	case kind == "message", kind == "" && v.Get("role").Exists() && v.Get("content").Exists():
		return said(v, at)
	}
	return step{}, false
}

var rolesTable = map[string]trajectory.Role{
	"system": trajectory.RoleSystem, "developer": trajectory.RoleSystem,
	"user": trajectory.RoleUser, "assistant": trajectory.RoleAssistant,
}

// contextTable is how the messages begin that Codex writes in the user's name.
var contextTable = [...]string{"<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<permissions instructions>"}

func said(v stream.Value, at time.Time) (step, bool) {
	role, ok := rolesTable[v.Get("role").Text()]
	m := &trajectory.Message{Role: role, ID: v.Get("id").Text(), Text: part.Text(v.Get("content")), Time: at}
	for _, start := range contextTable {
		if strings.HasPrefix(m.Text, start) && role == trajectory.RoleUser {
			m.Role = trajectory.RoleSystem
		}
	}
	return step{message: m}, ok
}

func thought(v stream.Value, at time.Time) *trajectory.Message {
	text := part.Text(v.First("summary", "content", "text"))
	if text == "[]" {
		text = "" // only encrypted
	}
	return &trajectory.Message{Role: trajectory.RoleAssistant, ID: v.Get("id").Text(), Text: text, Thinking: true, Time: at}
}

// callOf reads a call. The tools that the provider runs itself bear their result
// beside the call.
func callOf(v stream.Value, name, args string, at time.Time) step {
	if recorded := v.Get("name").Text(); recorded != "" {
		name = recorded
	}
	if space := v.First("namespace").Text(); space != "" {
		name = space + name
	}
	s := step{at: at, call: &tool.Call{ID: v.First("call_id", "id").Text(), Tool: name, Args: argsOf(v.Get(args), args)}}
	result := v.First("output", "results", "outputs", "result")
	failure := v.Get("error")
	if !result.Exists() && !failure.Exists() {
		return s
	}
	s.answer = answer(s.call.ID, result, at)
	if s.answer.Outcome.Channel = tool.ChannelText; v.Get("type").Is("mcp_call") {
		s.answer.Outcome.Channel = tool.ChannelMCPResult
	}
	if failure.Exists() {
		fail(s.answer.Outcome, failure)
	}
	return s
}

// argsOf makes an object of arguments that are a text: a patch, a program.
func argsOf(v stream.Value, name string) []byte {
	args := part.Args(v)
	if len(args) == 0 || args[0] == '{' || name == "arguments" {
		return args
	}
	quoted := v.Raw()
	if v.Kind() == 0 {
		return nil
	}
	return append(append([]byte(`{"`+name+`":`), quoted...), '}')
}

// fail takes over an error that is stated beside the result.
func fail(out *tool.Outcome, failure stream.Value) {
	out.Flag = tool.FlagFailure
	text := failure.Get("message").Text()
	if text == "" {
		text = part.Text(failure)
	}
	if out.Body == "" {
		out.Body = text
	}
}

func answerOf(v stream.Value, at time.Time) *trajectory.Message {
	m := answer(v.First("call_id", "id").Text(), v.First("output", "tools", "result"), at)
	if v.Get("status").Is("failed") {
		m.Outcome.Flag = tool.FlagFailure
	}
	return m
}

// answer makes a tool's message of an output in any of its forms.
func answer(id string, output stream.Value, at time.Time) *trajectory.Message {
	out := &tool.Outcome{Channel: tool.ChannelText}
	if !fromObject(out, output.Embedded()) && !fromShell(out, output) {
		out.Body = part.Text(output)
		fromHead(out)
	}
	return &trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: out, Time: at}
}

// fromObject reads an output that says how it came to be: Codex's text with its
// exit code, and a content with its success.
func fromObject(out *tool.Outcome, v stream.Value) bool {
	if v.Kind() != '{' {
		return false
	}
	if meta := v.Get("metadata"); meta.Kind() == '{' && v.Get("output").Exists() {
		out.Body = part.Text(v.Get("output"))
		exited(out, meta.Get("exit_code"))
		out.Elapsed = seconds(meta.Get("duration_seconds").Float())
		return true
	}
	if success := v.Get("success"); v.Get("content").Exists() && (success.Kind() == 't' || success.Kind() == 'f') {
		out.Body, out.Flag = part.Text(v.Get("content")), part.Flag(success, false)
		return true
	}
	return false
}

func exited(out *tool.Outcome, code stream.Value) {
	if code.Kind() == '0' && len(code) > 0 {
		exit := int(code.Int())
		out.Exit, out.Channel = &exit, tool.ChannelStdout
	}
}

// fromShell reads the output of the API's own shell tool: what each command
// printed, and how the last one ended.
func fromShell(out *tool.Outcome, v stream.Value) bool {
	shell := false
	var texts []string
	for element := range v.Elements() {
		outcome := element.Get("outcome")
		if !outcome.Exists() {
			return false
		}
		shell = true
		for _, key := range []string{"stdout", "stderr"} {
			if text := element.Get(key).Text(); text != "" {
				texts = append(texts, text)
			}
		}
		exited(out, outcome.Get("exit_code"))
		if outcome.Get("type").Is("timeout") {
			out.Phase, out.Flag = tool.PhaseCut, tool.FlagFailure
			texts = append(texts, "timeout")
		}
	}
	out.Body = strings.Join(texts, "\n")
	return shell
}

// headLines is how many lines of an output may belong to its head.
const headLines = 6

// fromHead reads the lines that Codex puts before a command's output. The text
// stays as the model saw it.
func fromHead(out *tool.Outcome) {
	rest := out.Body
	for range headLines {
		line, after, more := strings.Cut(rest, "\n")
		switch key, value, _ := strings.Cut(line, ": "); {
		case line == "Output:":
			return
		case key == "Exit code":
			exited(out, stream.Value(digits(value)))
		case strings.HasPrefix(line, "Process exited with code "):
			exited(out, stream.Value(digits(line[len("Process exited with code "):])))
		case key == "Wall time":
			number, _, _ := strings.Cut(value, " ")
			out.Elapsed = seconds(stream.Value(number).Float())
		case key != "Chunk ID" && key != "Total output lines" && key != "Original token count" && !strings.HasPrefix(line, "Process running"):
			return
		}
		if !more {
			return
		}
		rest = after
	}
}

// digits is the text where it is a whole number, else nothing.
func digits(text string) string {
	for i := range len(text) {
		if (text[i] < '0' || text[i] > '9') && (i > 0 || text[i] != '-') {
			return ""
		}
	}
	return text
}

func seconds(s float64) time.Duration {
	if s <= 0 || s > 1e9 {
		return 0
	}
	return time.Duration(s * float64(time.Second))
}
