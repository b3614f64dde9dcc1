package mcplog

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// A side is who sent a message.
type side uint8

const (
	unknownSide side = iota
	clientSide
	serverSide
)

// frame is one JSON-RPC message of a log.
type frame struct {
	rpc     stream.Value
	from    side
	at      time.Time
	session string
}

// payloadsTable names the fields in which wrappers keep the message.
var payloadsTable = [...]string{"msg", "message", "payload", "data", "raw", "json", "body", "frame", "content", "request", "response", "params"}

// unwrap finds the message in a record. Its rpc is absent where there is none.
func unwrap(v stream.Value) frame {
	f := frame{
		from: sender(v.First("dir", "direction", "from", "sender", "source", "type", "kind").Text()),
		at:   v.First("timestamp", "time", "ts", "at", "@timestamp").Time(), session: v.First("session", "sessionId", "session_id", "mcp_session_id", "connection").Text(),
	}
	for range 3 {
		v = v.Embedded()
		if v.Get("jsonrpc").Exists() && (v.Get("method").Exists() || v.Get("id").Exists()) {
			f.rpc = v
			return f
		}
		var inner stream.Value
		for _, name := range payloadsTable {
			if candidate := v.Get(name).Embedded(); candidate.Kind() == '{' {
				inner = candidate
				break
			}
		}
		if !inner.Exists() {
			break
		}
		v = inner
	}
	return f
}

// sender reads who sent a message from what a wrapper or a log line calls it.
func sender(text string) side {
	text = strings.ToLower(text)
	switch {
	case text == "":
		return unknownSide
	case strings.Contains(text, "from client"), strings.HasPrefix(text, "client"), text == "request", text == "send", text == "sent", text == "out", text == "outgoing", text == "outbound", text == ">", text == "->", text == "c2s":
		return clientSide
	case strings.Contains(text, "from server"), strings.HasPrefix(text, "server"), text == "response", text == "recv", text == "received", text == "receive", text == "in", text == "incoming", text == "inbound", text == "<", text == "<-", text == "s2c":
		return serverSide
	default:
		return unknownSide
	}
}

// frames yields the messages of a log. A document that is no sequence of lines
// is read as the records that it holds.
func frames(in format.Input) iter.Seq2[frame, error] {
	return func(yield func(frame, error) bool) {
		buffered := bufio.NewReaderSize(in.Reader, 64<<10)
		head, err := buffered.Peek(4 << 10)
		if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
			yield(frame{}, err)
			return
		}
		in.Reader = buffered
		if prefixed(head) {
			fromLines(in, yield)
			return
		}
		for record, err := range stream.Values(in, stream.Options{Keys: wrappersTable}) {
			if err != nil {
				if !yield(frame{}, err) {
					return
				}
				continue
			}
			if record.Rest {
				continue
			}
			f := unwrap(record.Value)
			if !f.rpc.Exists() {
				err = &format.BrokenRecord{Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "no JSON-RPC message"}
			}
			if !yield(f, err) {
				return
			}
		}
	}
}

// prefixed says whether a log's lines begin with something that is no JSON.
func prefixed(head []byte) bool {
	head = bytes.TrimSpace(head)
	return len(head) > 0 && head[0] != '{' && (head[0] != '[' || !bytes.HasPrefix(bytes.TrimSpace(head[1:]), []byte("{")))
}

// line is one line of a log: what stands before the JSON, and the JSON.
type line struct {
	prefix string
	json   []byte
}

func cut(text []byte) (line, bool) {
	at := bytes.Index(text, []byte(`{"`))
	if at < 0 {
		return line{}, false
	}
	return line{prefix: string(text[:at]), json: bytes.TrimSpace(text[at:])}, true
}

func lines(head []byte) iter.Seq[line] {
	return func(yield func(line) bool) {
		for text := range bytes.Lines(head) {
			if l, ok := cut(text); ok && !yield(l) {
				return
			}
		}
	}
}

// maxLine is the longest line of a log.
const maxLine = stream.DefaultMax

// fromLines reads a log whose lines have a prefix. Lines without JSON are the
// program's own words and no records.
func fromLines(in format.Input, yield func(frame, error) bool) {
	scanner := bufio.NewScanner(in.Reader)
	scanner.Buffer(nil, maxLine)
	number := 0
	for scanner.Scan() {
		number++
		l, ok := cut(scanner.Bytes())
		if !ok {
			continue
		}
		v, err := stream.Parse(l.json)
		f := frame{}
		if err != nil {
			err = &format.BrokenRecord{Source: in.Source, Line: number, Offset: -1, Rule: err.Error()}
		} else if f = unwrap(v); !f.rpc.Exists() {
			continue
		}
		if f.from == unknownSide {
			f.from = sender(l.prefix)
		}
		if f.at.IsZero() {
			f.at = prefixTime(l.prefix)
		}
		if !yield(f, err) {
			return
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		yield(frame{}, &format.BrokenRecord{Source: in.Source, Line: number + 1, Offset: -1, Rule: "the line is too long, and reading ends here"})
	} else if err != nil {
		yield(frame{}, err)
	}
}

// prefixTime is the time that a log line begins with.
func prefixTime(prefix string) time.Time {
	first, _, _ := strings.Cut(strings.TrimLeft(prefix, "[ "), " ")
	at, err := time.Parse(time.RFC3339Nano, strings.TrimRight(first, "],:"))
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}
