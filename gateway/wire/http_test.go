package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/tool"
)

// serve answers with the handler and returns a connection to it.
func serve(t *testing.T, handler http.HandlerFunc) *wire.HTTP {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &wire.HTTP{URL: server.URL, Handle: func(wire.Message) {}}
}

func jsonAnswer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// hijacked takes the connection away from net/http.
func hijacked(t *testing.T, then func(net.Conn)) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		then(conn)
		_ = conn.Close()
	}
}

func events(lines ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, line := range lines {
			_, _ = io.WriteString(w, line+"\n")
		}
	}
}

func TestHTTPReplies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		handler func(t *testing.T) http.HandlerFunc
		phase   tool.Phase
		status  int
		result  string // of the answer, "" where none
		err     error
	}{
		{"JSON", func(*testing.T) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				jsonAnswer(w, 200, `{"jsonrpc":"2.0","id":1,"result":{"n":1.10}}`)
			}
		}, tool.PhaseAnswered, 200, `{"n":1.10}`, nil},
		{"events", func(*testing.T) http.HandlerFunc {
			return events(": hello", "event: message", `data: {"method":"notifications/message"}`, "", `data: {"id":1,`, `data: "result":{}}`, "")
		}, tool.PhaseAnswered, 200, `{}`, nil},
		{"refused", func(*testing.T) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "7")
				jsonAnswer(w, 429, `slow down`)
			}
		}, tool.PhaseAnswered, 429, "", wire.ErrStatus},
		{"refused in JSON-RPC", func(*testing.T) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) {
				jsonAnswer(w, 400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"m"}}`)
			}
		}, tool.PhaseAnswered, 400, "", wire.ErrStatus},
		{"no answer to the request", func(*testing.T) http.HandlerFunc {
			return func(w http.ResponseWriter, _ *http.Request) { jsonAnswer(w, 200, `{"id":2,"result":{}}`) }
		}, tool.PhaseAnswered, 200, "", wire.ErrNoMessage},
		{"closed without an answer", func(t *testing.T) http.HandlerFunc {
			t.Helper()
			return hijacked(t, func(net.Conn) {})
		}, tool.PhaseSent, 0, "", io.EOF},
		{"body cut off", func(t *testing.T) http.HandlerFunc {
			t.Helper()
			return hijacked(t, func(c net.Conn) {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"id\":1,")
			})
		}, tool.PhaseCut, 200, "", io.ErrUnexpectedEOF},
		{"stream ends before the answer", func(*testing.T) http.HandlerFunc {
			return events(`data: {"method":"notifications/progress"}`, "")
		}, tool.PhaseSent, 0, "", io.EOF},
		{"stream ends in the answer", func(*testing.T) http.HandlerFunc {
			return events(`data: {"id":1,"resu`)
		}, tool.PhaseCut, 200, "", io.EOF},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := serve(t, test.handler(t))
			reply := h.Call(t.Context(), ask(`1`), nil)
			if reply.Phase != test.phase || reply.Status != test.status || string(reply.Answer.Result) != test.result {
				t.Errorf("got phase %s, status %d, result %s", reply.Phase, reply.Status, reply.Answer.Result)
			}
			if !errors.Is(reply.Err, test.err) {
				t.Errorf("got %v, want %v", reply.Err, test.err)
			}
			if test.status == 429 && (reply.Header["Retry-After"][0] != "7" || reply.Body != "slow down") {
				t.Errorf("got %v, %q", reply.Header, reply.Body)
			}
			if test.status == 400 && string(reply.Answer.Error) != `{"code":-32020,"message":"m"}` {
				t.Errorf("got answer %s", reply.Answer.Raw)
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	h := &wire.HTTP{URL: "http://" + listener.Addr().String()}
	if reply := h.Call(t.Context(), ask(`1`), nil); reply.Phase != tool.PhaseNotSent || reply.Err == nil {
		t.Errorf("got %+v", reply)
	}
}

func TestTheCallersPatience(t *testing.T) {
	t.Parallel()
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if reply := h.Call(ctx, ask(`1`), nil); reply.Phase != tool.PhaseSent || !errors.Is(reply.Err, context.DeadlineExceeded) {
		t.Errorf("got phase %s, %v", reply.Phase, reply.Err)
	}
}

