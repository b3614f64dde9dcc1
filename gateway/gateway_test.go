package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// several is a gateway before a program, an HTTP server and one that is not
// there.
func several(t *testing.T) (g *gateway.Gateway, program, remote string) {
	t.Helper()
	program, remote = filepath.Join(t.TempDir(), "program"), filepath.Join(t.TempDir(), "remote")
	server := httptest.NewServer(&faulty{ledger: remote})
	t.Cleanup(server.Close)
	proxy := func(s gateway.Server) gateway.Proxy {
		return gateway.Proxy{Server: s, Policy: quick, Deadline: new(3 * time.Second), Tools: []tool.Spec{
			{Name: "b_keyed", Access: tool.AccessWrite, Key: &tool.KeyPlace{Meta: "test/key"}},
		}}
	}
	return &gateway.Gateway{Version: "1", Parts: []gateway.Part{
		{Name: "gone", Prefix: "gone_", Proxy: proxy(gateway.Server{Command: []string{"/no/such/server"}})},
		{Name: "a", Proxy: proxy(gateway.Server{Command: []string{os.Args[0]}, Env: []string{serverVariable + "=" + program}})},
		{Name: "b", Prefix: "b_", Proxy: proxy(gateway.Server{URL: server.URL})},
	}}, program, remote
}

// visitor is a client of a gateway over HTTP.
type visitor struct {
	*client
	http *wire.HTTP
}

