package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/internal/score"
)

// maxLine bounds one line that is read.
const maxLine = 16 << 20

// errHuge is a line that is too long to be read.
var errHuge = fmt.Errorf("must be at most %d MB", maxLine>>20)

// classifyLines answers line after line, so that no file is too large. A broken
// line costs only itself.
func classifyLines(cmd *cobra.Command, e *engine, input io.Reader, name string, flags classifyFlags) error {
	reader := bufio.NewReaderSize(input, 64<<10)
	// One byte is waited for and no more: a pipe may hold a single line for long.
	if _, err := reader.Peek(1); err != nil && !errors.Is(err, io.EOF) {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return badUsage(fmt.Errorf("read %s: %w", name, err), "")
	}
	if head, err := reader.Peek(reader.Buffered()); err == nil && binary(head) {
		return badUsage(fmt.Errorf("%s must be lines of JSON, and holds binary data", name), "decompress it first")
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	s := session{engine: e, name: name, flags: flags, out: out, stderr: cmd.ErrOrStderr()}
	for {
		if err := cmd.Context().Err(); err != nil {
			return errors.Join(err, out.Flush())
		}
		text, err := readLine(reader)
		if errors.Is(err, io.EOF) {
			break
		}
		if err := s.line(text, err); err != nil {
			return errors.Join(err, out.Flush())
		}
		if reader.Buffered() > 0 {
			continue
		}
		// Whoever writes line after line into a pipe waits for each answer.
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return s.finish()
}

// session is the state of one run over lines.
type session struct {
	engine *engine
	name   string
	flags  classifyFlags
	out    *bufio.Writer
	stderr io.Writer

	number, good, broken int
	scored               []score.Line
}

// line takes the next line, or what was wrong with reading it.
func (s *session) line(text []byte, err error) error {
	s.number++
	if s.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // Windows begins files with a mark
	}
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var line inputLine
	if err == nil {
		line, err = parseLine(text)
	} else if errors.Is(err, context.Canceled) {
		return err
	} else if !errors.Is(err, errHuge) {
		return exitWith(exitFailed, fmt.Errorf("read %s: %w", s.name, err), "")
	}
	if err != nil {
		s.broken++
		_, err = fmt.Fprintf(s.stderr, "sequitur: error: %s:%d: line %v; it is skipped\n", s.name, s.number, err)
		return err
	}
	s.good++
	c := line.failure()
	answer, f := s.engine.answer(c)
	switch {
	case s.flags.score:
		scored, err := scoreLine(line, c, f, answer.Message)
		if err != nil {
			return badFile(fmt.Errorf("%s:%d: label %w", s.name, s.number, err), "sequitur classify --help names the keys of a line")
		}
		s.scored = append(s.scored, scored)
		return nil
	case s.flags.format == formatText:
		_, err = s.out.WriteString(answer.text() + "\n")
		return err
	default:
		return writeJSON(s.out, answer)
	}
}

// finish prints the score, and tells what was left out.
func (s *session) finish() error {
	if s.good+s.broken == 0 {
		return badUsage(fmt.Errorf("%s is empty", s.name), "give one object a line, with channel and payload")
	}
	var missed error
	if s.flags.score {
		report := score.Tally(s.scored)
		if err := printScore(s.out, report, s.flags.format); err != nil {
			return err
		}
		missed = s.flags.threshold(report)
	}
	if err := s.out.Flush(); err != nil {
		return err
	}
	if s.broken > 0 {
		return exitWith(exitFailed, fmt.Errorf("%s: %d of %d lines could not be read and were skipped", s.name, s.broken, s.good+s.broken),
			"every line is one JSON object with channel and payload")
	}
	return missed
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
