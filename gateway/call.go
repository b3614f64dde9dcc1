package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// A flight is one tools/call on its way through the guard.
type flight struct {
	session *session
	message wire.Message // as the client wrote it
	call    tool.Call    // as the guard was given it
	set     *toolset
	started time.Time
	cancel  context.CancelCauseFunc
	token   json.RawMessage // what progress is told under, nil where nobody asked

	mu       sync.Mutex
	foreign  wire.Message // the last answer, if it is none for a guard to judge
	progress float64      // the last that the client was told
	ours     bool         // and we have told some ourselves, or called again
	attempts int
}

type flightKey struct{}

func flightOf(ctx context.Context) *flight {
	f, _ := ctx.Value(flightKey{}).(*flight)
	return f
}

// errGaveUp is the cause of a call that the client has cancelled.
var errGaveUp = errors.New("the client gave the call up")

// callTool takes a tools/call through the guard and answers it.
func (s *session) callTool(m wire.Message) {
	s.introduce(m)
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	f := &flight{session: s, message: m, started: time.Now(), cancel: cancel}
	f.token = rawjson.Get(rawjson.Get(m.Params, "_meta"), "progressToken")
	s.take(f)
	defer s.leave(f)
	f.set = s.catalog.current(ctx)
	f.call = f.read()
	within, stop := f.within(ctx)
	defer stop()
	out := f.set.invoker.Invoke(context.WithValue(f.traced(within), flightKey{}, f), f.call)
	if errors.Is(context.Cause(ctx), errGaveUp) {
		return // whoever cancels wants no answer
	}
	s.write(f.answer(out))
}

// take enters a call into the books. Two calls of one identifier are a mistake
// of the client; both are answered, and the later one can be cancelled.
func (s *session) take(f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flights[string(f.message.ID)] = f
	if f.token != nil {
		s.tokens[string(f.token)] = f
	}
}

func (s *session) leave(f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.flights[string(f.message.ID)] == f {
		delete(s.flights, string(f.message.ID))
	}
	if f.token != nil && s.tokens[string(f.token)] == f {
		delete(s.tokens, string(f.token))
	}
}

// cancel ends a call of the guard, and says whether there was one.
func (s *session) cancel(id json.RawMessage, reason string) bool {
	s.mu.Lock()
	f := s.flights[string(id)]
	s.mu.Unlock()
	if f == nil {
		return false
	}
	f.cancel(errGaveUp)
	if lower := strings.ToLower(reason); strings.Contains(lower, "timed out") || strings.Contains(lower, "timeout") {
		s.catalog.learn(time.Since(f.started))
	}
	return true
}

// read makes the guard's call of the client's message.
func (f *flight) read() tool.Call {
	params := f.message.Params
	call := tool.Call{
		ID: strings.Trim(string(f.message.ID), `"`), Tool: text(rawjson.Get(params, "name")), Args: rawjson.Get(params, "arguments"),
	}
	if spec, ok := f.set.specs[call.Tool]; ok && spec.Key != nil && spec.Key.Meta != "" {
		call.Key = text(rawjson.Get(rawjson.Get(params, "_meta"), spec.Key.Meta))
	}
	return call
}

// attempt makes one try of a call at the server. It is what the guard, and
// whatever stands within it, wrap.
func (s *session) attempt(ctx context.Context, call tool.Call) tool.Outcome {
	f := flightOf(ctx)
	f.began()
	request := f.request(ctx, &call).WithID(s.up.newID())
	var header http.Header
	if spec := f.set.specs[call.Tool]; call.Key != "" && spec.Key != nil && spec.Key.Header != "" {
		header = http.Header{spec.Key.Header: {call.Key}}
	}
	started := time.Now()
	reply := s.up.call(ctx, request, header)
	if ctx.Err() != nil && !reply.Answered() && reply.Phase != tool.PhaseNotSent {
		s.abandon(request.ID, ctx)
	}
	out := f.outcome(&reply)
	out.Elapsed = time.Since(started)
	return out
}

// abandon tells the server that nobody waits for a request any more.
func (s *session) abandon(id json.RawMessage, ctx context.Context) { //nolint:revive // the context is the evidence here
	reason := "timeout"
	if errors.Is(context.Cause(ctx), errGaveUp) {
		reason = "cancelled by the client"
	}
	params := rawjson.Set(rawjson.Set([]byte(`{}`), "requestId", id), "reason", rawjson.Quote(reason))
	s.work.Go(func() { //nolint:contextcheck // the given context has ended
		ctx, cancel := context.WithTimeout(s.ctx, restartPatience)
		defer cancel()
		s.up.tell(ctx, 0, wire.Notification("notifications/cancelled", params))
	})
}

