package gateway

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
)

// A link is one live connection to a server.
type link interface {
	// call makes a request with header fields for a server that takes some.
	call(ctx context.Context, m wire.Message, header http.Header) wire.Reply
	send(ctx context.Context, m wire.Message) error
	// accepted is told of the protocol version once the server has accepted the
	// client, and ready once the client has confirmed it.
	accepted(version string)
	ready()
	// ended is closed once the link is of no more use; why says why.
	ended() <-chan struct{}
	why() error
	// close ends the link in peace.
	close()
}

// remote is a link over streamable HTTP. It outlives its sessions.
type remote struct {
	http   *wire.HTTP
	server *Server
	ctx    context.Context //nolint:containedctx // the life of the link's own stream
	stop   context.CancelFunc
	reopen func(context.Context) error // opens a session again

	mu     sync.Mutex // held while a session or a token is renewed
	token  int        // counts the renewals
	listen context.CancelFunc
	work   sync.WaitGroup
}

func newRemote(ctx context.Context, s *Server, handle func(wire.Message), reopen func(context.Context) error) *remote {
	ctx, stop := context.WithCancel(ctx)
	return &remote{
		http: &wire.HTTP{URL: s.URL, Header: s.Header, Handle: handle}, server: s, ctx: ctx, stop: stop, reopen: reopen,
	}
}

// call makes the request, and once more where the server has provably not
// looked at it: it refused the token, or did not know the session.
func (r *remote) call(ctx context.Context, m wire.Message, header http.Header) wire.Reply {
	session, token := r.http.Session(), r.tokens()
	reply := r.http.Call(ctx, m, header)
	if reply.Status == http.StatusUnauthorized && r.renewToken(ctx, token) {
		reply = r.http.Call(ctx, m, header)
	}
	if errors.Is(reply.Err, wire.ErrSession) && m.Method != "initialize" && r.renewSession(ctx, session) {
		reply = r.http.Call(ctx, m, header)
	}
	return reply
}

func (r *remote) tokens() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.token
}

// renewToken asks for another token, unless somebody has had one meanwhile.
func (r *remote) renewToken(ctx context.Context, token int) bool {
	if r.server.Refresh == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.token != token {
		return true
	}
	if r.server.Refresh(ctx) != nil {
		return false
	}
	r.token++
	return true
}

// renewSession opens another session, unless somebody has done so meanwhile.
func (r *remote) renewSession(ctx context.Context, session string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.http.Session() != session {
		return true
	}
	r.http.Reset(session)
	return r.reopen(ctx) == nil
}

func (r *remote) send(ctx context.Context, m wire.Message) error { return r.http.Send(ctx, m) }

func (r *remote) accepted(version string) { r.http.SetVersion(version) }

// ready begins to listen to the server's own stream, anew for each session.
func (r *remote) ready() {
	ctx, stop := context.WithCancel(r.ctx)
	if r.listen != nil {
		r.listen()
	}
	r.listen = stop
	r.work.Go(func() { r.http.Listen(ctx) })
}

func (r *remote) ended() <-chan struct{} { return nil }
func (r *remote) why() error             { return nil }

func (r *remote) close() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), 2*time.Second)
	defer cancel()
	r.stop()
	r.http.Close(ctx)
	r.work.Wait()
}
