package gateway_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/tool"
)

// An answer that holds neither a result nor an error is malformed at once. What a
// write has done is then not known, and it is not sent again.
func TestAnAnswerThatHoldsNothing(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, gateway.Proxy) *client{"stdio": start, "http": startHTTP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := start(t, gateway.Proxy{})
			c.greet("test")
			if got := c.call("read", `{"id":"r","fault":"bare","times":1}`); got.raw != success {
				t.Errorf("a read: got %s", got.raw)
			}
			got := c.call("write", `{"id":"w","fault":"bare","times":9}`)
			if v := got.Meta.Verdict; v.Status != "unknown_outcome" || v.Fault != fault.Malformed || v.Effect != tool.EffectPossible {
				t.Errorf("a write: got %s", got.raw)
			}
			c.ledgerHas("run w", 1)
			if answer := c.request("tools/list", `{}`); answer.Result == nil {
				t.Errorf("the connection is of no more use: %s", answer.Raw)
			}
		})
	}
}

// A client is not left waiting for a server that does not answer initialize.
func TestAServerThatNeverBegins(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, gateway.Proxy) *client{"stdio": start, "http": startHTTP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := &logged{}
			c := start(t, gateway.Proxy{Start: 2 * time.Second, Log: slog.New(slog.NewTextHandler(log, nil))})
			answer := c.request("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"unheard","version":"1"}}`)
			if !strings.Contains(string(answer.Error), "no answer to initialize") {
				t.Errorf("got %s", answer.Raw)
			}
			if got := log.String(); !strings.Contains(got, "no answer to initialize within 2s") {
				t.Errorf("the log says %s", got)
			}
			if answer := c.request("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"heard","version":"1"}}`); answer.Result == nil {
				t.Errorf("the client that tries again got %s", answer.Raw)
			}
		})
	}
}
