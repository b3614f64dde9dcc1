package sequitur

import (
	"context"
	"sync"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/provenance"
	"github.com/sequitur-go/sequitur/tool"
)

// A Session is one run of one agent. It knows what the model was given and
// which tools failed, so that a downstream fault can name its root and an
// invented value in the answer can be found. It is safe for concurrent use.
//
// A nil Session is a run of which nothing is known.
type Session struct {
	id    string
	guard *Guard

	mu      sync.Mutex
	given   provenance.Given
	told    bool                  // the user's request is part of given
	failed  map[string]fault.Kind // by tool: its last call's fault, until it succeeds
	lookup  string                // the message of the last call that gave nothing, while one did
	checked bool                  // an answer was refused before
	retries int
}

// NewSession returns a session of the guard. The id names the run in records.
func (g *Guard) NewSession(id string) *Session {
	return &Session{id: id, guard: g, failed: make(map[string]fault.Kind)}
}

type sessionKey struct{}

// WithSession returns a context in which guarded calls belong to the session.
func WithSession(ctx context.Context, s *Session) context.Context {
	return context.WithValue(ctx, sessionKey{}, s)
}

func sessionFrom(ctx context.Context) *Session {
	s, _ := ctx.Value(sessionKey{}).(*Session)
	return s
}

// Begin starts an operation, and returns its first step.
func (s *Session) Begin(ctx context.Context, call tool.Call) (*Operation, Step) {
	var o Operation
	step := o.begin(ctx, s.guard, s, call)
	return &o, step
}

// Tell adds a text that the model was given besides results: the user's
// request, a system prompt, an earlier answer.
func (s *Session) Tell(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given.Add(provenance.Source{Kind: provenance.FromUser}, text)
	s.told = true
}

func (s *Session) name() string {
	if s == nil {
		return ""
	}
	return s.id
}

// learn remembers what a successful call gave the model.
func (s *Session) learn(call *tool.Call, out *tool.Outcome) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given.Add(provenance.Source{Kind: provenance.FromTool, Tool: call.Tool, CallID: call.ID}, out.Body)
	delete(s.failed, call.Tool)
	if len(s.failed) == 0 {
		s.lookup = ""
	}
}

// fail remembers that a call gave the model nothing but a message.
func (s *Session) fail(call *tool.Call, f *fault.Fault, message string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed[call.Tool] = f.Kind
	s.lookup = message
	// A message can hold values that the model may use (allowed values).
	s.given.Add(provenance.Source{Kind: provenance.FromTool, Tool: call.Tool, CallID: call.ID}, message)
}

// mayRetry counts a retry against the run's own budget.
func (s *Session) mayRetry() bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	limit := s.guard.policy.Task.Retries
	if limit > 0 && s.retries >= limit {
		return false
	}
	s.retries++
	return true
}
