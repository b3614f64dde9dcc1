package httpguard_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/adapter/httpguard"
	"github.com/sequitur-go/sequitur/tool"
)

// attempts is a middleware that tries up to n times while again says so, and
// keeps what it saw.
type attempts struct {
	n        int
	timeout  time.Duration
	again    func(tool.Outcome) bool
	key      string
	calls    []tool.Call
	outcomes []tool.Outcome
}

func (a *attempts) wrap(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		if call.Key == "" {
			call.Key = a.key
		}
		a.calls = append(a.calls, call)
		var out tool.Outcome
		for range a.n {
			attempt, cancel := ctx, context.CancelFunc(func() {})
			if a.timeout > 0 {
				attempt, cancel = context.WithTimeout(ctx, a.timeout)
			}
			out = next.Invoke(attempt, call)
			cancel()
			a.outcomes = append(a.outcomes, out)
			if !a.again(out) {
				return out
			}
		}
		out.Note = "gave up"
		return out
	})
}

func failed(out tool.Outcome) bool { return out.Flag == tool.FlagFailure || out.Err != nil }

func do(t *testing.T, transport *httpguard.Transport, req *http.Request) (*http.Response, string, error) {
	t.Helper()
	resp, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	return resp, string(data), err
}

func request(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// flaky answers with 503 until its third request.
func flaky(t *testing.T, saw func(r *http.Request, body string)) string {
	t.Helper()
	var n atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if saw != nil {
			saw(r, string(body))
		}
		if n.Add(1) < 3 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, "busy")
			return
		}
		_, _ = io.WriteString(w, `{"ok":true}`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestRetriesWithTheBodyAndTheKey(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		body    func() io.Reader
		own     string // key that the client sends
		made    string // key that the guard makes
		header  string
		wantKey string
	}{
		{"body that can be had again", func() io.Reader { return strings.NewReader(`{"a":1}`) }, "", "", "", ""},
		{"body that is kept", func() io.Reader { return iotest.OneByteReader(strings.NewReader(`{"a":1}`)) }, "", "", "", ""},
		{"client's key", func() io.Reader { return strings.NewReader(`{"a":1}`) }, "k1", "k2", "", "k1"},
		{"guard's key", func() io.Reader { return strings.NewReader(`{"a":1}`) }, "", "k2", "X-Key", "k2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			header := "Idempotency-Key"
			if test.header != "" {
				header = test.header
			}
			var bodies, keys []string
			url := flaky(t, func(r *http.Request, body string) {
				bodies, keys = append(bodies, body), append(keys, r.Header.Get(header))
			})
			guard := &attempts{n: 5, again: failed, key: test.made}
			req := request(t, http.MethodPost, url+"/orders?x=1", test.body())
			req.Header.Set("Content-Type", "application/json")
			if test.own != "" {
				req.Header.Set("Idempotency-Key", test.own)
			}
			resp, got, err := do(t, &httpguard.Transport{Wrap: guard.wrap, KeyHeader: test.header}, req)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != http.StatusOK || got != `{"ok":true}` {
				t.Errorf("got %d %q", resp.StatusCode, got)
			}
			if diff := cmp.Diff([]string{`{"a":1}`, `{"a":1}`, `{"a":1}`}, bodies); diff != "" {
				t.Errorf("bodies (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{test.wantKey, test.wantKey, test.wantKey}, keys); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
			if req.Header.Get(header) != test.own && test.made != "" {
				t.Error("the client's request was changed")
			}
			first := guard.outcomes[0]
			if first.Status != 503 || first.Phase != tool.PhaseAnswered || first.Body != "busy" || first.Header["Retry-After"][0] != "1" {
				t.Errorf("first outcome: %+v", first)
			}
		})
	}
}

func TestTheLastRealResponseComesBack(t *testing.T) {
	t.Parallel()
	guard := &attempts{n: 2, again: failed}
	resp, body, err := do(t, &httpguard.Transport{Wrap: guard.wrap}, request(t, http.MethodGet, flaky(t, nil), nil))
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusServiceUnavailable || body != "busy" || resp.Header.Get("Retry-After") != "1" {
		t.Errorf("got %d %q %v", resp.StatusCode, body, resp.Header)
	}
	verdict, ok := httpguard.Verdict(resp)
	if !ok || verdict.Note != "gave up" {
		t.Errorf("verdict %+v, %v", verdict, ok)
	}
}

func TestNoVerdictOnAPlainSuccess(t *testing.T) {
	t.Parallel()
	guard := &attempts{n: 9, again: failed}
	resp, _, err := do(t, &httpguard.Transport{Wrap: guard.wrap}, request(t, http.MethodGet, flaky(t, nil), nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := httpguard.Verdict(resp); ok {
		t.Error("a plain success has a verdict")
	}
	if _, ok := httpguard.Verdict(nil); ok {
		t.Error("no response has a verdict")
	}
}

func TestBodyThatCanBeReadOnlyOnce(t *testing.T) {
	t.Parallel()
	var n atomic.Int32
	url := flaky(t, func(_ *http.Request, body string) {
		n.Add(1)
		if len(body) != 100 {
			t.Errorf("got a body of %d bytes", len(body))
		}
	})
	guard := &attempts{n: 2, again: failed}
	transport := &httpguard.Transport{Wrap: guard.wrap, MaxRequest: 10}
	req := request(t, http.MethodPut, url, iotest.HalfReader(strings.NewReader(strings.Repeat("x", 100))))
	resp, _, err := do(t, transport, req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusServiceUnavailable || n.Load() != 1 {
		t.Errorf("got %d after %d requests, want the 503 of the only one", resp.StatusCode, n.Load())
	}
	last := guard.outcomes[1]
	if !errors.Is(last.Err, httpguard.ErrNotReplayable) || last.Phase != tool.PhaseNotSent {
		t.Errorf("second outcome: %+v", last)
	}
}

func TestPhases(t *testing.T) {
	t.Parallel()
	hijack := func(then func(net.Conn)) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			then(conn)
			_ = conn.Close()
		}
	}
	tests := []struct {
		name    string
		handler http.HandlerFunc
		want    tool.Phase
		status  int
	}{
		{"closed without an answer", hijack(func(net.Conn) {}), tool.PhaseSent, 0},
		{"reset without an answer", hijack(func(c net.Conn) {
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
		}), tool.PhaseSent, 0},
		{"broken header", hijack(func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-") }), tool.PhaseCut, 0},
		{"broken body", hijack(func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":")
		}), tool.PhaseCut, 200},
		{"broken chunks of an error", hijack(func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
		}), tool.PhaseCut, 500},
		{"answered", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, tool.PhaseAnswered, 403},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(test.handler)
			defer server.Close()
			guard := &attempts{n: 1, again: failed}
			base := &http.Transport{DisableKeepAlives: true}
			_, _, err := do(t, &httpguard.Transport{Base: base, Wrap: guard.wrap}, request(t, http.MethodPost, server.URL, strings.NewReader("x")))
			if wantErr := test.want != tool.PhaseAnswered; (err != nil) != wantErr {
				t.Errorf("err = %v", err)
			}
			got := guard.outcomes[0]
			if got.Phase != test.want || got.Status != test.status {
				t.Errorf("phase %v and status %d, want %v and %d (%v)", got.Phase, got.Status, test.want, test.status, got.Err)
			}
		})
	}
}