// A server may end a stream and have it taken up again.
func TestAStreamIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			events("retry: 1", "id: e-1", "data: ", "")(w, r)
			return
		}
		if r.Header.Get("Last-Event-ID") != "e-1" {
			t.Errorf("taken up from %q", r.Header.Get("Last-Event-ID"))
		}
		events("id: e-2", `data: {"id":1,"result":"late"}`, "")(w, r)
	})
	if reply := h.Call(t.Context(), ask(`1`), nil); string(reply.Answer.Result) != `"late"` {
		t.Errorf("got %+v", reply)
	}
}

func TestASession(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var saw []string
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		m, _ := wire.Parse(body)
		saw = append(saw, fmt.Sprintf("%s %s session=%s version=%s token=%s", r.Method, m.Method,
			r.Header.Get("Mcp-Session-Id"), r.Header.Get("MCP-Protocol-Version"), r.Header.Get("Authorization")))
		switch {
		case m.Method == "initialize":
			w.Header().Set("Mcp-Session-Id", "s1")
			jsonAnswer(w, 200, `{"id":1,"result":{"protocolVersion":"2025-06-18"}}`)
		case m.IsNotification():
			w.WriteHeader(http.StatusAccepted)
		case m.IsRequest():
			jsonAnswer(w, http.StatusNotFound, `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}`)
		}
	})
	h.Header = func(context.Context) (http.Header, error) { return http.Header{"authorization": {"Bearer t"}}, nil }
	ctx := t.Context()
	h.Call(ctx, wire.Request(json.RawMessage(`1`), "initialize", nil), nil)
	h.SetVersion("2025-06-18")
	if err := h.Send(ctx, wire.Notification("notifications/initialized", nil)); err != nil {
		t.Error(err)
	}
	if reply := h.Call(ctx, ask(`2`), nil); !errors.Is(reply.Err, wire.ErrSession) || reply.Answered() {
		t.Errorf("got %+v", reply)
	}
	h.Close(ctx)
	h.Reset("s1")
	h.Close(ctx)
	mu.Lock()
	defer mu.Unlock()
	want := []string{
		"POST initialize session= version= token=Bearer t",
		"POST notifications/initialized session=s1 version=2025-06-18 token=Bearer t",
		"POST ping session=s1 version=2025-06-18 token=Bearer t",
		"DELETE  session=s1 version=2025-06-18 token=Bearer t",
	}
	if diff := cmp.Diff(want, saw); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheStatelessProtocolRepeatsTheBodyInFields(t *testing.T) {
	t.Parallel()
	var got http.Header
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		jsonAnswer(w, 200, `{"id":1,"result":{}}`)
	})
	params := json.RawMessage(`{"name":"größe","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`)
	h.Call(t.Context(), wire.Request(json.RawMessage(`1`), "tools/call", params), http.Header{"x-key": {"k"}})
	for name, want := range map[string]string{
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "=?base64?Z3LDtsOfZQ==?=", "X-Key": "k",
	} {
		if got.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.Get(name), want)
		}
	}
}

func TestARedirectElsewhereIsNotFollowed(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the token went elsewhere") }))
	t.Cleanup(other.Close)
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	if reply := h.Call(t.Context(), ask(`1`), nil); reply.Status != http.StatusTemporaryRedirect {
		t.Errorf("got %+v", reply)
	}
}

func TestListen(t *testing.T) {
	t.Parallel()
	heard := make(chan string, 4)
	var n int
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n > 1 && r.Header.Get("Last-Event-ID") != "7" {
			t.Errorf("taken up from %q", r.Header.Get("Last-Event-ID"))
		}
		events("retry: 1", "id: 7", fmt.Sprintf(`data: {"method":"m%d"}`, n), "")(w, r)
	})
	h.Handle = func(m wire.Message) { heard <- m.Method }
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { h.Listen(ctx); close(done) }()
	if got := strings.Join([]string{<-heard, <-heard}, " "); got != "m1 m2" {
		t.Errorf("heard %s", got)
	}
	cancel()
	<-done
}

func TestAServerWithoutAStreamOfItsOwn(t *testing.T) {
	t.Parallel()
	h := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusMethodNotAllowed) })
	h.Listen(t.Context()) // returns
}
