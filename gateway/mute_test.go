package gateway_test

import (
	"testing"

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
