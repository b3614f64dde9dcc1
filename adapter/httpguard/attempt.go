package httpguard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// Invoke makes one attempt. It implements [tool.Invoker] for the guard.
func (r *roundTrip) Invoke(ctx context.Context, call tool.Call) tool.Outcome {
	if call.Tool != r.name {
		return unsent(fmt.Errorf("no tool %q behind a single request", call.Tool))
	}
	if err := ctx.Err(); err != nil {
		return unsent(err)
	}
	body, err := r.body.next()
	if err != nil {
		return unsent(err)
	}
	started := time.Now()
	life := newLifetime(ctx, r.request.Context())
	var seen sight
	attempt := r.request.Clone(httptrace.WithClientTrace(life.ctx, seen.trace())) //nolint:contextcheck // the lifetime is made of both contexts
	attempt.Body, attempt.GetBody = body, r.body.again
	if call.Key != "" {
		attempt.Header.Set(r.transport.keyHeader(), call.Key)
	}
	r.attempts++
	if r.transport.Mark {
		mark(ctx, attempt.Header, r.attempts)
	}
	if prepare := r.transport.Prepare; prepare != nil {
		if err := prepare(attempt, call); err != nil {
			life.end()
			if body != nil {
				_ = body.Close() // it was not sent
			}
			return unsent(fmt.Errorf("prepare the request: %w", err))
		}
	}
	resp, err := r.base.RoundTrip(attempt)
	if err != nil {
		life.end()
		r.err = life.explain(err)
		return tool.Outcome{
			Channel: tool.ChannelException, Phase: seen.phase(err), Flag: tool.FlagFailure,
			Err: r.err, Elapsed: time.Since(started),
		}
	}
	r.keep(resp)
	out := r.look(resp, life)
	out.Elapsed = time.Since(started)
	return out
}

// unsent is the outcome of an attempt that was never made.
func unsent(err error) tool.Outcome {
	return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseNotSent, Flag: tool.FlagFailure, Err: err}
}

// keep remembers the response for the client, in place of an earlier one.
func (r *roundTrip) keep(resp *http.Response) {
	if r.response != nil {
		_ = r.response.Body.Close() // its attempt has been repeated
	}
	r.response, r.err = resp, nil
}

// lifetime is the context of an attempt. A guard's own timeout ends it only
// until the attempt is answered: the body of a success outlives the guard, as
// long as the client's own context lasts.
type lifetime struct {
	ctx     context.Context //nolint:containedctx // the attempt's context is made here and ended by the response's body
	attempt context.Context //nolint:containedctx // the guard's, whose error explains that of the attempt
	cancel  context.CancelFunc
	free    func() bool // takes the guard's timeout off
	unbind  func() bool // takes the client's context off
}

func newLifetime(attempt, client context.Context) *lifetime {
	ctx, cancel := context.WithCancel(context.WithoutCancel(attempt))
	return &lifetime{
		ctx: ctx, attempt: attempt, cancel: cancel,
		free: context.AfterFunc(attempt, cancel), unbind: context.AfterFunc(client, cancel),
	}
}

// end ends the attempt and all that belongs to it.
func (l *lifetime) end() {
	l.free()
	l.unbind()
	l.cancel()
}

// explain puts the reason beside an error that only says "canceled".
func (l *lifetime) explain(err error) error {
	if cause := l.attempt.Err(); cause != nil && !errors.Is(err, cause) {
		return fmt.Errorf("%w: %w", cause, err)
	}
	return err
}

// sight is what net/http tells about an attempt on its way. Its hooks may run
// in other goroutines, also after the round trip has returned.
type sight struct {
	mu       sync.Mutex
	asked    bool // a connection was asked for: the hooks are honoured
	got      bool // and had
	answered bool // the first byte of an answer came
}

func (s *sight) note(what *bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*what = true
}

func (s *sight) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:              func(string) { s.note(&s.asked) },
		GotConn:              func(httptrace.GotConnInfo) { s.note(&s.got) },
		GotFirstResponseByte: func() { s.note(&s.answered) },
	}
}

// phase says how far an attempt got that ended with an error. Once a connection
// was had, the request counts as sent: whether its last byte went out cannot be
// told for sure.
func (s *sight) phase(err error) tool.Phase {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.answered:
		return tool.PhaseCut
	case s.got:
		return tool.PhaseSent
	case s.asked || neverDialled(err):
		return tool.PhaseNotSent
	default:
		return tool.PhaseUnknown
	}
}

// neverDialled recognises the errors of a connection that did not come about,
// for a base that does not honour the hooks.
func neverDialled(err error) bool {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	op, ok := errors.AsType[*net.OpError](err)
	return ok && (op.Op == "dial" || op.Op == "proxyconnect")
}
