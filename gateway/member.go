package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/tool"
)

// How a hub deals with a server that is not there.
const (
	memberPatience = 10 * time.Second // to be connected and initialised
	memberAgain    = 5 * time.Second  // between two tries
)

// A member is one server of a hub, behind a proxy of its own.
type member struct {
	part   Part // but for its proxy, which is below
	log    *slog.Logger
	handle func(*member, wire.Message)

	dialing sync.Mutex // held while it is being connected
	tried   time.Time
	failure error // why it is not there
	closed  bool

	mu      sync.Mutex
	line    *line
	answer  json.RawMessage // the result of initialize
	changes int             // of the settings, which are those of part.Proxy

	// What its hub keeps of it, under the hub's lock.
	lists   map[string][][]byte // what it listed last, by the method
	busy    int                 // requests under way
	retired bool                // another one, or none, has taken its place
	late    bool                // the client was not kept waiting for it, and is not again until it has answered
}

// line is a live connection to the proxy.
type line struct {
	stream  *wire.Stream
	stop    context.CancelFunc
	session atomic.Pointer[session] // the proxy's, nil before it has begun
	changes int                     // of the settings that it was begun with
	done    chan struct{}
	err     error // what the proxy ended with, once done is closed
}

func (l *line) over() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// dial starts the proxy and connects with it.
func (m *member) dial(ctx context.Context) *line {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	toProxy, fromHub := io.Pipe()
	fromProxy, toHub := io.Pipe()
	m.mu.Lock()
	proxy := m.part.Proxy
	l := &line{stop: stop, done: make(chan struct{}), changes: m.changes}
	m.mu.Unlock()
	l.stream = wire.NewStream(fromProxy, fromHub, func(message wire.Message) { m.handle(m, message) }, nil)
	go func() { _ = l.stream.Run() }()
	go func() {
		l.err = proxy.serve(ctx, toProxy, toHub, l.session.Store)
		_, _ = toHub.Close(), toProxy.CloseWithError(io.EOF)
		close(l.done)
	}()
	return l
}

// connect connects and initialises the server, unless it is connected. A server
// that was not there is not tried again at once.
func (m *member) connect(ctx context.Context, params json.RawMessage, id func() json.RawMessage) error {
	if m.live() != nil {
		return nil
	}
	m.dialing.Lock()
	defer m.dialing.Unlock()
	if m.live() != nil {
		return nil
	}
	if m.closed {
		return errDown
	}
	if m.failure != nil && time.Since(m.tried) < memberAgain {
		return m.failure
	}
	m.tried = time.Now()
	l, answer, err := m.greet(ctx, params, id)
	m.failure = err
	if err != nil {
		m.log.WarnContext(ctx, "a server is left out", slog.String("server", m.part.Name), slog.Any("error", err))
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.line, m.answer = l, answer
	if l.changes != m.changes {
		l.change(&m.part.Proxy) // while it was being connected
	}
	return nil
}

// change puts other settings in force, for the connection that there is, too.
func (m *member) change(proxy Proxy) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.part.Proxy = proxy
	m.changes++
	if m.line != nil {
		m.line.change(&proxy)
	}
}

func (m *member) settings() Proxy {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.part.Proxy
}

func (l *line) change(proxy *Proxy) {
	if s := l.session.Load(); s != nil {
		s.catalog.change(proxy)
	}
}

// greet dials and initialises the server.
func (m *member) greet(ctx context.Context, params json.RawMessage, id func() json.RawMessage) (*line, json.RawMessage, error) {
	l := m.dial(ctx)
	ctx, cancel := context.WithTimeout(ctx, memberPatience)
	defer cancel()
	reply := l.stream.Call(ctx, wire.Request(id(), "initialize", params))
	if reply.Answer.Result == nil {
		l.close()
		return nil, nil, fmt.Errorf("server %s is not there: %w", m.part.Name, errors.Join(reply.Err, answerError(&reply), l.err))
	}
	if err := l.stream.Send(ctx, wire.Notification("notifications/initialized", nil).Raw); err != nil {
		l.close()
		return nil, nil, err
	}
	return l, reply.Answer.Result, nil
}

// close ends the connection, and waits for the proxy.
func (l *line) close() {
	l.stop()
	l.stream.Close(io.EOF)
	<-l.done
}

// live returns the connection, nil where there is none.
func (m *member) live() *line {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.line == nil || m.line.over() {
		return nil
	}
	return m.line
}

// greeting is the result of initialize, nil where the server is not there.
func (m *member) greeting() json.RawMessage {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.line == nil {
		return nil
	}
	return m.answer
}

func (m *member) call(ctx context.Context, request wire.Message) wire.Reply {
	l := m.live()
	if l == nil {
		return wire.Reply{Phase: tool.PhaseNotSent, Err: errDown}
	}
	return l.stream.Call(ctx, request)
}

func (m *member) send(ctx context.Context, message wire.Message) {
	if l := m.live(); l != nil {
		_ = l.stream.Send(ctx, message.Raw) // a server that is gone needs no telling
	}
}

func (m *member) close() {
	m.dialing.Lock()
	defer m.dialing.Unlock()
	m.closed = true
	m.mu.Lock()
	l := m.line
	m.line = nil
	m.mu.Unlock()
	if l != nil {
		l.close()
	}
}
