package gateway_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// Two proxies in a row make as many attempts as one, and the model is given one
// message.
func TestStackedProxiesDoNotMultiply(t *testing.T) {
	t.Parallel()
	ledger := filepath.Join(t.TempDir(), "ledger")
	p := gateway.Proxy{Mark: true, Deadline: new(15 * time.Second)}
	p.Server.Command = []string{os.Args[0]}
	p.Server.Env = []string{proxyVariable + "=" + ledger}
	stacked := connect(t, p, ledger)
	alone := start(t, gateway.Proxy{Deadline: new(15 * time.Second)})
	for _, fault := range []string{"busy", "forbidden"} {
		var attempts [2]int
		for i, c := range []*client{alone, stacked} {
			if fault == "busy" {
				c.greet("any")
			}
			answer := c.request("tools/call", `{"name":"read","arguments":{"id":"`+fault+`","fault":"`+fault+`","times":99}}`)
			attempts[i] = count(c.ledger, "attempt "+fault)
			if n := strings.Count(string(answer.Raw), "sequitur/verdict"); n != 1 || string(rawjson.Get(answer.Result, "isError")) != "true" {
				t.Errorf("%s: got %s", fault, answer.Raw)
			}
		}
		if attempts[0] != attempts[1] || attempts[0] == 0 {
			t.Errorf("%s: one guard made %d attempts, two made %d", fault, attempts[0], attempts[1])
		}
	}
}

// The marker says which attempt it is, and how much is left. One from further out
// stays as it is.
func TestMarker(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Mark: true, Deadline: new(10 * time.Second)})
	c.greet("any")
	c.request("tools/call", `{"name":"read","arguments":{"id":"x","fault":"busy","times":1}}`)
	c.request("tools/call", `{"name":"read","arguments":{"id":"y","fault":"busy","times":1},"_meta":{"sequitur/attempt":{"attempt":7,"time_left_ms":5000}}}`)
	data, err := os.ReadFile(c.ledger)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"attempt":1,"retries_left":3,"time_left_ms":9`, `"attempt":2,"retries_left":2,"time_left_ms":9`, `{"attempt":7,"time_left_ms":5000}`} {
		if n := strings.Count(string(data), want); n != 1 {
			t.Errorf("%q stands %d times in the ledger:\n%s", want, n, data)
		}
	}
	if n := count(c.ledger, "attempt y"); n != 1 {
		t.Errorf("what is repeated outside was made %d times", n)
	}
}

// A call that a guard further out repeats is answered with the server's own
// words, and one that nobody may repeat with ours.
func TestRepeatedOutsideIsHandedOn(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Tools: []tool.Spec{{Name: "read", Access: tool.AccessRead}}})
	c.greet("any")
	for fault, handed := range map[string]bool{"busy": true, "forbidden": false} {
		answer := c.request("tools/call", `{"name":"read","arguments":{"id":"`+fault+`","fault":"`+fault+`","times":9},"_meta":{"sequitur/attempt":{"attempt":1}}}`)
		if got := string(answer.Result) == failureTable[fault]; got != handed {
			t.Errorf("%s: got %s", fault, answer.Raw)
		}
	}
}
