package endpoint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/lab/model"
)

// A Server answers for the models of its trials. The zero value is ready. It is
// safe for concurrent use.
type Server struct {
	// Now is the clock of what is recorded and answered; nil is the real one.
	Now func() time.Time
	// MaxRequests bounds the requests of one trial, so that an agent that never
	// ends costs no more than that; 0 is 100.
	MaxRequests int

	once sync.Once
	mux  *http.ServeMux

	mu     sync.Mutex
	trials map[string]*trial
}

// trial is one model with what was asked of it.
type trial struct {
	turns sync.Mutex // a model gives one turn at a time
	model model.Model

	mu     sync.Mutex
	record Record
}

const (
	maxBody            = 32 << 20
	defaultMaxRequests = 100
)

// Open begins a trial: its base is the server's URL + "/t/" + name.
func (s *Server) Open(name string, m model.Model) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "" || s.trials[name] != nil {
		return fmt.Errorf("trial %q is open already, or has no name", name)
	}
	if s.trials == nil {
		s.trials = make(map[string]*trial)
	}
	s.trials[name] = &trial{model: m}
	return nil
}

// Record returns what was asked in a trial so far.
func (s *Server) Record(name string) Record {
	if t := s.find(name); t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.record.clone()
	}
	return Record{}
}

// Close ends a trial and returns its record. Requests that come later find
// nothing.
func (s *Server) Close(name string) Record {
	record := s.Record(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.trials, name)
	return record
}

func (s *Server) find(name string) *trial {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trials[name]
}

func (s *Server) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.once.Do(s.route)
	s.mux.ServeHTTP(w, r)
}

// route lists the paths. What is none is refused as a real service does it: 404
// is not repeated by any client.
func (s *Server) route() {
	chat, responses, anthropic, ollama := chatWire(), responsesWire(), anthropicWire(), ollamaWire()
	s.mux = http.NewServeMux()
	handle := func(path string, of *wire, answer func(*exchange)) {
		s.mux.HandleFunc("POST /t/{trial}"+path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, of, answer) })
	}
	handle("/v1/chat/completions", chat, (*exchange).turn)
	handle("/v1/responses", responses, (*exchange).turn)
	handle("/v1/messages", anthropic, (*exchange).message)
	handle("/v1/messages/count_tokens", anthropic, (*exchange).count)
	handle("/api/chat", ollama, (*exchange).turn)
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		p := &problem{status: http.StatusNotFound, kind: "not_found_error", text: "no such path: " + r.Method + " " + r.URL.Path}
		send(w, http.StatusNotFound, typeJSON, encode(refuseOpenAI(p)))
	})
}

// exchange is one request under way.
type exchange struct {
	server *Server
	trial  *trial
	wire   *wire
	http   *http.Request
	writer http.ResponseWriter
	note   Exchange
	kept   bool
}

// serve reads a request, has it answered, and keeps both.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, of *wire, answer func(*exchange)) {
	t := s.find(r.PathValue("trial"))
	e := &exchange{server: s, trial: t, wire: of, http: r, writer: w}
	e.note = Exchange{Wire: of.name, Path: r.URL.Path, Query: r.URL.RawQuery, Began: s.now()}
	if t == nil {
		e.refuse(&problem{status: http.StatusNotFound, kind: "not_found_error", text: "no such trial is open"})
		return
	}
	e.note.Number = t.begin()
	defer e.keep()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	e.note.Request = body
	switch _, tooLarge := errors.AsType[*http.MaxBytesError](err); {
	case tooLarge:
		e.refuse(&problem{status: http.StatusRequestEntityTooLarge, kind: "request_too_large", text: "the request is too large"})
	case err != nil:
		e.note.Problem = "the request broke off"
	case e.note.Number > cmp.Or(s.MaxRequests, defaultMaxRequests):
		e.refuse(invalid("", "the trial's requests are spent"))
	default:
		answer(e)
	}
}

// message is a turn of Anthropic's, which asks for a key and a version first.
func (e *exchange) message() {
	if p := headers(e.http.Header); p != nil {
		e.refuse(p)
		return
	}
	e.turn()
}

