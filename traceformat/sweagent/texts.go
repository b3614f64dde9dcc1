package sweagent

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// texts reads a trajectory of roles and texts, where a command stands in the
// last code block of what the model said, and the next text is its result.
func texts(t *trajectory.Trajectory, v stream.Value) {
	c := conversation{t: t}
	for m := range v.Get("trajectory").Elements() {
		text := first(m.Get("text"), m.Get("system_prompt"))
		switch m.Get("role").Text() {
		case "system":
			t.Messages = append(t.Messages, trajectory.Message{Role: trajectory.RoleSystem, Text: text})
		case "ai", "assistant":
			c.said(text, nil, nil)
		default:
			c.heard(text, nil)
		}
	}
}

// mini reads mini-SWE-agent's messages, with calls or with code blocks.
func mini(t *trajectory.Trajectory, v stream.Value) {
	t.Agent = "mini-swe-agent"
	c := conversation{t: t}
	for m := range v.Get("messages").Elements() {
		extra := m.Get("extra")
		switch m.Get("role").Text() {
		case "system":
			t.Messages = append(t.Messages, trajectory.Message{Role: trajectory.RoleSystem, Text: anychat.Text(m.Get("content"))})
		case "assistant":
			c.turn(m, extra)
		case "tool":
			c.result(m, extra)
		case "exit":
		default:
			c.heard(anychat.Text(m.Get("content")), extra)
		}
	}
	t.Usage = part.Apart(t.Messages, t.Usage)
}

// conversation pairs what the model wrote with what it read next.
type conversation struct {
	t    *trajectory.Trajectory
	open []string // the calls of the last turn that have no result
	n    int
}

// turn reads what the model said: its calls, or the commands that were taken
// from its text.
func (c *conversation) turn(m, extra stream.Value) {
	usage := part.Usage(extra.Get("response", "usage"))
	if cost := extra.Get("cost").Float(); cost > 0 {
		if usage == nil {
			usage = &trajectory.Usage{}
		}
		usage.USD = cost
	}
	var calls []tool.Call
	for call := range m.Get("tool_calls").Elements() {
		calls = append(calls, anychat.Call(call))
	}
	if len(calls) == 0 {
		for command := range extra.Get("actions").Elements() {
			calls = append(calls, action(first(command.Get("command"), command)))
		}
	}
	from := len(c.t.Messages)
	c.said(anychat.Text(m.Get("content")), calls, usage)
	if at := extra.First("timestamp", "created").Time(); !at.IsZero() {
		for i := from; i < len(c.t.Messages); i++ {
			c.t.Messages[i].Time = at
		}
	}
}

func (c *conversation) said(text string, calls []tool.Call, usage *trajectory.Usage) {
	c.open = nil
	if len(calls) == 0 {
		if command, rest, ok := block(text); ok {
			text, calls = rest, []tool.Call{action(command)}
		}
	}
	for i := range calls {
		c.n++
		if calls[i].ID == "" {
			calls[i].ID = fmt.Sprintf("step-%d", c.n)
		}
		c.open = append(c.open, calls[i].ID)
	}
	c.t.Messages = append(c.t.Messages, trajectory.Message{Role: trajectory.RoleAssistant, Text: strings.TrimSpace(text), Calls: calls, Usage: usage})
}

// block takes the last code block out of a text.
func block(text string) (command, rest string, ok bool) {
	const fence = "```"
	end := strings.LastIndex(text, fence)
	if end < 0 {
		return "", text, false
	}
	begin := strings.LastIndex(text[:end], fence)
	if begin < 0 {
		return "", text, false
	}
	inside := text[begin+len(fence) : end]
	_, command, ok = strings.Cut(inside, "\n") // behind the language
	if !ok || strings.TrimSpace(command) == "" {
		return "", text, false
	}
	return command, text[:begin] + text[end+len(fence):], true
}

// heard is the result of the open call, or a user's word.
func (c *conversation) heard(text string, extra stream.Value) {
	if len(c.open) == 0 {
		c.t.Messages = append(c.t.Messages, trajectory.Message{Role: trajectory.RoleUser, Text: text})
		return
	}
	c.answer(c.open[0], text, extra)
}

func (c *conversation) answer(id, text string, extra stream.Value) {
	if len(c.open) > 0 && c.open[0] == id {
		c.open = c.open[1:]
	}
	out := &tool.Outcome{Channel: tool.ChannelStdout, Phase: tool.PhaseAnswered, Body: text}
	if code := extra.Get("returncode"); code.Kind() == '0' {
		exit := int(code.Int())
		out.Exit = &exit
	} else if code, ok := tagged(text); ok {
		out.Exit = &code
	}
	c.t.Messages = append(c.t.Messages, trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: out, Time: extra.Get("timestamp").Time()})
}

func (c *conversation) result(m, extra stream.Value) {
	c.answer(m.Get("tool_call_id").Text(), anychat.Text(m.Get("content")), extra)
}

// tagged reads the exit code that mini-SWE-agent shows the model.
func tagged(text string) (int, bool) {
	_, rest, ok := strings.Cut(text, "<returncode>")
	number, _, closed := strings.Cut(rest, "</returncode>")
	code, err := strconv.Atoi(strings.TrimSpace(number))
	return code, ok && closed && err == nil
}
