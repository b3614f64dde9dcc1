package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
)

// MaxMessage bounds one message, in bytes.
const MaxMessage = 256 << 20

// ErrTooLong says that a message was longer than [MaxMessage]. It was skipped,
// and the next one can be read.
var ErrTooLong = errors.New("the message is too long")

// A LineReader reads messages that end with a line.
type LineReader struct {
	r   *bufio.Reader
	max int
}

// NewLineReader returns a reader of lines of up to [MaxMessage] bytes.
func NewLineReader(r io.Reader) *LineReader {
	size := 64 << 10
	if _, within := r.(*io.PipeReader); within {
		size = 1 << 10 // within the process a read costs little, and there are many of them
	}
	return &LineReader{r: bufio.NewReaderSize(r, size), max: MaxMessage}
}

// Next returns the next line that is not empty, without its end. The caller
// owns it. A last line without an end counts.
func (l *LineReader) Next() ([]byte, error) {
	for {
		line, err := l.line()
		if line = bytes.TrimSpace(line); len(line) > 0 && !errors.Is(err, ErrTooLong) {
			return line, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (l *LineReader) line() ([]byte, error) {
	var line lineParts
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		if long = long || line.size+len(part) > l.max; long {
			line = lineParts{}
		} else {
			line.add(part)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, ErrTooLong
		default:
			return line.join(), err
		}
	}
}

// lineParts is a line that is being read. A long one is kept in parts, and joined
// once: to grow one slice would leave several times its size behind.
type lineParts struct {
	full [][]byte
	last []byte
	size int
}

// How long the parts are: each twice as long as the one before.
const (
	firstPart   = 64 << 10
	longestPart = 4 << 20
)

func (p *lineParts) add(part []byte) {
	p.size += len(part)
	if len(p.last) >= firstPart && len(p.last)+len(part) > cap(p.last) {
		p.full = append(p.full, p.last)
		p.last = make([]byte, 0, max(min(2*cap(p.last), longestPart), len(part)))
	}
	p.last = append(p.last, part...)
}

func (p *lineParts) join() []byte {
	if p.full == nil {
		return p.last
	}
	return slices.Concat(append(p.full, p.last)...)
}

// A LineWriter writes messages, one a line, in the order in which they were
// given. It is safe for concurrent use.
//
// The writing is done by a goroutine of its own: a peer that does not read keeps
// no caller beyond its context, and no message is ever left half written.
type LineWriter struct {
	queue  chan job
	closed chan struct{} // by Close: nothing more is taken
	done   chan struct{} // nothing more is written
	once   sync.Once
	err    error // why, once done is closed
}

// longMessage is what is not copied only to stand in one write with its end.
const longMessage = 64 << 10

type job struct {
	line    []byte
	written chan error
}

// NewLineWriter returns a writer to w. Close ends its goroutine, at the latest
// once a write that is under way returns.
func NewLineWriter(w io.Writer) *LineWriter {
	l := &LineWriter{queue: make(chan job, 64), closed: make(chan struct{}), done: make(chan struct{})}
	go l.run(w)
	return l
}

func (l *LineWriter) run(w io.Writer) {
	defer close(l.done)
	for {
		select {
		case j := <-l.queue:
			_, err := w.Write(j.line)
			if err == nil && j.line[len(j.line)-1] != '\n' {
				_, err = io.WriteString(w, "\n")
			}
			j.written <- err
			if err != nil {
				l.err = err
				return
			}
		case <-l.closed:
			l.err = io.ErrClosedPipe
			return
		}
	}
}

// ErrUnwritten says that no byte of a message was written.
var ErrUnwritten = errors.New("the message was not written")

// Write writes one message. [ErrUnwritten] is part of the error where provably
// nothing of it went out; any other error leaves that open.
func (l *LineWriter) Write(ctx context.Context, message []byte) error {
	j := job{line: oneLine(message), written: make(chan error, 1)}
	select {
	case l.queue <- j:
	case <-l.done:
		return errors.Join(ErrUnwritten, l.err)
	case <-ctx.Done():
		return errors.Join(ErrUnwritten, context.Cause(ctx))
	}
	select {
	case err := <-j.written:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-l.done:
	}
	select {
	case err := <-j.written:
		return err
	default:
		return errors.Join(ErrUnwritten, l.err) // still in the queue
	}
}

// Close stops the writing. Messages that were not begun are dropped.
func (l *LineWriter) Close() {
	l.once.Do(func() { close(l.closed) })
}

// oneLine returns the message with a line's end, a long one without. Line ends between its tokens
// are taken out; inside of strings JSON has none.
func oneLine(message []byte) []byte {
	message = bytes.TrimSpace(message)
	if bytes.IndexByte(message, '\n') >= 0 || bytes.IndexByte(message, '\r') >= 0 {
		var b bytes.Buffer
		if json.Compact(&b, message) == nil {
			b.WriteByte('\n')
			return b.Bytes()
		}
	}
	if len(message) > longMessage {
		return message
	}
	return append(slices.Clip(message), '\n')
}
