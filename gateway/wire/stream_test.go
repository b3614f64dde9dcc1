package wire_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/tool"
)

// peer is the other end of a stream: what it was told, line by line, and a way to
// answer.
type peer struct {
	told    *bufio.Scanner
	answers *io.PipeWriter
	ears    *io.PipeReader
}

func (p *peer) next(t *testing.T) wire.Message {
	t.Helper()
	if !p.told.Scan() {
		t.Fatal("nothing more was told")
	}
	m, err := wire.Parse([]byte(p.told.Text()))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (p *peer) say(t *testing.T, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(p.answers, line+"\n"); err != nil {
			t.Error(err)
		}
	}
}

// connect returns a running stream and its peer.
func connect(t *testing.T, handle func(wire.Message), junk func([]byte)) (*wire.Stream, *peer) {
	t.Helper()
	fromPeer, toStream := io.Pipe()
	fromStream, toPeer := io.Pipe()
	s := wire.NewStream(fromPeer, toPeer, handle, junk)
	scanner := bufio.NewScanner(fromStream)
	scanner.Buffer(nil, 8<<20)
	go func() { _ = s.Run() }()
	t.Cleanup(func() {
		s.Close(io.EOF)
		_, _ = toStream.Close(), fromStream.Close()
	})
	return s, &peer{told: scanner, answers: toStream, ears: fromStream}
}

func ask(id string) wire.Message { return wire.Request(json.RawMessage(id), "ping", nil) }

// An answer without a result and an error is an answer that is no good, where
// somebody waits for it.
func TestAnAnswerThatHoldsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var junk []string
		s, p := connect(t, nil, func(b []byte) { junk = append(junk, string(b)) })
		var got wire.Reply
		go func() { got = s.Call(t.Context(), ask(`"sequitur-1"`)) }()
		p.next(t)
		p.say(t, `{"jsonrpc":"2.0","id":"sequitur-2"}`, `{"jsonrpc":"2.0","id":null}`, `{"jsonrpc":"2.0","id":"sequitur-1"}`)
		synctest.Wait()
		if got.Answered() || got.Phase != tool.PhaseCut || !errors.Is(got.Err, wire.ErrNoMessage) || got.Body != `{"jsonrpc":"2.0","id":"sequitur-1"}` {
			t.Errorf("got %+v", got)
		}
		if len(junk) != 2 {
			t.Errorf("junk: %q", junk)
		}
	})
}

// Answers come in any order, with notifications and junk between them.
func TestAnswersAreMatchedByTheirIdentifier(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var handled, junk []string
		s, p := connect(t, func(m wire.Message) { handled = append(handled, m.Method) }, func(b []byte) { junk = append(junk, string(b)) })
		got := make([]string, 3)
		for i := range got {
			go func() {
				reply := s.Call(t.Context(), ask(fmt.Sprint(i)))
				got[i] = string(reply.Answer.Result)
			}()
		}
		for range got {
			p.next(t)
		}
		p.say(t, `{"method":"notifications/progress"}`, `Server ready!`, `{"id":2,"result":"c"}`, `{"id":9,"result":"late"}`,
			`{"id":"1","result":"other"}`, `[{"id":0,"result":"a"},{"id":"s","method":"roots/list"}]`, `{"id":1,"result":"b"}`)
		synctest.Wait()
		if diff := cmp.Diff([]string{`"a"`, `"b"`, `"c"`}, got); diff != "" {
			t.Errorf("answers (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"notifications/progress", "roots/list"}, handled); diff != "" {
			t.Errorf("handled (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"Server ready!"}, junk); diff != "" {
			t.Errorf("junk (-want +got):\n%s", diff)
		}
	})
}

func TestPhasesOfAStream(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		then  func(s *wire.Stream, p *peer)
		phase tool.Phase
		err   error
	}{
		{"it ends after the request", func(_ *wire.Stream, p *peer) { p.told.Scan(); _ = p.answers.Close() }, tool.PhaseSent, io.EOF},
		{"it does not read", func(*wire.Stream, *peer) {}, tool.PhaseSent, context.DeadlineExceeded},
		{"it does not answer", func(_ *wire.Stream, p *peer) { p.told.Scan() }, tool.PhaseSent, context.DeadlineExceeded},
		{"it has ended before", func(s *wire.Stream, _ *peer) { s.Close(io.EOF) }, tool.PhaseNotSent, io.EOF},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, p := connect(t, func(wire.Message) {}, nil)
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if test.phase == tool.PhaseNotSent {
					test.then(s, p)
				} else {
					go test.then(s, p)
				}
				reply := s.Call(ctx, ask(`1`))
				if reply.Phase != test.phase || !errors.Is(reply.Err, test.err) || reply.Answered() {
					t.Errorf("got phase %s, %v", reply.Phase, reply.Err)
				}
			})
		})
	}
}

// A peer that does not read keeps nobody beyond its patience, and whoever stood
// behind was never sent.
func TestAPeerThatDoesNotRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := connect(t, func(wire.Message) {}, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		unsent := 0
		for i := range 100 {
			reply := s.Call(ctx, ask(fmt.Sprint(i)))
			if reply.Phase == tool.PhaseNotSent {
				unsent++
			}
		}
		if unsent == 0 || unsent == 100 {
			t.Errorf("%d of 100 were never sent", unsent)
		}
		_ = p.ears.Close() // lets the writer go
	})
}

func TestAnIdentifierInUse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := connect(t, func(wire.Message) {}, nil)
		first := make(chan wire.Reply, 1)
		go func() { first <- s.Call(t.Context(), ask(`1`)) }()
		p.next(t)
		if reply := s.Call(t.Context(), ask(`1`)); reply.Phase != tool.PhaseNotSent || reply.Err == nil {
			t.Errorf("got %+v", reply)
		}
		p.say(t, `{"id":1,"result":"a"}`)
		if reply := <-first; string(reply.Answer.Result) != `"a"` {
			t.Errorf("the first one got %+v", reply)
		}
	})
}

func TestLines(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("x", 3<<20)
	r := wire.NewLineReader(strings.NewReader("\n a \r\n" + big + "\n\nlast"))
	for i, want := range []string{"a", big, "last"} {
		got, err := r.Next()
		if err != nil || string(got) != want {
			t.Fatalf("line %d has %d bytes, %v", i, len(got), err)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

// A message that was printed over several lines is one line on the wire.
func TestOneMessageIsOneLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := connect(t, func(wire.Message) {}, nil)
		var sending sync.WaitGroup
		sending.Go(func() {
			if err := s.Send(t.Context(), []byte("{\n  \"method\": \"a\\nb\",\r\n \"n\": 1.0\n}\n")); err != nil {
				t.Error(err)
			}
		})
		defer sending.Wait()
		if m := p.next(t); string(m.Raw) != `{"method":"a\nb","n":1.0}` {
			t.Errorf("got %s", m.Raw)
		}
	})
}
