package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// fromClient sends a message of the client on. It does not wait for answers.
func (s *session) fromClient(m wire.Message) {
	switch {
	case m.IsAnswer():
		s.answerServer(m)
	case m.IsNotification():
		s.notifyServer(m)
	case m.Method == "tools/call" && rawjson.Get(m.Params, "name") != nil:
		s.work.Go(func() { s.callTool(m) })
	default:
		s.introduce(m)
		s.work.Go(func() { s.forward(m) })
	}
}

// introduce reads the client's name where a message tells it.
func (s *session) introduce(m wire.Message) {
	name := rawjson.Get(rawjson.Get(m.Params, "clientInfo"), "name")
	if m.Method != "initialize" || name == nil {
		name = rawjson.Get(rawjson.Get(rawjson.Get(m.Params, "_meta"), "io.modelcontextprotocol/clientInfo"), "name")
	}
	if name == nil {
		return
	}
	s.mu.Lock()
	known := s.named
	s.named = true
	s.mu.Unlock()
	if !known {
		s.catalog.client(text(name))
	}
}

// notifyServer sends a notification on, unless it is about a call that only we
// know.
func (s *session) notifyServer(m wire.Message) {
	switch m.Method {
	case "notifications/cancelled":
		if s.cancel(rawjson.Get(m.Params, "requestId"), text(rawjson.Get(m.Params, "reason"))) {
			return
		}
	case "notifications/initialized":
		s.up.shake.confirm()
		s.up.tell(s.ctx, 0, m)
		s.up.confirmed()
		return
	}
	s.up.tell(s.ctx, 0, m)
}

// answerServer sends the client's answer to where the question came from.
func (s *session) answerServer(m wire.Message) {
	s.mu.Lock()
	q, ok := s.asked[string(m.ID)]
	delete(s.asked, string(m.ID))
	s.mu.Unlock()
	if !ok {
		return // nobody asked, or who asked is gone
	}
	answer := m.WithID(q.id)
	s.work.Go(func() { s.up.tell(s.ctx, q.generation, answer) })
}

// fromServer sends what the server asks or tells on to the client.
func (s *session) fromServer(generation int, m wire.Message) {
	<-s.opened
	switch {
	case m.IsRequest():
		m = s.ask(generation, m)
	case m.Method == "notifications/cancelled":
		m = s.withdrawn(generation, m)
	case m.Method == "notifications/tools/list_changed":
		s.catalog.stale()
	case m.Method == "notifications/progress":
		if !s.progressed(m.Params) {
			return
		}
	}
	s.write(m.Raw)
}

// ask remembers a question of the server, and gives it another identifier where
// its own is in use or may have been used before the server was started again.
func (s *session) ask(generation int, m wire.Message) wire.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	original := m.ID
	if _, used := s.asked[string(m.ID)]; used || generation > 1 {
		s.renamed++
		m = m.WithID(json.RawMessage(`"sequitur-s` + strconv.Itoa(s.renamed) + `"`))
	}
	s.asked[string(m.ID)] = question{generation: generation, id: original}
	return m
}

// withdrawn translates the identifier of a question that the server takes back.
func (s *session) withdrawn(generation int, m wire.Message) wire.Message {
	id := rawjson.Get(m.Params, "requestId")
	s.mu.Lock()
	defer s.mu.Unlock()
	for given, q := range s.asked {
		if q.generation == generation && bytes.Equal(q.id, id) {
			delete(s.asked, given)
			return m.WithParams(rawjson.Set(m.Params, "requestId", []byte(given)))
		}
	}
	return m
}

// startPatience is how long a server may take to begin, where nobody has set it:
// common clients give up after 60 s, and some packages are fetched first.
const startPatience = 40 * time.Second

// errMute says that a server did not answer initialize.
var errMute = errors.New("no answer to initialize")

// starting bounds the wait for a server's first answer.
func (s *session) starting() (context.Context, context.CancelFunc) {
	patience := s.proxy.Start
	if patience < 0 {
		return s.ctx, func() {}
	}
	if patience == 0 {
		patience = startPatience
	}
	return context.WithTimeoutCause(s.ctx, patience, fmt.Errorf("%w within %s", errMute, patience))
}

// forward makes a request of the client that needs no guard.
func (s *session) forward(m wire.Message) {
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if m.Method == "initialize" {
		ctx, cancel = s.starting()
	}
	defer cancel()
	reply := s.up.call(ctx, m, nil)
	if !reply.Answered() {
		if errors.Is(reply.Err, errMute) {
			s.proxy.Log.Error("the server does not answer initialize", slog.Any("error", reply.Err))
		}
		s.write(unanswered(m.ID, &reply))
		return
	}
	if m.Method == "initialize" && reply.Answer.Result != nil {
		s.up.greeted(text(rawjson.Get(reply.Answer.Result, "protocolVersion")))
		s.ours.Store(text(rawjson.Get(rawjson.Get(reply.Answer.Result, "serverInfo"), "name")) == ourName)
	}
	s.up.shake.note(&m, &reply.Answer)
	if m.Method == "tools/list" && reply.Answer.Result != nil {
		s.catalog.page(m.Params, reply.Answer.Result)
	}
	answer := reply.Answer.WithID(m.ID)
	s.write(answer.Raw)
}

// unanswered is what the client is told of a request that drew no answer. An
// error that the server wrote without naming the request is its answer all the
// same.
func unanswered(id json.RawMessage, reply *wire.Reply) []byte {
	if m, err := wire.Parse([]byte(reply.Body)); err == nil && m.Error != nil {
		return wire.Failure(id, m.Error)
	}
	message := "the server ended before it answered"
	switch {
	case errors.Is(reply.Err, errMute):
		message = "the server gave " + errMute.Error() + " in time"
	case reply.Status != 0:
		message = "the server refused the request with HTTP status " + strconv.Itoa(reply.Status)
	case reply.Phase == tool.PhaseNotSent:
		message = "the server cannot be reached"
	case errors.Is(reply.Err, wire.ErrNoMessage):
		message = "the server gave an answer that is no JSON-RPC"
	}
	return wire.Failure(id, wire.ErrorObject(codeUnreached, message))
}
