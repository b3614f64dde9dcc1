package wire

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// An event is one event of an event stream.
type event struct {
	id   string
	data string
	// cut says that the stream ended inside of the event.
	cut bool
}

// eventReader reads an event stream.
type eventReader struct {
	lines *bufio.Reader
	// last is the identifier of the last event, retry how long the server asks
	// to wait before the stream is asked for again.
	last  string
	retry time.Duration
}

func newEventReader(r io.Reader) *eventReader {
	return &eventReader{lines: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next event that has data. An event that the stream's end cuts
// off comes back with cut set, beside the error.
func (e *eventReader) next() (event, error) {
	var data []string
	var size int
	for {
		line, err := e.line()
		if err != nil {
			return event{id: e.last, data: strings.Join(append(data, line), "\n"), cut: len(data) > 0 || strings.HasPrefix(line, "data")}, err
		}
		if line == "" {
			if len(data) > 0 {
				return event{id: e.last, data: strings.Join(data, "\n")}, nil
			}
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "data":
			if size += len(value); size > MaxMessage {
				return event{}, ErrTooLong
			}
			data = append(data, value)
		case "id":
			if !strings.ContainsRune(value, 0) {
				e.last = value
			}
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil && ms >= 0 {
				e.retry = min(time.Duration(ms)*time.Millisecond, time.Minute)
			}
		}
	}
}

// line returns the next line without its end. A line without an end is given
// with the error.
func (e *eventReader) line() (string, error) {
	var line []byte
	for {
		part, err := e.lines.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > MaxMessage:
			return "", ErrTooLong
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return string(line), err
		}
		return strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r"), nil
	}
}

// Event returns a message as an event of an event stream.
func Event(message []byte) []byte {
	line := oneLine(message)
	event := make([]byte, 0, len(line)+32)
	event = append(event, "event: message\ndata: "...)
	event = append(event, line...)
	return append(event, '\n')
}
