package geminicli

import (
	"strconv"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// read1 reads one message. What the program tells the user alone (info,
// warnings) is none of the conversation.
func read1(v stream.Value) entry {
	e := entry{id: v.Get("id").Text()}
	at := v.Get("timestamp").Time()
	switch v.Get("type").Text() {
	case "user":
		e.messages = []trajectory.Message{{Role: trajectory.RoleUser, ID: e.id, Text: anychat.Text(v.Get("content")), Time: at}}
	case "gemini":
		e.model = v.Get("model").Text()
		e.messages = turn(v, at)
	case "error":
		e.failed = anychat.Text(v.Get("content"))
	}
	return e
}

// turn reads what the model thought, said and called, and the results, which
// stand with the calls.
func turn(v stream.Value, at time.Time) []trajectory.Message {
	var all []trajectory.Message
	for thought := range v.Get("thoughts").Elements() {
		text := strings.TrimSpace(thought.Get("subject").Text() + "\n" + thought.Get("description").Text())
		all = append(all, trajectory.Message{Role: trajectory.RoleAssistant, Text: text, Thinking: true, Time: thought.Get("timestamp").Time()})
	}
	said := trajectory.Message{
		Role: trajectory.RoleAssistant, ID: v.Get("id").Text(), Text: anychat.Text(v.Get("content")), Time: at, Usage: usage(v.Get("tokens")),
	}
	var results []trajectory.Message
	for call := range v.Get("toolCalls").Elements() {
		id := call.Get("id").Text()
		said.Calls = append(said.Calls, tool.Call{ID: id, Tool: call.Get("name").Text(), Args: part.Args(call.Get("args"))})
		if out := outcome(call); out != nil {
			results = append(results, trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: out, Time: call.Get("timestamp").Time()})
		}
	}
	return append(append(all, said), results...)
}

// usage reads a usage. Thoughts are a part of what came out, and what tools put
// into the prompt of what went in.
func usage(v stream.Value) *trajectory.Usage {
	u := trajectory.Usage{
		In: v.Get("input").Int() + v.Get("tool").Int(), Out: v.Get("output").Int() + v.Get("thoughts").Int(), CacheRead: v.Get("cached").Int(),
	}
	if u == (trajectory.Usage{}) {
		return nil
	}
	return &u
}

// outcome reads how a call ended, nil where it did not yet.
func outcome(call stream.Value) *tool.Outcome {
	status, result := call.Get("status").Text(), call.Get("result")
	out := &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered}
	switch status {
	case "success":
		out.Flag = tool.FlagSuccess
	case "error", "cancelled":
		out.Flag = tool.FlagFailure
	default:
		if !result.Exists() {
			return nil
		}
	}
	var texts []string
	for element := range result.Elements() {
		response := element.Get("functionResponse", "response")
		body := response.First("output", "error", "llmContent")
		switch {
		case body.Exists():
			texts = append(texts, anychat.Text(body))
		case response.Exists():
			texts = append(texts, response.Text())
		default:
			texts = append(texts, anychat.Text(element))
		}
	}
	out.Body = strings.Join(texts, "\n")
	switch {
	case out.Body == "" && result.Kind() == '"':
		out.Body = result.Text()
	case out.Body == "" && out.Flag == tool.FlagFailure:
		out.Body = call.Get("resultDisplay").Text()
	}
	exit(out, call.Get("name").Text())
	return out
}

// exit reads a command's exit code, which stands in its text.
func exit(out *tool.Outcome, name string) {
	if name != "run_shell_command" {
		return
	}
	out.Channel = tool.ChannelStdout
	for line := range strings.Lines(out.Body) {
		if text, ok := strings.CutPrefix(line, "Exit Code: "); ok {
			if code, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
				out.Exit = &code
			}
		}
	}
}
