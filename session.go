package sequitur

import (
	"context"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/provenance"
	"github.com/sequitur-go/sequitur/recovery"
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
	began   time.Time
	retries int
	tokens  int
}

// NewSession returns a session of the guard. The id names the run in records.
func (g *Guard) NewSession(id string) *Session {
	return &Session{id: id, guard: g, failed: make(map[string]fault.Kind), began: g.now()}
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
	o.open(s.guard, s, s.guard.registry.find(call.Tool), &call, s.guard.now())
	return &o, o.begin(ctx)
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

// Spend adds tokens that the run's model took, for the policy's bound on them.
func (s *Session) Spend(tokens int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens += tokens
}

// spent is what the run has cost. The caller holds the lock.
func (s *Session) spent(now time.Time) recovery.TaskSpent {
	return recovery.TaskSpent{Retries: s.retries, Elapsed: now.Sub(s.began), Tokens: s.tokens}
}

// retry counts a retry after the wait, or returns why the run has none left.
func (s *Session) retry(now time.Time, wait time.Duration) string {
	if s == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if reason := s.guard.policy.Task.Refuses(s.spent(now), wait); reason != "" {
		return reason
	}
	s.retries++
	return ""
}

// bound ends the run with a fault once its time or its tokens are spent.
func (s *Session) bound(now time.Time, v recovery.Verdict) recovery.Verdict {
	if s == nil {
		return v
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.guard.policy.Task.Bound(v, s.spent(now))
}
