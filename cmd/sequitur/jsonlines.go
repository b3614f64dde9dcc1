package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds one line that is read.
const maxLine = 16 << 20

// errHuge is a line that is too long to be read.
var errHuge = fmt.Errorf("must be at most %d MB", maxLine>>20)

// jsonLines reads a file of one object a line, so that no file is too large. A
// broken line costs only itself: it is told and counted.
type jsonLines struct {
	name   string // of the input, for messages
	stderr io.Writer
	hint   string // what a line has to be

	number       int // of the line that is taken just now, from 1
	good, broken int
}

// mistake is what is wrong with a line; the others go on.
type mistake struct{ error }

// each calls take with each line that is not blank, and flushes out where no
// further line is waiting: whoever writes line after line into a pipe waits for
// each answer. A mistake that take returns is told, any other error ends it.
func (l *jsonLines) each(ctx context.Context, input io.Reader, out *bufio.Writer, take func(line []byte) error) error {
	reader := bufio.NewReaderSize(input, 64<<10)
	// One byte is waited for and no more: a pipe may hold a single line for long.
	if _, err := reader.Peek(1); err != nil && !errors.Is(err, io.EOF) {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return badUsage(fmt.Errorf("read %s: %w", l.name, err), "")
	}
	if head, err := reader.Peek(reader.Buffered()); err == nil && binary(head) {
		return badUsage(fmt.Errorf("%s must be lines of JSON, and holds binary data", l.name), "decompress it first")
	}
	for l.number = 1; ; l.number++ {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, out.Flush())
		}
		text, err := readLine(reader)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if l.number == 1 {
			text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // Windows begins files with a mark
		}
		if err = l.line(text, err, take); err != nil {
			return errors.Join(err, out.Flush())
		}
		if reader.Buffered() > 0 {
			continue
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

// line takes one line, or what was wrong with reading it.
func (l *jsonLines) line(text []byte, err error, take func([]byte) error) error {
	switch {
	case errors.Is(err, errHuge):
		err = mistake{err}
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return exitWith(exitFailed, fmt.Errorf("read %s: %w", l.name, err), "")
	case len(bytes.TrimSpace(text)) == 0:
		return nil
	default:
		err = take(text)
	}
	if wrong, ok := errors.AsType[mistake](err); ok {
		l.broken++
		_, err = fmt.Fprintf(l.stderr, "sequitur: error: %s:%d: line %v; it is skipped\n", l.name, l.number, wrong.error)
		return err
	}
	if err == nil {
		l.good++
	}
	return err
}

// empty says that there was no line at all.
func (l *jsonLines) empty() error {
	if l.good+l.broken > 0 {
		return nil
	}
	return badUsage(fmt.Errorf("%s is empty", l.name), l.hint)
}

// skipped says how many lines were left out.
func (l *jsonLines) skipped() error {
	switch {
	case l.broken == 0:
		return nil
	case l.good == 0:
		return badUsage(fmt.Errorf("%s: none of %d lines could be read", l.name, l.broken), l.hint)
	default:
		return exitWith(exitFailed, fmt.Errorf("%s: %d of %d lines could not be read and were skipped", l.name, l.broken, l.good+l.broken), l.hint)
	}
}

// readLine returns the next line without its end. A line that is too long is read
// over and told by errHuge.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	huge := false
	for {
		part, err := r.ReadSlice('\n')
		if huge = huge || len(line)+len(part) > maxLine; huge {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (huge || len(line) > 0):
			err = nil // the last line may lack its end
		}
		if err == nil && huge {
			err = errHuge
		}
		return line, err
	}
}