func TestNotSent(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	unresolved := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "nowhere", IsNotFound: true}}
	}}
	tests := []struct {
		name string
		url  string
		base http.RoundTripper
		want tool.Phase
		is   error
	}{
		{"refused", refused, nil, tool.PhaseNotSent, syscall.ECONNREFUSED},
		{"no such host", "http://nowhere.invalid", unresolved, tool.PhaseNotSent, nil},
		{"foreign base, dial error", "http://x", failing{&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}, tool.PhaseNotSent, syscall.ECONNREFUSED},
		{"foreign base, other error", "http://x", failing{syscall.ECONNRESET}, tool.PhaseUnknown, syscall.ECONNRESET},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			guard := &attempts{n: 2, again: failed}
			_, _, err := do(t, &httpguard.Transport{Base: test.base, Wrap: guard.wrap}, request(t, http.MethodPost, test.url, nil))
			if _, ok := errors.AsType[*httpguard.Error](err); !ok || (test.is != nil && !errors.Is(err, test.is)) {
				t.Errorf("err = %v", err)
			}
			for _, out := range guard.outcomes {
				if out.Phase != test.want {
					t.Errorf("phase %v, want %v", out.Phase, test.want)
				}
			}
		})
	}
}

type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

// server serves handler over pipes, so that time may be simulated.
func server(t *testing.T, handler http.HandlerFunc) *http.Transport {
	t.Helper()
	conns := make(chan net.Conn)
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: time.Hour}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(pipes{conns})
	}()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		near, far := net.Pipe()
		select {
		case conns <- far:
			return near, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		close(conns)
		_ = srv.Close()
		<-done
	})
	return transport
}