func visit(t *testing.T, h *gateway.Handler) *visitor {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		h.Close()
	})
	v := &visitor{client: &client{t: t}}
	v.http = &wire.HTTP{URL: server.URL, Handle: func(m wire.Message) {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.heard = append(v.heard, m)
	}}
	reply := v.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{"sampling":{}},"clientInfo":{"name":"visitor","version":"1"}}`)
	if reply.Answer.Result == nil {
		t.Fatalf("got %+v", reply)
	}
	if err := v.http.Send(patient(t), wire.Notification("notifications/initialized", nil)); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v *visitor) ask(method, params string) wire.Reply {
	v.t.Helper()
	v.mu.Lock()
	v.ids++
	id := json.RawMessage(fmt.Sprint(v.ids))
	v.mu.Unlock()
	return v.http.Call(patient(v.t), wire.Request(id, method, json.RawMessage(params)), nil)
}

func toolNamesOf(t *testing.T, list json.RawMessage) []string {
	t.Helper()
	var page struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(list, &page); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range page.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// A server that is not there neither empties nor delays what the others list.
func TestListsAreJoined(t *testing.T) {
	t.Parallel()
	g, _, _ := several(t)
	v := visit(t, &gateway.Handler{Gateway: g})
	begun := time.Now()
	got := toolNamesOf(t, v.ask("tools/list", `{}`).Answer.Result)
	want := []string{"read", "idempotent", "keyed", "write", "typed", "noop", "b_read", "b_idempotent", "b_keyed", "b_write", "b_typed", "b_noop"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestCallsFindTheirServer(t *testing.T) {
	t.Parallel()
	g, program, remote := several(t)
	v := visit(t, &gateway.Handler{Gateway: g})
	for _, call := range []struct{ tool, ledger, fault string }{
		{"write", program, ""}, {"b_write", remote, ""}, {"read", program, "busy"}, {"b_read", remote, "status503"}, {"b_keyed", remote, "close"},
	} {
		id := call.tool + call.fault
		reply := v.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"id":%q,"fault":%q,"times":1}}`, call.tool, id, call.fault))
		if call.fault == "" {
			reply = v.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"id":%q}}`, call.tool, id))
		}
		if string(reply.Answer.Result) != success {
			t.Errorf("%s: got %s, %v", call.tool, reply.Answer.Raw, reply.Err)
		}
		if count(call.ledger, "run "+id) == 0 {
			t.Errorf("%s ran at another server", call.tool)
		}
	}
	if n := count(remote, "run b_keyedclose"); n != 1 {
		t.Errorf("a keyed write ran %d times", n)
	}
	if reply := v.ask("tools/call", `{"name":"gone_x","arguments":{}}`); reply.Answered() && reply.Answer.Error == nil && reply.Status != http.StatusOK {
		t.Errorf("got %s", reply.Answer.Raw)
	}
	if reply := v.ask("resources/read", `{"uri":"x://y"}`); reply.Answer.Error == nil {
		t.Errorf("got %s", reply.Answer.Raw)
	}
	if reply := v.ask("ping", `{}`); string(reply.Answer.Result) != `{}` {
		t.Errorf("got %s", reply.Answer.Raw)
	}
}

// What a server asks reaches the client over its own stream, and the answer finds
// its way back.
func TestAServerBehindAGatewayAsks(t *testing.T) {
	t.Parallel()
	g, program, _ := several(t)
	g.Parts = g.Parts[1:2]
	v := visit(t, &gateway.Handler{Gateway: g})
	ctx, cancel := context.WithCancel(patient(t))
	listened := make(chan struct{})
	go func() { v.http.Listen(ctx); close(listened) }()
	defer func() { cancel(); <-listened }()
	v.ask("ask", `{}`)
	question := v.told("sampling/createMessage", 1)[0]
	answer, err := wire.Parse(wire.Result(question.ID, json.RawMessage(`{"n":1.0}`)))
	if err != nil {
		t.Fatal(err)
	}
	if err := v.http.Send(patient(t), answer); err != nil {
		t.Fatal(err)
	}
	v.ledger = program
	v.ledgerHas(`answered 0 {"n":1.0}`, 1)
}

func TestProgressComesWithTheRequest(t *testing.T) {
	t.Parallel()
	g, _, _ := several(t)
	g.Parts = g.Parts[1:2]
	v := visit(t, &gateway.Handler{Gateway: g})
	reply := v.ask("tools/call", `{"name":"read","arguments":{"id":"1","fault":"progress","times":1},"_meta":{"progressToken":7}}`)
	if string(reply.Answer.Result) != success {
		t.Errorf("got %s", reply.Answer.Raw)
	}
	if got := v.told("notifications/progress", 2); string(rawjson.Get(got[0].Params, "total")) != "9" {
		t.Errorf("told %s", got[0].Raw)
	}
}

func TestWhoMayCome(t *testing.T) {
	t.Parallel()
	g, _, _ := several(t)
	h := &gateway.Handler{Gateway: g, Token: "secret", Hosts: []string{"mcp.example.com"}, Origins: []string{"https://app.example.com"}, MaxRequest: 1 << 10, MaxSessions: 1}
	t.Cleanup(h.Close)
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"v","version":"1"}}}`
	tests := []struct {
		name, host, origin, token, session, method, body string
		want                                             int
	}{
		{"another host", "evil.example.com", "", "secret", "", "POST", hello, 403},
		{"a page of another site", "127.0.0.1:7000", "https://evil.example.com", "secret", "", "POST", hello, 403},
		{"no token", "localhost", "", "", "", "POST", hello, 401},
		{"a wrong token", "localhost", "", "secret1", "", "POST", hello, 401},
		{"no session", "localhost", "", "secret", "", "POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 400},
		{"an unknown session", "[::1]:7000", "", "secret", "nobody", "POST", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, 404},
		{"an unknown session's end", "localhost", "", "secret", "nobody", "DELETE", "", 404},
		{"no JSON-RPC", "localhost", "", "secret", "", "POST", `{`, 400},
		{"too large", "localhost", "", "secret", "", "POST", `"` + strings.Repeat("x", 2<<10) + `"`, 413},
		{"another method", "localhost", "", "secret", "", "PUT", "", 405},
		{"a known page", "mcp.example.com:443", "https://app.example.com", "secret", "", "POST", hello, 200},
		{"too many", "localhost", "http://localhost:3000", "secret", "", "POST", hello, 503},
	}
	for _, test := range tests { // in order: the last ones depend on the one before
		r := httptest.NewRequestWithContext(t.Context(), test.method, "/", strings.NewReader(test.body))
		r.Host = test.host
		for name, value := range map[string]string{"Origin": test.origin, "Mcp-Session-Id": test.session} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		if test.token != "" {
			r.Header.Set("Authorization", "Bearer "+test.token)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != test.want {
			t.Errorf("%s: got %d, want %d: %s", test.name, w.Code, test.want, w.Body)
		}
		if session := w.Header().Get("Mcp-Session-Id"); test.want == http.StatusOK && session == "" {
			t.Errorf("%s: no session was named", test.name)
		}
	}
}

func TestASessionEnds(t *testing.T) {
	t.Parallel()
	g, _, _ := several(t)
	v := visit(t, &gateway.Handler{Gateway: g})
	v.http.Close(patient(t))
	if reply := v.ask("ping", `{}`); reply.Status != http.StatusNotFound {
		t.Errorf("got %+v", reply)
	}
}

// The same gateway speaks over standard input and output.
func TestAGatewayOverStdio(t *testing.T) {
	t.Parallel()
	g, _, _ := several(t)
	fromClient, toGateway := io.Pipe()
	fromGateway, toClient := io.Pipe()
	c := &client{t: t}
	c.stream = wire.NewStream(fromGateway, toGateway, func(wire.Message) {}, nil)
	go func() { _ = c.stream.Run() }()
	done := make(chan error, 1)
	go func() { done <- g.Serve(t.Context(), fromClient, toClient) }()
	c.greet("test")
	names := toolNamesOf(t, c.request("tools/list", `{}`).Result)
	if !slices.Contains(names, "write") || !slices.Contains(names, "b_write") {
		t.Errorf("listed %v", names)
	}
	if got := c.call("b_write", `{"id":"1"}`); got.raw != success {
		t.Errorf("got %s", got.raw)
	}
	_ = toGateway.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestGatewayValidate(t *testing.T) {
	t.Parallel()
	program := gateway.Proxy{Server: gateway.Server{Command: []string{"a"}}}
	for name, parts := range map[string][]gateway.Part{
		"none": nil, "no name": {{Proxy: program}}, "one name": {{Name: "a", Proxy: program}, {Name: "a", Proxy: program}}, "no command": {{Name: "a"}},
	} {
		g := gateway.Gateway{Parts: parts}
		if g.Validate() == nil {
			t.Errorf("%s: is taken", name)
		}
	}
}
