package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/sequitur-go/sequitur/trajectory"
)

// maxLine bounds a line. A writer's own lines are far shorter.
const maxLine = 4 << 20

// ErrTruncated says that a journal's last line breaks off.
var ErrTruncated = errors.New("the line breaks off")

// ErrTooLong says that a line is longer than 4 MiB.
var ErrTooLong = errors.New("the line is longer than 4 MiB")

// A LineError is one line that could not be read.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error names the line and what is wrong with it.
func (e *LineError) Error() string { return fmt.Sprintf("journal: line %d: %v", e.Line, e.Err) }

// Unwrap returns what is wrong with the line.
func (e *LineError) Unwrap() error { return e.Err }

// Read yields a journal's episodes in order. A line that cannot be read yields
// a [*LineError], and reading goes on behind it; empty lines are nothing. An
// error of r itself is yielded as it is, and ends the sequence. At most one line
// is held at a time.
func Read(r io.Reader) iter.Seq2[trajectory.Episode, error] {
	return func(yield func(trajectory.Episode, error) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		for number := 1; ; number++ {
			data, err := readLine(in)
			if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, ErrTooLong) {
				yield(trajectory.Episode{}, err)
				return
			}
			last := errors.Is(err, io.EOF)
			if !yieldLine(data, number, err, yield) || last {
				return
			}
		}
	}
}

// yieldLine yields what stands in one line. It returns false where the consumer
// has had enough.
func yieldLine(data []byte, number int, err error, yield func(trajectory.Episode, error) bool) bool {
	broken := func(why error) bool {
		return yield(trajectory.Episode{}, &LineError{Line: number, Err: why})
	}
	if errors.Is(err, ErrTooLong) {
		return broken(ErrTooLong)
	}
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return true
	}
	l, why := decode(data)
	if why == nil {
		return yield(*l.Episode, nil)
	}
	if errors.Is(err, io.EOF) {
		why = fmt.Errorf("%w: %w", ErrTruncated, why)
	}
	rest, ok := salvage(data)
	return broken(why) && (!ok || yield(*rest.Episode, nil))
}

// readLine returns the next line; io.EOF comes with the last one. Of a line that
// is too long it returns nothing, and skips it.
func readLine(in *bufio.Reader) ([]byte, error) {
	var whole []byte
	skipped := false
	for {
		part, err := in.ReadSlice('\n')
		if !skipped && len(whole)+len(part) > maxLine {
			whole, skipped = nil, true
		}
		if !skipped {
			whole = append(whole, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case skipped && (err == nil || errors.Is(err, io.EOF)):
			return nil, ErrTooLong
		default:
			return whole, err
		}
	}
}