// pipes is a listener of pipes.
type pipes struct{ conns chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p.conns; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

func TestTimeouts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		serve http.HandlerFunc
		want  tool.Phase
		body  bool // a response came, its body broke off
	}{
		{"slow header", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, tool.PhaseSent, false},
		{"slow body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"a":`)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, tool.PhaseCut, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				guard := &attempts{n: 1, timeout: 10 * time.Second, again: failed}
				started := time.Now()
				_, _, err := do(t, &httpguard.Transport{Base: server(t, test.serve), Wrap: guard.wrap}, request(t, http.MethodGet, "http://api.test/", nil))
				if !errors.Is(err, context.DeadlineExceeded) || time.Since(started) != 10*time.Second {
					t.Errorf("err = %v after %v", err, time.Since(started))
				}
				out := guard.outcomes[0]
				if out.Phase != test.want || !errors.Is(out.Err, context.DeadlineExceeded) || out.Elapsed != 10*time.Second {
					t.Errorf("outcome %+v", out)
				}
				if guarded, ok := errors.AsType[*httpguard.Error](err); ok == test.body || (ok && !guarded.Timeout()) {
					t.Errorf("err = %v", err)
				}
			})
		})
	}
}

func TestAStreamOutlivesTheGuardsTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		base := server(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for i := range 3 {
				_, _ = fmt.Fprintf(w, "data: %d\n\n", i)
				_ = http.NewResponseController(w).Flush()
				timer := time.NewTimer(time.Minute)
				<-timer.C
			}
		})
		guard := &attempts{n: 1, timeout: 10 * time.Second, again: failed}
		started := time.Now()
		_, body, err := do(t, &httpguard.Transport{Base: base, Wrap: guard.wrap}, request(t, http.MethodGet, "http://api.test/", nil))
		if err != nil || strings.Count(body, "data:") != 3 || time.Since(started) != 3*time.Minute {
			t.Errorf("got %q, %v after %v", body, err, time.Since(started))
		}
		if out := guard.outcomes[0]; out.Elapsed != 0 || out.Body == "" || out.Err != nil {
			t.Errorf("outcome %+v", out)
		}
	})
}

func TestRetryAfterIsSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := true
		base := server(t, func(w http.ResponseWriter, _ *http.Request) {
			if first {
				first = false
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(http.StatusTooManyRequests)
			}
		})
		guard := &attempts{n: 2, again: func(out tool.Outcome) bool {
			if out.Status != http.StatusTooManyRequests {
				return false
			}
			wait, err := time.ParseDuration(out.Header["Retry-After"][0] + "s")
			if err != nil {
				t.Error(err)
			}
			timer := time.NewTimer(wait)
			<-timer.C
			return true
		}}
		started := time.Now()
		resp, _, err := do(t, &httpguard.Transport{Base: base, Wrap: guard.wrap}, request(t, http.MethodGet, "http://api.test/", nil))
		if err != nil || resp.StatusCode != http.StatusOK || time.Since(started) != 7*time.Second {
			t.Errorf("got %v, %v after %v", resp, err, time.Since(started))
		}
	})
}

