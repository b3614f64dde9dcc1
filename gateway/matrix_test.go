package gateway_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/recovery"
)

// The tools of the matrix, by what may be done with them.
var toolNames = []string{"read", "idempotent", "keyed", "write"}

// cell says what has to become of a call that meets a fault at its first
// attempt: how often it reaches the server, and how it ends.
type cell struct {
	attempts int
	ends     string // "ok", or the verdict's status
}

var (
	again   = cell{2, "ok"}
	failed  = cell{1, "failed"}
	unknown = cell{1, "unknown_outcome"}
)

// row is one fault: what becomes of a read, an idempotent write, a keyed write
// and a plain write.
type row struct {
	fault string
	cells [4]cell
	// runs is how often the effect happens where the fault comes after it and the
	// call is made again. A key makes it 1 whatever this says.
	runs int
}

// executed is how often the tool ran.
func (r row) executed(name string) int {
	c := r.cells[slices.Index(toolNames, name)]
	switch {
	case name == "keyed" && (c.ends == "ok" || r.runs > 1):
		return 1
	case c == again:
		return max(r.runs, 1)
	case r.runs > 1:
		return 1
	default:
		return 0
	}
}

// stdioRows is the matrix over standard input and output. "_before" is a fault
// before the effect.
var stdioRows = []row{
	{"busy", [4]cell{again, again, again, unknown}, 0},
	{"internal", [4]cell{failed, unknown, unknown, unknown}, 0},
	{"limited", [4]cell{again, again, again, again}, 0},
	{"forbidden", [4]cell{failed, failed, failed, failed}, 0},
	{"absent", [4]cell{failed, failed, failed, failed}, 0},
	{"die_before", [4]cell{again, again, again, unknown}, 0},
	{"die", [4]cell{again, again, again, unknown}, 2},
	{"hang_before", [4]cell{again, again, again, unknown}, 0},
	{"hang", [4]cell{again, again, again, unknown}, 2},
}

var httpRows = []row{
	{"busy", [4]cell{again, again, again, unknown}, 0},
	{"limited", [4]cell{again, again, again, again}, 0},
	{"forbidden", [4]cell{failed, failed, failed, failed}, 0},
	{"status503_before", [4]cell{again, again, again, unknown}, 0},
	{"status503", [4]cell{again, again, again, unknown}, 2},
	{"status429_before", [4]cell{again, again, again, again}, 0},
	{"status403_before", [4]cell{failed, failed, failed, failed}, 0},
	{"status401_before", [4]cell{failed, failed, failed, failed}, 0},
	{"lose_before", [4]cell{again, again, again, again}, 0},
	{"close_before", [4]cell{again, again, again, unknown}, 0},
	{"close", [4]cell{again, again, again, unknown}, 2},
	{"cut", [4]cell{again, again, again, unknown}, 2},
	{"stream", [4]cell{again, again, again, unknown}, 2},
	{"hang", [4]cell{again, again, again, unknown}, 2},
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	transports := []struct {
		name  string
		start func(*testing.T, gateway.Proxy) *client
		rows  []row
	}{{"stdio", start, stdioRows}, {"http", startHTTP, httpRows}}
	for _, transport := range transports {
		for _, r := range transport.rows {
			t.Run(transport.name+"/"+r.fault, func(t *testing.T) {
				t.Parallel()
				for i, name := range toolNames {
					playCell(t, transport.start(t, gateway.Proxy{Policy: hasty}), r, name, r.cells[i])
				}
			})
		}
	}
}

// hasty is quick, and gives up hanging attempts soon.
func hasty(preset recovery.Policy) recovery.Policy {
	preset = quick(preset)
	preset.Deadline, preset.Timeout = 3*time.Second, 400*time.Millisecond
	return preset
}

func playCell(t *testing.T, c *client, r row, name string, want cell) {
	t.Helper()
	c.greet("test")
	got := c.call(name, fmt.Sprintf(`{"id":"o-1","fault":%q,"times":1}`, r.fault))
	ends := "ok"
	if got.IsError {
		ends = got.Meta.Verdict.Status
	}
	attempts, runs := count(c.ledger, "attempt o-1"), count(c.ledger, "run o-1")
	if attempts != want.attempts || ends != want.ends || runs != r.executed(name) {
		t.Errorf("%s: %d attempts, ran %d times, ended %s; want %d, %d, %s\n%s",
			name, attempts, runs, ends, want.attempts, r.executed(name), want.ends, got.raw)
	}
	switch {
	case ends == "ok" && got.raw != success:
		t.Errorf("%s: the result was changed: %s", name, got.raw)
	case ends != "ok" && (len(got.Content) == 0 || got.Content[0].Text == ""):
		t.Errorf("%s: no text for the model: %s", name, got.raw)
	}
}