// request is the client's own message, with what the guard has changed of it: a
// key, or another tool that is asked instead.
func (f *flight) request(ctx context.Context, call *tool.Call) wire.Message {
	params := f.message.Params
	changed := false
	set := func(name string, value json.RawMessage) { params, changed = rawjson.Set(params, name, value), true }
	if call.Tool != f.call.Tool {
		set("name", rawjson.Quote(call.Tool))
	}
	if string(call.Args) != string(f.call.Args) {
		set("arguments", call.Args)
	}
	if spec := f.set.specs[call.Tool]; call.Key != "" && spec.Key != nil && spec.Key.Meta != "" {
		set("_meta", rawjson.Set(rawjson.Get(params, "_meta"), spec.Key.Meta, rawjson.Quote(call.Key)))
	}
	params, traced := f.mark(ctx, params)
	params, numbered := f.number(params)
	if !changed && !traced && !numbered {
		return f.message
	}
	return f.message.WithParams(params)
}

// outcome is what a reply tells the guard.
func (f *flight) outcome(reply *wire.Reply) tool.Outcome {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.foreign = wire.Message{}
	switch answer := &reply.Answer; {
	case answer.Result != nil && (mcpguard.Foreign(answer.Result) || f.judgedWithin(answer.Result)), answer.Error != nil && mcpguard.ForClient(answer.Error):
		f.foreign = *answer
		return tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: "ok"}
	case answer.Result != nil:
		return mcpguard.ResultOutcome(answer.Result)
	case answer.Error != nil:
		out := mcpguard.ErrorOutcome(answer.Error)
		if reply.Status >= http.StatusBadRequest {
			out.Status, out.Header = reply.Status, reply.Header
		}
		return out
	case reply.Status >= http.StatusBadRequest:
		return tool.Outcome{
			Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure,
			Status: reply.Status, Header: reply.Header, Body: reply.Body,
		}
	case errors.Is(reply.Err, wire.ErrNoMessage): // by its status HTTP worked, which says nothing of the tool
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseCut, Flag: tool.FlagFailure, Header: reply.Header, Body: reply.Body}
	case reply.Phase == tool.PhaseCut:
		return tool.Outcome{
			Channel: tool.ChannelHTTP, Phase: tool.PhaseCut, Flag: tool.FlagFailure,
			Status: reply.Status, Header: reply.Header, Body: reply.Body, Err: reply.Err,
		}
	}
	return tool.Outcome{Channel: tool.ChannelException, Phase: reply.Phase, Flag: tool.FlagFailure, Err: reply.Err}
}

// answer is the client's answer for an outcome.
func (f *flight) answer(out tool.Outcome) []byte {
	id := f.message.ID
	f.mu.Lock()
	foreign := f.foreign
	f.mu.Unlock()
	if foreign.Raw != nil && out.Structured == nil && out.Err == nil {
		answer := foreign.WithID(id)
		return answer.Raw
	}
	judged := out.Structured != nil || out.Note != ""
	switch {
	case !judged && out.Channel == tool.ChannelMCPError && json.Valid([]byte(out.Body)):
		return wire.Failure(id, json.RawMessage(out.Body))
	case !judged && out.Channel != tool.ChannelMCPResult:
		return wire.Failure(id, wire.ErrorObject(codeInternal, plain(&out)))
	}
	if !judged && out.Err == nil {
		return wire.Result(id, out.Body) // as it came, and copied once: it may be large
	}
	shape := mcpguard.Shape{
		OutputSchema: len(f.set.specs[f.call.Tool].Output) > 0,
		ResultType:   rawjson.Get(rawjson.Get(f.message.Params, "_meta"), "io.modelcontextprotocol/protocolVersion") != nil,
	}
	return wire.Result(id, mcpguard.Result(out, shape))
}

// plain is what a client is told of an outcome that no guard has judged.
func plain(out *tool.Outcome) string {
	switch {
	case out.Body != "":
		return out.Body
	case out.Err != nil:
		return out.Err.Error()
	default:
		return "the server gave no answer"
	}
}

// listTools asks the server for a page of its tools.
func (s *session) listTools(ctx context.Context, params json.RawMessage) (json.RawMessage, error) {
	reply := s.up.call(ctx, wire.Request(s.up.newID(), "tools/list", params), nil)
	if reply.Answer.Result != nil {
		return reply.Answer.Result, nil
	}
	return nil, errors.Join(reply.Err, answerError(&reply))
}