func TestWhatIsLookedAt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 2000)
	tests := []struct {
		name   string
		status int
		header map[string]string
		body   string
		flush  bool // length unknown
		want   string
	}{
		{"JSON", 200, map[string]string{"Content-Type": "application/json"}, `{"a":1}`, false, `{"a":1}`},
		{"JSON of unknown length", 200, map[string]string{"Content-Type": "application/problem+json; charset=utf-8"}, `{"a":1}`, true, `{"a":1}`},
		{"short text", 200, map[string]string{"Content-Type": "text/plain"}, "abc", false, "abc"},
		{"text of unknown length", 200, map[string]string{"Content-Type": "text/plain"}, "abc", true, "ok"},
		{"long JSON", 200, map[string]string{"Content-Type": "application/json"}, long, true, "ok"},
		{"long JSON, length known", 200, map[string]string{"Content-Type": "application/json"}, long, false, "ok"},
		{"long error", 500, nil, long, false, long[:1000]},
		{"image", 200, map[string]string{"Content-Type": "image/png"}, "\x89PNG", false, "ok"},
		{"event stream", 200, map[string]string{"Content-Type": "text/event-stream"}, "data: 1\n\n", true, "ok"},
		{"compressed", 200, map[string]string{"Content-Type": "application/json", "Content-Encoding": "br"}, "zzz", false, "ok"},
		{"redirect", 304, nil, "", false, "ok"},
		{"nothing", 200, map[string]string{"Content-Type": "application/json"}, "", false, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				for name, value := range test.header {
					w.Header().Set(name, value)
				}
				w.WriteHeader(test.status)
				if test.flush {
					_ = http.NewResponseController(w).Flush()
				}
				_, _ = io.WriteString(w, test.body)
			}))
			defer server.Close()
			guard := &attempts{n: 1, again: failed}
			resp, body, err := do(t, &httpguard.Transport{Wrap: guard.wrap, MaxResponse: 1000}, request(t, http.MethodGet, server.URL, nil))
			if err != nil {
				t.Fatal(err)
			}
			if got := guard.outcomes[0]; got.Body != test.want || got.Status != test.status {
				t.Errorf("the guard saw %d %q, want %q", got.Status, got.Body, test.want)
			}
			if resp.StatusCode != test.status || body != test.body {
				t.Errorf("the client got %d and %d bytes, want %d bytes", resp.StatusCode, len(body), len(test.body))
			}
		})
	}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	guard := &attempts{n: 1, again: failed}
	transport := &httpguard.Transport{Base: failing{io.ErrUnexpectedEOF}, Wrap: guard.wrap, MaxRequest: 100}
	send := func(method, url, authorization string, body io.Reader) tool.Call {
		req := request(t, method, url, body)
		if authorization != "" {
			req.Header.Set("Authorization", authorization)
		}
		_, _, _ = do(t, transport, req)
		return guard.calls[len(guard.calls)-1]
	}
	get := send(http.MethodGet, "http://u:secret@api.test/a?b=1", "Bearer one", nil)
	if get.Tool != "GET api.test" || string(get.Args) != `{"url":"http://api.test/a?b=1"}` {
		t.Errorf("call %q %s", get.Tool, get.Args)
	}
	if again := send(http.MethodGet, "http://u:secret@api.test/a?b=1", "Bearer one", nil); again.Principal != get.Principal || get.Principal == "" {
		t.Errorf("principals %q and %q of one credential", get.Principal, again.Principal)
	}
	if other := send(http.MethodGet, "http://api.test/a", "Bearer two", nil); other.Principal == get.Principal {
		t.Error("two credentials are one principal")
	}
	if anonymous := send(http.MethodGet, "http://api.test/a", "", nil); anonymous.Principal != "" {
		t.Errorf("principal %q without a credential", anonymous.Principal)
	}
	for body, want := range map[string]string{
		`{"n":1.50}`:             `{"url":"http://api.test/","body":{"n":1.50}}`,
		"a=b":                    `{"url":"http://api.test/","body":"a=b"}`,
		"\xff":                   `{"url":"http://api.test/","body_sha256":"a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89"}`,
		strings.Repeat("x", 200): `{"url":"http://api.test/","body_stream":1}`,
	} {
		if call := send(http.MethodPost, "http://api.test/", "", strings.NewReader(body)); string(call.Args) != want {
			t.Errorf("arguments %s, want %s", call.Args, want)
		}
	}
	named := &httpguard.Transport{
		Base: failing{io.ErrUnexpectedEOF}, Wrap: guard.wrap,
		Name:      func(*http.Request) string { return "get_order" },
		Principal: func(*http.Request) string { return "alice" },
	}
	_, _, _ = do(t, named, request(t, http.MethodGet, "http://api.test/", nil))
	if call := guard.calls[len(guard.calls)-1]; call.Tool != "get_order" || call.Principal != "alice" {
		t.Errorf("call %+v", call)
	}
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	var seen []string
	url := flaky(t, func(r *http.Request, _ string) { seen = append(seen, r.Header.Get("Authorization")) })
	n := 0
	transport := &httpguard.Transport{
		Wrap: (&attempts{n: 3, again: failed}).wrap,
		Prepare: func(attempt *http.Request, _ tool.Call) error {
			n++
			attempt.Header.Set("Authorization", fmt.Sprint("token ", n))
			return nil
		},
	}
	if _, _, err := do(t, transport, request(t, http.MethodGet, url, nil)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"token 1", "token 2", "token 3"}, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	cause := errors.New("no token")
	transport.Prepare = func(*http.Request, tool.Call) error { return cause }
	if _, _, err := do(t, transport, request(t, http.MethodPost, url, strings.NewReader("x"))); !errors.Is(err, cause) {
		t.Errorf("err = %v", err)
	}
}

