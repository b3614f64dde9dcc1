package gateway

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Proxy stands between one client and one server. Only Server has to be set.
type Proxy struct {
	Server Server
	// Policy changes the preset; nil keeps it. The preset has the client's
	// deadline already.
	Policy func(preset recovery.Policy) recovery.Policy
	// Tools is what the operator says of the tools. It stands before what the
	// server declares.
	Tools []tool.Spec
	// Distrust says that the server's annotations are not to be believed.
	Distrust bool
	// Rules are the operator's own rules of classification.
	Rules    []fault.Rule
	Renderer feedback.Renderer
	// Deadline bounds a call of any client, 0 does not; nil goes by the client's
	// name, and Clients stands before what we know of clients ourselves.
	Deadline *time.Duration
	Clients  map[string]time.Duration
	// Start bounds how long the server may take to answer initialize; 0 is 40s,
	// below 0 it may take as long as it likes.
	Start time.Duration
	// Store keeps refusals and claims; nil keeps them in the process.
	Store state.Store
	// Recorder is given each finished call; nil records nothing.
	Recorder sequitur.Recorder
	Escalate func(context.Context, sequitur.Escalation)
	// Shadow passes every outcome unchanged and only records what would have
	// been done.
	Shadow bool
	// Unguarded passes every outcome unchanged. It is for what is put into Inner.
	Unguarded bool
	// Inner stands between the guard and the server, the first one outermost: a
	// fault injector, for instance.
	Inner []tool.Middleware
	// Outer stands between the client and the guard, the first one outermost: a
	// recorder of what the client was told, for instance.
	Outer []tool.Middleware
	// Tracer hands traces on; nil leaves them as the client wrote them.
	Tracer Tracer
	// OnTools is told what is known of the tools, each time that it changes; nil
	// tells nobody. It must not block.
	OnTools func([]tool.Spec)
	// Mark says in each attempt's _meta that a guard stands here, so that one
	// further in does not repeat the call as well. A gateway of our own is told
	// in any case.
	Mark bool
	// Log takes what an operator has to know; nil drops it.
	Log *slog.Logger
}

// drainPatience is how long calls under way may go on after the client's end.
const drainPatience = 1500 * time.Millisecond

// Serve connects the client that speaks over in and out with the server, until
// the client ends, the server is given up, or ctx ends.
func (p Proxy) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return p.serve(ctx, in, out, func(*session) {})
}

// serve is Serve that tells of the session once it has begun.
func (p Proxy) serve(ctx context.Context, in io.Reader, out io.Writer, begun func(*session)) error {
	if err := p.Server.Validate(); err != nil {
		return err
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	if p.Recorder != nil {
		p.Recorder = inRun{p.Recorder, "mcp_" + rand.Text()[:12]}
	}
	if p.Store != nil {
		p.Store = newApart(p.Store, &p.Server)
	}
	s := &session{proxy: &p, out: wire.NewLineWriter(out), flights: map[string]*flight{}, asked: map[string]question{}, tokens: map[string]*flight{}, opened: make(chan struct{})}
	defer s.out.Close()
	var cancel context.CancelFunc
	s.ctx, cancel = context.WithCancel(ctx)
	defer cancel()
	s.catalog = &catalog{
		proxy: &p, log: p.Log, list: s.listTools, sleep: s.sleep,
		inner: tool.Chain(tool.InvokerFunc(s.attempt), p.Inner...),
	}
	if err := s.catalog.start(); err != nil {
		return err
	}
	up, err := open(ctx, &p.Server, p.Log, s.fromServer)
	if err != nil {
		return err
	}
	s.up = up
	close(s.opened)
	begun(s)
	defer up.close()
	return s.run(in)
}

// policy is the policy in force for clients of a deadline.
func (p *Proxy) policy(deadline time.Duration) recovery.Policy {
	if p.Policy == nil {
		return preset(deadline)
	}
	return p.Policy(preset(deadline))
}

// A session is what a proxy keeps of its client.
type session struct {
	proxy   *Proxy
	ctx     context.Context //nolint:containedctx // the life of the session
	up      *upstream
	opened  chan struct{} // closed once up is set
	out     *wire.LineWriter
	catalog *catalog
	ours    atomic.Bool // the server is a gateway of our own
	work    sync.WaitGroup

	mu      sync.Mutex
	named   bool                // the client's name is known
	flights map[string]*flight  // calls through the guard, by the client's identifier
	tokens  map[string]*flight  // those that progress is told of, by its token
	asked   map[string]question // what the server has asked the client, by the identifier that it was given
	renamed int                 // counts the identifiers given
}

// A question is a request of the server that the client has yet to answer.
type question struct {
	generation int
	id         json.RawMessage // as the server wrote it
}

// run reads from the client until it ends.
func (s *session) run(in io.Reader) error {
	ended := make(chan error, 1)
	go func() { ended <- readMessages(in, s.write, s.fromClient) }()
	select {
	case err := <-ended:
		s.drain()
		if errors.Is(err, io.EOF) {
			return s.up.stillborn()
		}
		return fmt.Errorf("read from the client: %w", err)
	case <-s.up.failed:
		s.drain() // whoever waits is told
		return s.up.why()
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	}
}

// drain lets the calls under way come to their end for a while.
func (s *session) drain() {
	done := make(chan struct{})
	go func() { s.work.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(drainPatience):
	case <-s.ctx.Done():
	}
}

// readMessages gives each message of a client to take, and answers what is none.
func readMessages(in io.Reader, write func([]byte), take func(wire.Message)) error {
	lines := wire.NewLineReader(in)
	for {
		line, err := lines.Next()
		if errors.Is(err, wire.ErrTooLong) {
			write(wire.Failure(nil, wire.ErrorObject(codeInvalidRequest, "the message is too long")))
			continue
		}
		if err != nil {
			return err
		}
		for _, raw := range wire.Batch(line) {
			m, err := wire.Parse(raw)
			if err != nil {
				write(wire.Failure(nil, wire.ErrorObject(codeParse, "the message is no JSON-RPC")))
				continue
			}
			take(m)
		}
	}
}

// The error codes of JSON-RPC that we answer with ourselves, and our own, which
// lies outside of what JSON-RPC and MCP reserve.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeUnreached      = -31001
)

func (s *session) write(raw []byte) {
	_ = s.out.Write(s.ctx, raw) // a client that is gone ends the reading, too
}

// inRun names the session in what is recorded.
type inRun struct {
	sequitur.Recorder
	run string
}

// Record implements [sequitur.Recorder].
func (r inRun) Record(ctx context.Context, e trajectory.Episode) {
	if e.Run == "" {
		e.Run = r.run
	}
	r.Recorder.Record(ctx, e)
}
