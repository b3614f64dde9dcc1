package pi

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

// messages reads one message. The entry's time stands in for its own.
func messages(v stream.Value, at time.Time) []trajectory.Message {
	if own := v.Get("timestamp").Time(); !own.IsZero() {
		at = own
	}
	switch v.Get("role").Text() {
	case "assistant":
		return assistant(v, at)
	case "toolResult":
		return []trajectory.Message{{
			Role: trajectory.RoleTool, CallID: v.Get("toolCallId").Text(), Outcome: outcome(v), Time: at,
		}}
	case "bashExecution": // the user ran it, and the model reads it
		text := "$ " + v.Get("command").Text() + "\n" + v.Get("output").Text()
		return []trajectory.Message{{Role: trajectory.RoleUser, Text: text, Time: at}}
	case "compactionSummary", "branchSummary":
		return note(v.Get("summary"), v)
	default:
		return []trajectory.Message{{Role: trajectory.RoleUser, Text: anychat.Text(v.Get("content")), Time: at}}
	}
}

// note is a text that the program put before the model.
func note(text, v stream.Value) []trajectory.Message {
	return []trajectory.Message{{Role: trajectory.RoleSystem, Text: anychat.Text(text), Time: v.Get("timestamp").Time()}}
}

// assistant reads a turn: what was thought stands before it.
func assistant(v stream.Value, at time.Time) []trajectory.Message {
	all := anychat.Messages(v, trajectory.RoleAssistant)
	for i := range all {
		all[i].Time = at
	}
	if n := len(all); n > 0 {
		all[n-1].Usage = usage(v.Get("usage"))
		all[n-1].ID = v.Get("responseId").Text()
	}
	return all
}

// usage reads a usage, which counts what came from a cache beside the input.
func usage(v stream.Value) *trajectory.Usage {
	u := trajectory.Usage{
		In: v.Get("input").Int(), Out: v.Get("output").Int(),
		CacheRead: v.Get("cacheRead").Int(), CacheWrite: v.Get("cacheWrite").Int(), USD: v.Get("cost", "total").Float(),
	}
	u.In += u.CacheRead + u.CacheWrite
	if u == (trajectory.Usage{}) {
		return nil
	}
	return &u
}

// outcome reads a result. A command's exit code stands in its text, unless it
// is 0.
func outcome(v stream.Value) *tool.Outcome {
	out := &tool.Outcome{
		Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Flag: part.Flag(v.Get("isError"), true), Body: anychat.Text(v.Get("content")),
	}
	if !v.Get("toolName").Is("bash") {
		return out
	}
	out.Channel = tool.ChannelStdout
	const words = "Command exited with code "
	if at := strings.LastIndex(out.Body, words); at >= 0 {
		if code, err := strconv.Atoi(strings.TrimSpace(out.Body[at+len(words):])); err == nil {
			out.Exit = &code
		}
	}
	return out
}
