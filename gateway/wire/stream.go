package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/sequitur-go/sequitur/tool"
)

// A Stream is a connection over a pair of streams, one message a line. Answers
// are matched by their identifier, whatever comes between them. It is safe for
// concurrent use.
type Stream struct {
	reader *LineReader
	writer *LineWriter
	handle func(Message)
	junk   func(line []byte)

	mu      sync.Mutex
	pending map[string]chan Reply
	ended   chan struct{}
	err     error // why it ended
}

// NewStream returns a connection that reads from r and writes to w. handle is
// given what the peer asks or tells, one after another, and must not block for
// long; junk is given lines that are no messages, and may be nil. Somebody has
// to call [Stream.Run].
func NewStream(r io.Reader, w io.Writer, handle func(Message), junk func(line []byte)) *Stream {
	if junk == nil {
		junk = func([]byte) {}
	}
	return &Stream{
		reader: NewLineReader(r), writer: NewLineWriter(w), handle: handle, junk: junk,
		pending: map[string]chan Reply{}, ended: make(chan struct{}),
	}
}

// Run reads until the stream ends, and returns why; a plain end is [io.EOF].
// Requests that wait for an answer then end without one.
func (s *Stream) Run() error {
	for {
		line, err := s.reader.Next()
		if errors.Is(err, ErrTooLong) {
			s.junk([]byte(err.Error()))
			continue
		}
		if err != nil {
			s.end(err)
			return err
		}
		for _, raw := range Batch(line) {
			switch m, err := Parse(raw); {
			case err == nil:
				s.take(m)
			case !s.deliver(unfinished(raw), Reply{Phase: tool.PhaseCut, Err: err, Body: head(raw)}):
				s.junk(raw)
			}
		}
	}
}

// take gives an answer to who waits for it, and all else to the handler. An
// answer that nobody waits for came too late.
func (s *Stream) take(m Message) {
	if !m.IsAnswer() {
		s.handle(m)
		return
	}
	s.deliver(m.ID, Reply{Answer: m, Phase: tool.PhaseAnswered})
}

// deliver gives a reply to who waits for it, and says whether somebody did.
func (s *Stream) deliver(id json.RawMessage, r Reply) bool {
	s.mu.Lock()
	waiting := s.pending[key(id)]
	delete(s.pending, key(id))
	s.mu.Unlock()
	if waiting == nil {
		return false
	}
	waiting <- r
	return true
}

func (s *Stream) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ended:
		return
	default:
	}
	s.err = err
	close(s.ended)
	s.writer.Close()
}

// Close ends the connection for everybody who waits. The streams themselves are
// the caller's to close.
func (s *Stream) Close(reason error) { s.end(reason) }

// ErrInUse says that a request has the identifier of one that is under way.
var ErrInUse = errors.New("a request with this identifier is under way")

// Call makes a request and waits for its answer. Its identifier must not be that
// of another request under way.
func (s *Stream) Call(ctx context.Context, m Message) Reply {
	answer, err := s.register(m.ID)
	if err != nil {
		return Reply{Phase: tool.PhaseNotSent, Err: err}
	}
	if err := s.writer.Write(ctx, m.Raw); err != nil {
		s.forget(m.ID)
		if errors.Is(err, ErrUnwritten) {
			if ctx.Err() == nil {
				err = fmt.Errorf("%w: %w", ErrClosed, err)
			}
			return Reply{Phase: tool.PhaseNotSent, Err: err}
		}
		return Reply{Phase: tool.PhaseSent, Err: err}
	}
	select {
	case r := <-answer:
		return r
	case <-ctx.Done():
		s.forget(m.ID)
		return Reply{Phase: tool.PhaseSent, Err: context.Cause(ctx)}
	case <-s.ended:
	}
	select {
	case r := <-answer: // it came just before the end
		return r
	default:
		s.forget(m.ID)
		return Reply{Phase: tool.PhaseSent, Err: fmt.Errorf("%w: %w", ErrClosed, s.err)}
	}
}

func (s *Stream) register(id json.RawMessage) (chan Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.ended:
		return nil, fmt.Errorf("%w: %w", ErrClosed, s.err)
	default:
	}
	if s.pending[key(id)] != nil {
		return nil, ErrInUse
	}
	answer := make(chan Reply, 1)
	s.pending[key(id)] = answer
	return answer, nil
}

func (s *Stream) forget(id json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.pending, key(id))
}

// Send writes a message that asks for no answer.
func (s *Stream) Send(ctx context.Context, raw []byte) error { return s.writer.Write(ctx, raw) }
