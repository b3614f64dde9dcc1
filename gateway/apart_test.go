package gateway_test

import (
	"testing"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/state/memory"
)

// Sessions of one server share what was refused; another server's tool of the
// same name is asked all the same.
func TestASharedStore(t *testing.T) {
	t.Parallel()
	store := new(memory.Store)
	const call = `{"id":"1","fault":"forbidden","times":9}`
	for i, name := range []string{"a", "a", "b"} {
		c := start(t, gateway.Proxy{Server: gateway.Server{Name: name}, Store: store})
		c.greet("test")
		if got := c.call("read", call); !got.IsError {
			t.Errorf("got %s", got.raw)
		}
		want := 1
		if i == 1 {
			want = 0 // answered from memory
		}
		if n := count(c.ledger, "attempt 1"); n != want {
			t.Errorf("session %d of server %s: asked %d times, want %d", i, name, n, want)
		}
	}
}
