package mcplog

import (
	"errors"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// session is one client's traffic with one server.
type session struct {
	key, id, source string
	initialized     bool
	agent, server   string
	tools           []tool.Spec
	messages        []trajectory.Message
	// waiting holds the requests that have no answer yet, by the sender's
	// mark and the identifier, the oldest first: careless clients reuse
	// identifiers.
	waiting map[string][]pending
	// used counts how often an identifier named a call.
	used map[string]int
	// turn is the index of the message whose calls are being sent, -1 after
	// an answer.
	turn int
	open bool
}

// pending is a request that waits for its answer.
type pending struct {
	method string
	callID string
	at     time.Time
}

// serverMethodsTable names what servers ask of clients; all else is asked by
// clients.
var serverMethodsTable = map[string]bool{
	"sampling/createMessage": true, "roots/list": true, "elicitation/create": true,
}

// frame takes in one message.
func (s *session) frame(f frame) {
	method, id := f.rpc.Get("method").Text(), string(f.rpc.Get("id"))
	switch {
	case method != "" && f.rpc.Get("id").Exists():
		s.request(f, method, id)
	case method == "notifications/cancelled":
		s.cancel(f)
	case method == "":
		s.response(f, id)
	}
}

func (s *session) request(f frame, method, id string) {
	from := f.from
	if from == unknownSide {
		from = clientSide
		if serverMethodsTable[method] {
			from = serverSide
		}
	}
	p := pending{method: method, at: f.at}
	params := f.rpc.Get("params")
	switch method {
	case "tools/call":
		p.callID = s.call(f, params)
	case "initialize":
		s.agent = params.Get("clientInfo", "name").Text()
	}
	key := mark(from, id)
	s.waiting[key] = append(s.waiting[key], p)
}

// mark tells the requests of the two sides apart.
func mark(from side, id string) string { return fmt.Sprintf("%d %s", from, id) }

// call adds a call to the turn.
func (s *session) call(f frame, params stream.Value) string {
	id := f.rpc.Get("id").Text()
	s.used[id]++
	if n := s.used[id]; n > 1 {
		id = fmt.Sprintf("%s~%d", id, n)
	}
	if !s.open {
		s.messages = append(s.messages, trajectory.Message{Role: trajectory.RoleAssistant, Time: f.at})
		s.turn, s.open = len(s.messages)-1, true
	}
	turn := &s.messages[s.turn]
	turn.Calls = append(turn.Calls, tool.Call{ID: id, Tool: params.Get("name").Text(), Args: part.Args(params.Get("arguments"))})
	return id
}

// response answers the oldest request of the other side with that identifier.
func (s *session) response(f frame, id string) {
	p, ok := s.take(f.from, id)
	if !ok {
		return
	}
	result := f.rpc.Get("result")
	switch p.method {
	case "tools/call":
		s.answer(p, f.at, outcome(f.rpc))
	case "tools/list":
		s.tools = append(s.tools, anychat.Tools(result.Get("tools"))...)
	case "initialize", "server/discover":
		s.server = result.Get("serverInfo", "name").Text()
	}
}

// take finds the request that a response answers.
func (s *session) take(from side, id string) (pending, bool) {
	sides := [...]side{clientSide, serverSide}
	for _, asking := range sides {
		if asking == from {
			continue
		}
		key := mark(asking, id)
		if queue := s.waiting[key]; len(queue) > 0 {
			s.waiting[key] = queue[1:]
			if len(queue) == 1 {
				delete(s.waiting, key)
			}
			return queue[0], true
		}
	}
	return pending{}, false
}

func (s *session) answer(p pending, at time.Time, out *tool.Outcome) {
	if !p.at.IsZero() && at.After(p.at) {
		out.Elapsed = at.Sub(p.at)
	}
	s.open = false
	s.messages = append(s.messages, trajectory.Message{Role: trajectory.RoleTool, CallID: p.callID, Outcome: out, Time: at})
}

// outcome reads what a call drew.
func outcome(rpc stream.Value) *tool.Outcome {
	if failed := rpc.Get("error"); failed.Exists() {
		return &tool.Outcome{Channel: tool.ChannelMCPError, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: failed.Text()}
	}
	result := rpc.Get("result")
	out := &tool.Outcome{Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: part.Flag(result.Get("isError"), true)}
	content := result.Get("content")
	switch {
	case content.Kind() == '[' && string(content) != "[]":
		out.Body = anychat.Text(content)
	case result.Get("structuredContent").Exists():
		out.Body = result.Get("structuredContent").Text()
	case content.Kind() != '[':
		out.Body = result.Text()
	}
	return out
}

// cancel ends a call that its client gave up.
func (s *session) cancel(f frame) {
	params := f.rpc.Get("params")
	id := string(params.Get("requestId"))
	asking := f.from
	if asking == unknownSide {
		asking = clientSide
	}
	key := mark(asking, id)
	queue := s.waiting[key]
	if len(queue) == 0 || queue[0].method != "tools/call" {
		return
	}
	s.waiting[key] = queue[1:]
	why := "canceled"
	if reason := params.Get("reason").Text(); reason != "" {
		why += ": " + reason
	}
	s.answer(queue[0], f.at, &tool.Outcome{Phase: tool.PhaseSent, Err: errors.New(why)})
}

// trajectory is the session as a run, nil where it called no tool.
func (s *session) trajectory() *trajectory.Trajectory {
	if len(s.messages) == 0 && len(s.tools) == 0 {
		return nil
	}
	for i := range s.tools {
		s.tools[i].Upstream = s.server
	}
	return &trajectory.Trajectory{ID: s.id, Source: s.source, Agent: s.agent, Tools: s.tools, Messages: s.messages}
}
