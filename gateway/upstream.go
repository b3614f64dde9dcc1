package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/tool"
)

// How a server that ended is started again.
const (
	restartBase   = 250 * time.Millisecond
	restartCap    = 30 * time.Second
	restartSteady = 30 * time.Second // whoever lived as long begins from the base
	// restartPatience is how long a request waits for a server that is down.
	restartPatience = 5 * time.Second
	replayPatience  = 30 * time.Second
)

// errDown says that a server is down and not back yet.
var errDown = errors.New("the server is down")

// An upstream is one server, started again where it ends.
type upstream struct {
	server *Server
	log    *slog.Logger
	handle func(generation int, m wire.Message)
	shake  handshake
	ids    atomic.Int64
	served atomic.Bool // it has answered something
	work   sync.WaitGroup
	ctx    context.Context //nolint:containedctx // the life of the upstream
	stop   context.CancelFunc

	mu         sync.Mutex
	link       link
	generation int           // counts the links
	up         chan struct{} // closed while there is a link
	failed     chan struct{} // closed once the server is given up
	err        error         // why, or why the last link ended
}

// open connects to the server. handle is given what the server asks or tells,
// and the generation of the link that it came over.
func open(ctx context.Context, s *Server, log *slog.Logger, handle func(int, wire.Message)) (*upstream, error) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	u := &upstream{
		server: s, log: log, handle: handle, ctx: ctx, stop: stop,
		up: make(chan struct{}), failed: make(chan struct{}),
	}
	l, err := u.connect()
	if err != nil {
		stop()
		return nil, err
	}
	u.publish(l)
	if l.ended() != nil {
		u.work.Go(func() { u.supervise(l) }) //nolint:contextcheck // the upstream outlives the context that it is opened in
	}
	return u, nil
}

// connect makes a link of the next generation.
func (u *upstream) connect() (link, error) {
	u.mu.Lock()
	u.generation++
	generation := u.generation
	u.mu.Unlock()
	handle := func(m wire.Message) { u.handle(generation, m) }
	if u.server.URL == "" {
		return startChild(u.server, handle, u.junk)
	}
	var r *remote
	r = newRemote(u.ctx, u.server, handle, func(ctx context.Context) error {
		return u.shake.replay(ctx, conversation{
			call: func(ctx context.Context, m wire.Message) wire.Reply { return r.http.Call(ctx, m, nil) },
			send: r.send, id: u.newID, link: r,
		})
	})
	return r, nil
}

// junk shows a line that is no message where the server's own errors go.
func (u *upstream) junk(line []byte) {
	if u.server.Stderr != nil {
		_, _ = fmt.Fprintf(u.server.Stderr, "%.4096s\n", line)
	}
}

// newID names a request of our own. No client uses the like.
func (u *upstream) newID() json.RawMessage {
	return json.RawMessage(`"sequitur-` + strconv.FormatInt(u.ids.Add(1), 10) + `"`)
}

func (u *upstream) publish(l link) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.link = l
	close(u.up)
}

// withdraw takes a link that has ended out of use. Whoever finds out first does.
func (u *upstream) withdraw(l link) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.link != l {
		return
	}
	u.link, u.err = nil, l.why()
	u.up = make(chan struct{})
}

// supervise starts a program again each time that it ends. One that ends before
// it has answered anything is given up, as it would be without us.
func (u *upstream) supervise(l link) {
	fails := 0
	for {
		began := time.Now()
		<-l.ended()
		u.withdraw(l)
		if u.ctx.Err() != nil {
			return
		}
		if !u.served.Load() {
			close(u.failed)
			return
		}
		u.log.WarnContext(u.ctx, "the server ended and is started again", slog.Any("error", l.why()))
		if time.Since(began) > restartSteady {
			fails = 0
		}
		var ok bool
		if l, ok = u.restart(&fails); !ok {
			return
		}
		if u.ctx.Err() != nil {
			l.close() // closed meanwhile
			return
		}
		u.publish(l)
	}
}