// headers are Anthropic's: a key in either form, and the version.
func headers(h http.Header) *problem {
	if h.Get("X-Api-Key") == "" && h.Get("Authorization") == "" {
		return &problem{status: http.StatusUnauthorized, kind: "authentication_error", text: "x-api-key header is required"}
	}
	if h.Get("Anthropic-Version") == "" {
		return invalid("", "anthropic-version: header is required")
	}
	return nil
}

// count estimates the tokens of a request at four bytes each.
func (e *exchange) count() {
	p := headers(e.http.Header)
	if p == nil {
		_, p = decodeHistory(e.note.Request)
	}
	if p != nil {
		e.refuse(p)
		return
	}
	e.respond(http.StatusOK, encode(fields{"input_tokens": (len(e.note.Request) + 3) / 4}))
}

// turn asks the model, and writes its turn.
func (e *exchange) turn() {
	in, p := e.wire.decode(e.note.Request)
	if p != nil {
		e.refuse(p)
		return
	}
	e.note.Model, e.note.Streamed, e.note.Shown = in.model, in.stream, in.messages
	turn, err := e.trial.next(e.http.Context(), model.Request{Messages: in.messages, Tools: in.tools})
	if err != nil {
		e.fail(err)
		return
	}
	e.note.Usage, e.note.Turn, e.note.Text, e.note.Calls = turn.Usage, true, turn.Text, turn.Calls
	out := reply{number: e.note.Number, model: in.model, at: e.server.now(), turn: turn, usage: in.usage}
	if !in.stream {
		e.respond(http.StatusOK, encode(e.wire.whole(out)))
		return
	}
	e.stream(out)
}

func (t *trial) next(ctx context.Context, req model.Request) (model.Turn, error) {
	t.turns.Lock()
	defer t.turns.Unlock()
	return t.model.Next(ctx, req)
}

// fail tells that the model behind the endpoint gave nothing. It is told as a
// bad request, the one answer that no client repeats by itself; the record says
// that the failure was none of the agent's.
func (e *exchange) fail(err error) {
	e.note.Infra = true
	if e.http.Context().Err() != nil {
		e.note.Problem = "the client left"
		return
	}
	e.refuse(&problem{status: http.StatusBadRequest, kind: "api_error", text: "the model behind the lab's endpoint failed: " + err.Error()})
}

func (e *exchange) refuse(p *problem) {
	e.note.Problem = p.text
	e.respond(p.status, encode(e.wire.refuse(p)))
}

// keep takes the exchange into the record, once: before the answer goes out, so
// that whoever has the answer finds it in the record.
func (e *exchange) keep() {
	if e.trial != nil && !e.kept {
		e.kept = true
		e.note.Took = e.server.now().Sub(e.note.Began)
		e.trial.keep(e.note)
	}
}

// respond writes a whole answer.
func (e *exchange) respond(status int, body []byte) {
	e.note.Status, e.note.Response = status, body
	e.keep()
	send(e.writer, status, typeJSON, body)
}

// stream writes an answer in pieces.
func (e *exchange) stream(out reply) {
	var frames [][]byte
	for _, each := range e.wire.pieces(out) {
		frames = append(frames, e.wire.frame(each))
	}
	if e.wire.end != "" {
		frames = append(frames, []byte(e.wire.end))
	}
	e.note.Status, e.note.Response = http.StatusOK, bytes.Join(frames, nil)
	e.keep()
	head(e.writer, http.StatusOK, e.wire.stream)
	control := http.NewResponseController(e.writer)
	for _, frame := range frames {
		if _, err := e.writer.Write(frame); err != nil {
			return // the client left
		}
		_ = control.Flush() // a writer that cannot flush sends all at the end
	}
}

func send(w http.ResponseWriter, status int, contentType string, body []byte) {
	head(w, status, contentType)
	_, _ = w.Write(body) // a client that left needs no answer
}

// head writes the header. Clients that would repeat a request are told not to.
func head(w http.ResponseWriter, status int, contentType string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Should-Retry", "false")
	w.WriteHeader(status)
}
