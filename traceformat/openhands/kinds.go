package openhands

import (
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// kindsTable maps the kinds of events of the SDK to their readers. The others
// that are listed carry nothing that was said or done.
var kindsTable = map[string]func(h *history, v stream.Value, at time.Time){
	"SystemPromptEvent": func(h *history, v stream.Value, at time.Time) {
		h.system(anychat.Text(v.Get("system_prompt")), v.Get("tools"), at)
	},
	"MessageEvent":                 (*history).message,
	"ActionEvent":                  (*history).actionEvent,
	"ObservationEvent":             (*history).observationEvent,
	"UserRejectObservation":        rejected("rejection_reason"),
	"AgentErrorEvent":              rejected("error"),
	"ConversationErrorEvent":       (*history).broke,
	"Condensation":                 nothing,
	"CondensationRequest":          nothing,
	"CondensationSummaryEvent":     nothing,
	"PauseEvent":                   nothing,
	"ConversationStateUpdateEvent": nothing,
	"LLMCompletionLogEvent":        nothing,
	"TokenEvent":                   nothing,
}

func nothing(*history, stream.Value, time.Time) {}

// message reads what a user or the agent said.
func (h *history) message(v stream.Value, at time.Time) {
	said := v.Get("llm_message")
	text := anychat.Text(said.Get("content"))
	if v.Get("source").Is("agent") || said.Get("role").Is("assistant") {
		h.said(text, said.Get("reasoning_content").Text(), at)
		return
	}
	h.add(trajectory.Message{Role: trajectory.RoleUser, Text: text, Time: at})
}

// actionEvent reads a call. Calls of one answer of the model are one turn.
func (h *history) actionEvent(v stream.Value, at time.Time) {
	call := anychat.Call(v.Get("tool_call"))
	call.ID, call.Tool = v.Get("tool_call_id").Text(), v.Get("tool_name").Text()
	if call.Args == nil {
		call.Args = part.Args(v.Get("action"))
	}
	if call.ID == "" {
		call.ID = "event-" + v.Get("id").Text()
	}
	turn := h.turn(v.Get("llm_response_id").Text(), 1, anychat.Text(v.Get("thought")), v.Get("reasoning_content").Text(), at)
	turn.Calls = append(turn.Calls, call)
	h.calls[v.Get("id").Text()] = call.ID
}

// observationEvent reads a result.
func (h *history) observationEvent(v stream.Value, at time.Time) {
	seen := v.Get("observation")
	out := &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Flag: part.Flag(seen.First("is_error", "error"), true)}
	body := seen.First("content", "output", "message", "result")
	if out.Body = anychat.Text(body); !body.Exists() {
		out.Body = seen.Text()
	}
	if text := seen.Get("error"); text.Kind() == '"' && text.Text() != "" {
		out.Flag, out.Body = tool.FlagFailure, text.Text()
	}
	code := seen.Get("metadata", "exit_code")
	if code.Kind() != '0' {
		code = seen.Get("exit_code")
	}
	exit(out, code)
	h.answer(h.callOf(v), out, at)
}

// callOf is the call that an event answers.
func (h *history) callOf(v stream.Value) string {
	if id := v.Get("tool_call_id").Text(); id != "" {
		return id
	}
	return h.calls[v.Get("action_id").Text()]
}

// rejected reads a call that was not run, or not as a tool: the reason stands
// in a field.
func rejected(field string) func(h *history, v stream.Value, at time.Time) {
	return func(h *history, v stream.Value, at time.Time) {
		out := &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: v.Get(field).Text()}
		h.answer(h.callOf(v), out, at)
	}
}

// broke reads how a conversation ended.
func (h *history) broke(v stream.Value, _ time.Time) {
	h.run().Error = v.Get("code").Text()
	if detail := v.Get("detail").Text(); detail != "" {
		h.run().Error += ": " + detail
	}
}