// restart starts the program until it accepts the client.
func (u *upstream) restart(fails *int) (link, bool) {
	for {
		wait := min(restartBase<<min(*fails, 10), restartCap)
		if *fails == 0 {
			wait = 0
		}
		*fails++
		select {
		case <-u.ctx.Done():
			return nil, false
		case <-time.After(wait):
		}
		l, err := u.connect()
		if err == nil {
			if err = u.replay(l); err == nil {
				return l, true
			}
			l.close()
		}
		u.log.WarnContext(u.ctx, "the server could not be started again", slog.Any("error", err))
	}
}

func (u *upstream) replay(l link) error {
	ctx, cancel := context.WithTimeout(u.ctx, replayPatience)
	defer cancel()
	return u.shake.replay(ctx, conversation{
		call: func(ctx context.Context, m wire.Message) wire.Reply { return l.call(ctx, m, nil) },
		send: l.send, id: u.newID, link: l,
	})
}

// live returns the link, and waits a little where the server is just coming back.
func (u *upstream) live(ctx context.Context) (link, error) {
	u.mu.Lock()
	l, up, err := u.link, u.up, u.err
	u.mu.Unlock()
	if l != nil {
		return l, nil
	}
	timer := time.NewTimer(restartPatience)
	defer timer.Stop()
	select {
	case <-up:
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.link != nil {
			return u.link, nil
		}
		return nil, fmt.Errorf("%w: %w", errDown, u.err)
	case <-u.failed:
		return nil, fmt.Errorf("%w: %w", errDown, err)
	case <-timer.C:
		return nil, fmt.Errorf("%w: %w", errDown, err)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (u *upstream) present() link {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.link
}

// successor returns the link that follows one which has ended.
func (u *upstream) successor(ctx context.Context, l link) (link, error) {
	select {
	case <-l.ended():
		u.withdraw(l)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	return u.live(ctx)
}

// call makes a request.
func (u *upstream) call(ctx context.Context, m wire.Message, header http.Header) wire.Reply {
	l, err := u.live(ctx)
	if err != nil {
		return wire.Reply{Phase: tool.PhaseNotSent, Err: err}
	}
	reply := l.call(ctx, m, header)
	if reply.Phase == tool.PhaseNotSent && errors.Is(reply.Err, wire.ErrClosed) {
		// It has just ended, and nobody has said so yet.
		if l, err = u.successor(ctx, l); err != nil {
			return wire.Reply{Phase: tool.PhaseNotSent, Err: err}
		}
		reply = l.call(ctx, m, header)
	}
	if errors.Is(reply.Err, wire.ErrInUse) {
		reply = l.call(ctx, m.WithID(u.newID()), header)
	}
	if reply.Answer.Result != nil {
		u.served.Store(true)
	}
	return reply
}

// tell sends a message that asks for no answer, over the link of a generation; 0
// is the present one. A link that is gone takes nothing.
func (u *upstream) tell(ctx context.Context, generation int, m wire.Message) {
	l, err := u.live(ctx)
	if err != nil {
		return
	}
	u.mu.Lock()
	present := u.generation
	u.mu.Unlock()
	if generation != 0 && generation != present {
		return
	}
	if err := l.send(ctx, m); err != nil {
		u.log.DebugContext(ctx, "a message did not reach the server", slog.String("method", m.Method), slog.Any("error", err))
	}
}

// close ends the server in peace.
func (u *upstream) close() {
	u.stop()
	if l := u.present(); l != nil {
		l.close()
	}
	u.work.Wait()
	if l := u.present(); l != nil {
		l.close() // it came while we closed; closing twice does no harm
	}
}

// greeted is told that the server has accepted the client, and confirmed that
// the client has confirmed it.
func (u *upstream) greeted(version string) {
	if l := u.present(); l != nil {
		l.accepted(version)
	}
}

func (u *upstream) confirmed() {
	if l := u.present(); l != nil {
		l.ready()
	}
}

// stillborn says why the server ended, if it did so before it had answered
// anything: both ends of a session may close at once.
func (u *upstream) stillborn() error {
	if u.served.Load() || u.server.URL != "" {
		return nil
	}
	select {
	case <-u.failed:
		return u.why()
	case <-time.After(graceOutput):
		return nil
	}
}

// why says why the server was given up.
func (u *upstream) why() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.err
}