func TestAnsweredWithoutAnAttempt(t *testing.T) {
	t.Parallel()
	refusal := errors.New("not allowed; do not ask again")
	tests := []struct {
		name string
		out  tool.Outcome
		want string // body, "" for an error
	}{
		{"refused from memory", tool.Outcome{Flag: tool.FlagFailure, Err: refusal}, ""},
		{"kept result", tool.Outcome{Flag: tool.FlagSuccess, Status: 201, Header: tool.Header{"X-A": {"b"}}, Body: "made"}, "made"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			closed := &closing{Reader: iotest.OneByteReader(strings.NewReader("x"))}
			transport := &httpguard.Transport{Base: failing{io.EOF}, Wrap: func(tool.Invoker) tool.Invoker {
				return tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { return test.out })
			}}
			resp, body, err := do(t, transport, request(t, http.MethodPost, "http://api.test/", closed))
			switch {
			case test.want == "" && !errors.Is(err, refusal):
				t.Errorf("err = %v", err)
			case test.want != "" && (err != nil || resp.StatusCode != http.StatusCreated || body != test.want || resp.Header.Get("X-A") != "b"):
				t.Errorf("got %v %q, %v", resp, body, err)
			}
			if !closed.closed {
				t.Error("the request's body was not closed")
			}
		})
	}
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error {
	c.closed = true
	return nil
}

func TestClientsOwnCancellation(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		base := server(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		req := request(t, http.MethodGet, "http://api.test/", nil).WithContext(ctx)
		_, _, err := do(t, &httpguard.Transport{Base: base, Wrap: (&attempts{n: 1, again: failed}).wrap}, req)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err = %v", err)
		}
	})
}

func TestUnguarded(t *testing.T) {
	t.Parallel()
	resp, _, err := do(t, &httpguard.Transport{}, request(t, http.MethodGet, flaky(t, nil), nil))
	if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("got %v, %v", resp, err)
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	access := map[string]string{}
	for _, spec := range httpguard.Tools("a.test") {
		access[spec.Name] = fmt.Sprint(spec.Access, " ", spec.Idempotent, " ", spec.Upstream)
	}
	want := map[string]string{
		"GET a.test": "read true a.test", "HEAD a.test": "read true a.test", "OPTIONS a.test": "read true a.test",
		"PUT a.test": "write true a.test", "DELETE a.test": "write true a.test",
		"POST a.test": "write false a.test", "PATCH a.test": "write false a.test",
	}
	if diff := cmp.Diff(want, access); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func ExampleTransport() {
	busy := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if busy {
			busy = false
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "shipped")
	}))
	defer server.Close()

	// In place of a guard's Wrap: a middleware that tries twice.
	twice := func(next tool.Invoker) tool.Invoker {
		return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
			out := next.Invoke(ctx, call)
			if out.Status == http.StatusServiceUnavailable {
				out = next.Invoke(ctx, call)
			}
			return out
		})
	}
	client := &http.Client{Transport: &httpguard.Transport{Wrap: twice}}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, server.URL, http.NoBody)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	fmt.Println(resp.StatusCode, string(body), err)
	// Output: 200 shipped <nil>
}
