package gateway_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/recovery"
)

// A read that fails for good is answered with its last result, which says so. A
// write never is.
func TestLastGoodResult(t *testing.T) {
	t.Parallel()
	policy := func(preset recovery.Policy) recovery.Policy {
		preset = quick(preset)
		preset.Tools = map[string]recovery.ToolPolicy{"read": {LastGood: time.Hour}, "write": {LastGood: time.Hour}, "idempotent": {LastGood: time.Hour}}
		return preset
	}
	c := start(t, gateway.Proxy{Policy: policy})
	c.greet("any")
	for tool, stale := range map[string]bool{"read": true, "write": false, "idempotent": false} {
		args := `{"name":"` + tool + `","arguments":{"id":"` + tool + `"}}`
		if got := c.request("tools/call", args); string(got.Result) != success {
			t.Fatalf("%s: got %s", tool, got.Raw)
		}
		c.breakDown()
		got := c.request("tools/call", args)
		c.repair()
		text := string(rawjson.Get(got.Result, "content"))
		if found := strings.Contains(text, `"text":"done"`) && strings.Contains(text, "may be out of date"); found != stale {
			t.Errorf("%s: got %s", tool, got.Raw)
		}
		if failed := string(rawjson.Get(got.Result, "isError")) == "true"; failed == stale {
			t.Errorf("%s: got %s", tool, got.Raw)
		}
	}
}

// broken is a line of the ledger: while it is there more often than "repaired",
// every call fails.
func (c *client) breakDown() { (&faulty{ledger: c.ledger}).note("broken") }
func (c *client) repair()    { (&faulty{ledger: c.ledger}).note("repaired") }
