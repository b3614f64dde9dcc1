package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
)

// lister is an MCP server that has tools and counts their calls. While it is held
// it answers nothing.
type lister struct {
	tools []string
	calls atomic.Int64
	hold  chan struct{} // nil holds nothing
}

func (l *lister) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m, err := wire.Parse(body)
	if err != nil || !m.IsRequest() {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	if l.hold != nil {
		select {
		case <-l.hold:
		case <-r.Context().Done():
			return
		}
	}
	result := `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"lister","version":"1"}}`
	switch m.Method {
	case "tools/list":
		var items []string
		for _, name := range l.tools {
			items = append(items, `{"name":"`+name+`","inputSchema":{"type":"object"}}`)
		}
		result = `{"tools":[` + strings.Join(items, ",") + `]}`
	case "tools/call":
		l.calls.Add(1)
		result = `{"content":[{"type":"text","text":"done"}]}`
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(wire.Result(m.ID, json.RawMessage(result)))
}

// part puts a server behind a gateway.
func part(t *testing.T, name, prefix string, l *lister) gateway.Part {
	t.Helper()
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return gateway.Part{Name: name, Prefix: prefix, Proxy: gateway.Proxy{Server: gateway.Server{URL: server.URL}, Policy: quick, Deadline: new(3 * time.Second)}}
}

// logged is what a log was told.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A name that no server lists is nobody's, even where a server has no prefix.
func TestANameOnNoListIsNotCalled(t *testing.T) {
	t.Parallel()
	a, d, e := &lister{tools: []string{"w"}}, &lister{tools: []string{"x", "lookup"}}, &lister{tools: []string{"y"}}
	for _, first := range []bool{true, false} { // whether the client has asked for the list
		v := visit(t, &gateway.Handler{Gateway: &gateway.Gateway{Parts: []gateway.Part{part(t, "a", "a_", a), part(t, "d", "", d), part(t, "e", "", e)}}})
		if first {
			v.ask("tools/list", `{}`)
		}
		for _, name := range []string{"nope", "a_nope", "w", "lokup"} {
			answer := v.ask("tools/call", `{"name":"`+name+`","arguments":{}}`).Answer
			var got result
			if err := json.Unmarshal(answer.Result, &got); err != nil || !got.IsError || got.Meta.Verdict.Fault.String() != "unknown_tool" || got.Meta.Verdict.Effect.String() != "none" {
				t.Errorf("%s: got %s", name, answer.Raw)
			}
			if name == "lokup" && !strings.Contains(got.Content[0].Text, "lookup") {
				t.Errorf("the tool that was meant is not named: %s", answer.Raw)
			}
		}
		if n := a.calls.Load() + d.calls.Load() + e.calls.Load(); n != 0 {
			t.Errorf("servers were called %d times", n)
		}
	}
}

// Of two servers with one name, the first is listed and called, and the log says
// so.
func TestTwoServersOfOneName(t *testing.T) {
	t.Parallel()
	d, e := &lister{tools: []string{"w", "r"}}, &lister{tools: []string{"w", "r", "own"}}
	log := &logged{}
	g := &gateway.Gateway{Log: slog.New(slog.NewTextHandler(log, nil)), Parts: []gateway.Part{part(t, "d", "", d), part(t, "e", "", e)}}
	v := visit(t, &gateway.Handler{Gateway: g})
	for range 2 {
		got := toolNamesOf(t, v.ask("tools/list", `{}`).Answer.Result)
		if diff := cmp.Diff([]string{"w", "r", "own"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	v.ask("tools/call", `{"name":"w","arguments":{}}`)
	v.ask("tools/call", `{"name":"own","arguments":{}}`)
	if d.calls.Load() != 1 || e.calls.Load() != 1 {
		t.Errorf("the first server was called %d times, the second %d", d.calls.Load(), e.calls.Load())
	}
	if got := log.String(); strings.Count(got, "two servers have one name") != 2 || !strings.Contains(got, "left_out=e") {
		t.Errorf("the log says\n%s", got)
	}
}

// A server that says nothing delays nobody's lists, and the first session only
// once. When it comes, the client is told.
func TestAMuteServerDelaysNoList(t *testing.T) {
	t.Parallel()
	prompt, mute := &lister{tools: []string{"r"}}, &lister{tools: []string{"w"}, hold: make(chan struct{})}
	h := &gateway.Handler{Gateway: &gateway.Gateway{Parts: []gateway.Part{part(t, "a", "", prompt), part(t, "b", "", mute)}}}
	v := visit(t, h)
	for _, v := range []*visitor{v, visit(t, h)} {
		begun := time.Now()
		for range 2 {
			if got := toolNamesOf(t, v.ask("tools/list", `{}`).Answer.Result); !cmp.Equal(got, []string{"r"}) {
				t.Errorf("listed %v", got)
			}
		}
		if took := time.Since(begun); took > 1500*time.Millisecond {
			t.Errorf("two lists took %s", took)
		}
	}
	begun := time.Now()
	last := visit(t, h)
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("a later session began after %s", took)
	}
	ctx, cancel := context.WithCancel(patient(t))
	listened := make(chan struct{})
	go func() { last.http.Listen(ctx); close(listened) }()
	defer func() { cancel(); <-listened }()
	close(mute.hold)
	last.told("notifications/tools/list_changed", 1)
	if got := toolNamesOf(t, last.ask("tools/list", `{}`).Answer.Result); !cmp.Equal(got, []string{"r", "w"}) {
		t.Errorf("listed %v", got)
	}
}
