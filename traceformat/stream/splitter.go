package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/sequitur-go/sequitur/traceformat/format"
)

const (
	// batchSize is how much is read before records are handed on.
	batchSize = 256 << 10
	// headSize is how much is looked at to tell lines from one long value.
	headSize = 1 << 20
)

// errEnd says that the recording is over.
var errEnd = errors.New("end of the recording")

// span is one record of a batch, or the reason why it is none.
type span struct {
	from, to int
	line     int
	offset   int64
	key      string
	outer    Value
	rest     bool
	rule     string
	own      []byte // the record's bytes where they do not stand in one piece
}

// batch is a piece of a recording with whole records only.
type batch struct {
	data    []byte
	records []span

	// line and counted say how many lines end before which byte of it.
	line, counted int
}

// splitter takes a recording apart into batches. What is read and not yet
// handed on stands in buf.
type splitter struct {
	in   io.Reader
	opt  Options
	size int // how much is read at a time
	buf  []byte
	eof  error // how reading ended, io.EOF included
	free [][]byte

	offset int64 // of buf[0]
	line   int   // of buf[0]

	// begun says that the head was looked at, byLine that each record stands
	// on a line of its own.
	begun, byLine bool
	walk          walker
}

func newSplitter(in format.Input, opt Options) *splitter {
	if opt.Max <= 0 {
		opt.Max = DefaultMax
	}
	return &splitter{in: in.Reader, opt: opt, size: batchSize, line: 1}
}

// next returns the next batch, which may be empty. With the last one comes
// errEnd, or the error that ended reading.
func (s *splitter) next() (*batch, error) {
	if !s.begun {
		if err := s.begin(); err != nil {
			return &batch{}, err
		}
		s.begun = true
	}
	b := &batch{}
	want := max(s.size, len(s.buf)+1)
	for {
		s.fill(want)
		taken := s.split(b, s.eof != nil)
		if len(b.records) > 0 || taken > 0 {
			s.hand(b, taken)
			return b, s.end()
		}
		if s.eof != nil {
			return b, s.end()
		}
		want = 2 * len(s.buf)
	}
}

// split finds the records in buf and says how much of it they take; final says
// that nothing follows.
func (s *splitter) split(b *batch, final bool) int {
	if s.byLine {
		return s.lines(b, final)
	}
	return s.values(b, final)
}

// end is the error that goes with a batch, nil where more follows.
func (s *splitter) end() error {
	switch {
	case s.eof == nil || len(s.buf) > 0:
		return nil
	case errors.Is(s.eof, io.EOF):
		return errEnd
	default:
		return s.eof
	}
}

// hand gives the first bytes of buf to the batch and goes on with a copy of the
// rest.
func (s *splitter) hand(b *batch, taken int) {
	b.data = s.buf[:taken]
	rest := s.buf[taken:]
	s.offset += int64(taken)
	s.line += bytes.Count(b.data, []byte{'\n'})
	next := []byte(nil)
	if n := len(s.free); n > 0 {
		next, s.free = s.free[n-1], s.free[:n-1]
	}
	if cap(next) < len(rest) || next == nil {
		next = make([]byte, 0, max(2*batchSize, len(rest)+batchSize))
	}
	s.buf = append(next[:0], rest...)
}

// recycle takes back the buffer of a batch that nobody reads any more. One that
// grew for a long record is let go.
func (s *splitter) recycle(b *batch) {
	if c := cap(b.data); c >= 2*batchSize && c <= 4*batchSize && len(s.free) < 8 {
		s.free = append(s.free, b.data[:0])
	}
	b.data = nil
}

// fill reads until buf holds want bytes or nothing follows.
func (s *splitter) fill(want int) {
	for idle := 0; len(s.buf) < want && s.eof == nil; {
		if len(s.buf) == cap(s.buf) {
			grown := make([]byte, len(s.buf), max(2*batchSize, 2*cap(s.buf)))
			copy(grown, s.buf)
			s.buf = grown
		}
		n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.eof = err
		if idle++; n > 0 {
			idle = 0
		}
		if idle > 100 {
			s.eof = io.ErrNoProgress
		}
	}
}

