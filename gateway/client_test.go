package gateway_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// client is an MCP client of a proxy, and what the server told it.
type client struct {
	t      *testing.T
	stream *wire.Stream
	ledger string
	ids    int
	done   chan error // what Serve returned
	hangUp func()

	mu    sync.Mutex
	heard []wire.Message
}

// quick makes waits short, so that the tests are.
func quick(preset recovery.Policy) recovery.Policy {
	for kind, plan := range preset.Plans {
		plan.Base = time.Millisecond
		preset.Plans[kind] = plan
	}
	return preset
}

// start serves a client through the proxy, in front of the faulty server as a
// program.
func start(t *testing.T, p gateway.Proxy) *client {
	t.Helper()
	ledger := filepath.Join(t.TempDir(), "ledger")
	p.Server.Command = []string{os.Args[0]}
	p.Server.Env = append(p.Server.Env, serverVariable+"="+ledger)
	return connect(t, p, ledger)
}

// startHTTP is start with the server behind HTTP.
func startHTTP(t *testing.T, p gateway.Proxy) *client {
	t.Helper()
	ledger := filepath.Join(t.TempDir(), "ledger")
	server := httptest.NewServer(&faulty{ledger: ledger})
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	p.Server.URL = server.URL
	return connect(t, p, ledger)
}

func connect(t *testing.T, p gateway.Proxy, ledger string) *client {
	t.Helper()
	if p.Policy == nil {
		p.Policy = quick
	}
	if p.Deadline == nil && p.Clients == nil {
		p.Deadline = new(2 * time.Second)
	}
	p.Tools = append(p.Tools, tool.Spec{Name: "keyed", Access: tool.AccessWrite, Key: &tool.KeyPlace{Meta: "test/key"}})
	fromClient, toProxy := io.Pipe()
	fromProxy, toClient := io.Pipe()
	c := &client{t: t, ledger: ledger, done: make(chan error, 1), hangUp: func() { _ = toProxy.Close() }}
	c.stream = wire.NewStream(fromProxy, toProxy, func(m wire.Message) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.heard = append(c.heard, m)
	}, func(line []byte) { t.Errorf("the client was sent %q", line) })
	go func() { _ = c.stream.Run() }()
	go func() {
		c.done <- p.Serve(t.Context(), fromClient, toClient)
		_ = toClient.Close()
	}()
	t.Cleanup(func() {
		c.hangUp()
		select {
		case err := <-c.done:
			if err != nil && !errors.Is(err, t.Context().Err()) {
				t.Logf("the proxy ended: %v", err)
			}
		case <-time.After(15 * time.Second):
			t.Error("the proxy does not end")
		}
	})
	return c
}

// greet begins the session.
func (c *client) greet(name string) {
	c.t.Helper()
	c.request("initialize", `{"protocolVersion":"2025-06-18","capabilities":{"sampling":{}},"clientInfo":{"name":"`+name+`","version":"1"},"x":1.0}`)
	c.tell(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

func (c *client) tell(raw string) {
	c.t.Helper()
	if err := c.stream.Send(patient(c.t), []byte(raw)); err != nil {
		c.t.Error(err)
	}
}

// request makes a request and returns its answer.
func (c *client) request(method, params string) wire.Message {
	c.t.Helper()
	c.mu.Lock()
	c.ids++
	id := json.RawMessage(strconv.Itoa(c.ids))
	c.mu.Unlock()
	reply := c.stream.Call(patient(c.t), wire.Request(id, method, json.RawMessage(params)))
	if !reply.Answered() {
		c.t.Fatalf("%s was not answered: %v", method, reply.Err)
	}
	return reply.Answer
}

// result is what a client reads of a tool's result.
type result struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	IsError    bool            `json:"isError"`
	Structured json.RawMessage `json:"structuredContent"`
	Meta       struct {
		Verdict struct {
			Status string      `json:"status"`
			Fault  fault.Kind  `json:"fault"`
			Effect tool.Effect `json:"effect"`
		} `json:"sequitur/verdict"`
	} `json:"_meta"`
	raw string
}

// call calls a tool.
func (c *client) call(name, args string) result {
	c.t.Helper()
	answer := c.request("tools/call", `{"name":"`+name+`","arguments":`+args+`}`)
	var r result
	if err := json.Unmarshal(answer.Result, &r); err != nil {
		c.t.Fatalf("%s: %v", answer.Raw, err)
	}
	r.raw = string(answer.Result)
	return r
}

// told waits until the client was told something.
func (c *client) told(method string, n int) []wire.Message {
	c.t.Helper()
	var found []wire.Message
	c.wait(method, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		found = nil
		for _, m := range c.heard {
			if m.Method == method {
				found = append(found, m)
			}
		}
		return len(found) >= n
	})
	return found
}

// ledgerHas waits until a line stands in the server's ledger that often.
func (c *client) ledgerHas(line string, n int) {
	c.t.Helper()
	c.wait(line, func() bool { return count(c.ledger, line) >= n })
	if got := count(c.ledger, line); got != n {
		c.t.Errorf("%q stands in the ledger %d times, want %d", line, got, n)
	}
}

func (c *client) wait(what string, is func() bool) {
	c.t.Helper()
	ctx := patient(c.t)
	for !is() {
		select {
		case <-ctx.Done():
			data, _ := os.ReadFile(c.ledger)
			c.t.Fatalf("waited in vain for %s; the ledger:\n%s", what, data)
		case <-time.After(2 * time.Millisecond):
		}
	}
}
