package atif

import (
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// rolesTable maps the sources of steps.
var rolesTable = map[string]trajectory.Role{
	"system": trajectory.RoleSystem, "user": trajectory.RoleUser, "agent": trajectory.RoleAssistant, "assistant": trajectory.RoleAssistant,
}

// messages reads one step: what was thought, said and called, and what came
// back.
func messages(step stream.Value) []trajectory.Message {
	role, ok := rolesTable[step.Get("source").Text()]
	if !ok {
		role = trajectory.RoleUser // the environment
	}
	at := step.Get("timestamp").Time()
	text := anychat.Text(step.Get("message"))
	copied, _ := step.Get("is_copied_context").Bool()
	if copied { // an earlier trajectory made the calls and paid for them
		if text == "" {
			return nil
		}
		return []trajectory.Message{{Role: role, Text: text, Time: at}}
	}
	var all []trajectory.Message
	if thought := step.Get("reasoning_content").Text(); thought != "" {
		all = append(all, trajectory.Message{Role: trajectory.RoleAssistant, Text: thought, Thinking: true, Time: at})
	}
	said := trajectory.Message{Role: role, Text: text, Time: at, Usage: metrics(step.Get("metrics"), "")}
	for call := range step.Get("tool_calls").Elements() {
		said.Calls = append(said.Calls, tool.Call{
			ID: call.Get("tool_call_id").Text(), Tool: call.Get("function_name").Text(), Args: part.Args(call.Get("arguments")),
		})
	}
	all = append(all, said)
	return append(all, observed(step.Get("observation", "results"), said.Calls, at)...)
}

// observed reads what came back from the calls, and from elsewhere.
func observed(results stream.Value, calls []tool.Call, at time.Time) []trajectory.Message {
	var all []trajectory.Message
	for result := range results.Elements() {
		id := result.Get("source_call_id").Text()
		if id == "" && len(calls) == 1 {
			id = calls[0].ID
		}
		if id == "" && len(calls) == 0 { // an agent without tool calls reads it as a message
			if text := anychat.Text(result.Get("content")); text != "" {
				all = append(all, trajectory.Message{Role: trajectory.RoleUser, Text: text, Time: at})
			}
			continue
		}
		all = append(all, trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: outcome(result), Time: at})
	}
	return all
}

// outcome reads a result. The format itself has no flag; recorders put theirs
// into extra.
func outcome(result stream.Value) *tool.Outcome {
	extra := result.Get("extra")
	out := &tool.Outcome{
		Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: anychat.Text(result.Get("content")),
		Flag: part.Flag(extra.First("is_error", "error"), true),
	}
	if code := extra.First("exit_code", "returncode"); code.Kind() == '0' {
		exit := int(code.Int())
		out.Exit, out.Channel = &exit, tool.ChannelStdout
	}
	return out
}