var utf8Mark = []byte("\xef\xbb\xbf") //nolint:gochecknoglobals // read only

// begin looks at the head and chooses how to split.
func (s *splitter) begin() error {
	s.fill(headSize)
	if bytes.HasPrefix(s.buf, []byte{0xff, 0xfe}) || bytes.HasPrefix(s.buf, []byte{0xfe, 0xff}) {
		return errors.New("the recording is UTF-16, and only UTF-8 is read")
	}
	if bytes.HasPrefix(s.buf, utf8Mark) {
		s.buf = s.buf[len(utf8Mark):]
		s.offset = int64(len(utf8Mark))
	}
	switch head := s.buf[space(s.buf, 0):]; {
	case len(head) == 0, looksLikeLines(head, s.eof != nil):
		s.byLine = true
		return nil
	case head[0] == '{', head[0] == '[':
		return nil
	default:
		return errors.New("no JSON: neither an object nor an array begins here")
	}
}

// looksLikeLines says whether each record stands on its own line. That is so
// where the first line is a whole object or array and not the only one: a lone
// object may be a wrapper, a lone array holds records. A first line that is
// broken does not hide that two whole ones follow.
func looksLikeLines(head []byte, whole bool) bool {
	line, rest, cut := bytes.Cut(head, []byte{'\n'})
	switch {
	case isRecord(line):
		return len(bytes.TrimSpace(rest)) > 0
	case len(line) == 0 || line[0] == '[' || len(bytes.TrimSpace(line)) == 1:
		return false // an array, or an object of several lines
	}
	for in := 0; cut && in < 2; {
		line, rest, cut = bytes.Cut(rest, []byte{'\n'})
		switch {
		case !cut && !whole:
			return false
		case isRecord(line):
			in++
		default:
			in = 0
		}
		if in == 2 {
			return true
		}
	}
	return false
}

func isRecord(line []byte) bool {
	return len(line) > 0 && (line[0] == '{' || line[0] == '[') && check(bytes.TrimSpace(line)) == nil
}

// lines splits at ends of lines.
func (s *splitter) lines(b *batch, final bool) int {
	at, line := 0, s.line
	for at < len(s.buf) {
		end := bytes.IndexByte(s.buf[at:], '\n')
		next := at + end + 1
		switch {
		case end >= 0:
			end += at
		case final:
			end, next = len(s.buf), len(s.buf)
		case len(s.buf)-at > s.opt.Max:
			s.dropLine(b, at, line)
			return at
		default:
			return at
		}
		s.addLine(b, at, end, line)
		line++
		at = next
	}
	return at
}

func (s *splitter) addLine(b *batch, from, to, line int) {
	r := span{from: from, to: to, line: line, offset: s.offset + int64(from)}
	switch {
	case to-from > s.opt.Max:
		r.rule = s.tooLong()
	case space(s.buf[:to], from) == to:
		return
	}
	b.records = append(b.records, r)
}

func (s *splitter) tooLong() string {
	return fmt.Sprintf("the record is longer than %d bytes and was skipped", s.opt.Max)
}

// dropLine reports the line that begins there as too long, and reads past it.
// The line's end is left in buf.
func (s *splitter) dropLine(b *batch, at, line int) {
	b.records = append(b.records, span{line: line, offset: s.offset + int64(at), rule: s.tooLong()})
	for {
		n := bytes.IndexByte(s.buf[at:], '\n')
		ended := n >= 0
		if !ended {
			n = len(s.buf) - at
		}
		s.offset += int64(n)
		s.buf = append(s.buf[:at], s.buf[at+n:]...)
		if ended || s.eof != nil {
			return
		}
		s.fill(at + s.size)
	}
}
