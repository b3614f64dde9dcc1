package sweagent

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// commandsTable names the commands that SWE-agent adds to the shell.
var commandsTable = map[string]bool{
	"open": true, "goto": true, "scroll_up": true, "scroll_down": true, "create": true, "edit": true, "search_dir": true,
	"search_file": true, "find_file": true, "submit": true, "str_replace_editor": true, "insert": true, "append": true,
	"filemap": true, "undo_edit": true, "exit_forfeit": true, "exit_cost": true, "exit_context": true, "exit_format": true, "skip": true,
}

// action makes a call of a command that the model wrote.
func action(text string) tool.Call {
	command := strings.TrimSpace(text)
	name, _, _ := strings.Cut(strings.TrimSpace(strings.SplitN(command, "\n", 2)[0]), " ")
	if !commandsTable[name] {
		name = "bash"
	}
	args, _ := json.Marshal(map[string]string{"command": command}) //nolint:errchkjson // a text can always be written
	return tool.Call{Tool: name, Args: args}
}

// steps reads the steps of SWE-agent, with the prompts from its history.
func steps(t *trajectory.Trajectory, v stream.Value) {
	calls := prompts(t, v.Get("history"))
	n := 0
	for step := range v.Get("trajectory").Elements() {
		n++
		said := trajectory.Message{Role: trajectory.RoleAssistant, Text: strings.TrimSpace(step.Get("thought").Text())}
		command := step.Get("action").Text()
		if said.Text == "" && command == "" {
			said.Text = step.Get("response").Text()
		}
		call := action(command)
		if n <= len(calls) && len(calls[n-1]) == 1 {
			call = calls[n-1][0]
		}
		if call.ID == "" {
			call.ID = fmt.Sprintf("step-%d", n)
		}
		if strings.TrimSpace(command) == "" && call.Tool == "bash" { // the model wrote no command
			t.Messages = append(t.Messages, said, trajectory.Message{Role: trajectory.RoleUser, Text: step.Get("observation").Text()})
			continue
		}
		said.Calls = []tool.Call{call}
		out := &tool.Outcome{
			Channel: tool.ChannelStdout, Phase: tool.PhaseAnswered, Body: step.Get("observation").Text(),
			Elapsed: time.Duration(step.Get("execution_time").Float() * float64(time.Second)),
		}
		t.Messages = append(t.Messages, said, trajectory.Message{Role: trajectory.RoleTool, CallID: call.ID, Outcome: out})
	}
}

// prompts adds what the model read before its first step, and returns the calls
// of each of its turns, for models that call tools. A demonstration is no
// user's word.
func prompts(t *trajectory.Trajectory, history stream.Value) [][]tool.Call {
	var calls [][]tool.Call
	for m := range history.Elements() {
		demo, _ := m.Get("is_demo").Bool()
		role := m.Get("role").Text()
		if role == "assistant" && !demo {
			var turn []tool.Call
			for call := range m.Get("tool_calls").Elements() {
				turn = append(turn, anychat.Call(call))
			}
			calls = append(calls, turn)
			continue
		}
		if len(calls) > 0 || role != "system" && role != "user" {
			continue
		}
		as := trajectory.RoleUser
		if role == "system" || demo {
			as = trajectory.RoleSystem
		}
		t.Messages = append(t.Messages, trajectory.Message{Role: as, Text: anychat.Text(m.Get("content"))})
	}
	if n := len(calls); n > 0 && len(calls[0]) == 0 && len(calls[n-1]) == 0 {
		return nil
	}
	return calls
}
