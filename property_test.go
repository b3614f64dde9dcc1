package sequitur_test

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// clock is virtual time: it passes only where somebody sleeps.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{now: time.Unix(1_800_000_000, 0)} }

func (c *clock) Now() time.Time { return c.now }

func (c *clock) Sleep(_ context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return nil
}

// ways are the ways in which an attempt can end.
var wayNames = []string{"ok", "refused", "lost", "cut", "crash", "unavailable", "forbidden", "limited", "missing"}

// ledger is a backend that keeps count of what really happened.
type ledger struct {
	clock      *clock
	draw       func() string
	attempts   int
	executions int
	keys       map[string]bool
	sent       []time.Time
	patient    time.Time // nothing may be sent before: the backend asked to wait
	early      bool      // it was
}

func (l *ledger) execute(call tool.Call) {
	if call.Key != "" && l.keys[call.Key] {
		return
	}
	l.keys[call.Key] = true
	l.executions++
}

func (l *ledger) Invoke(_ context.Context, call tool.Call) tool.Outcome {
	if call.Tool == "find" {
		if l.executions == 0 {
			return tool.Outcome{Phase: tool.PhaseAnswered, Body: `[]`}
		}
		return tool.Outcome{Phase: tool.PhaseAnswered, Body: `[{"id":"o-1"}]`}
	}
	l.attempts++
	l.sent = append(l.sent, l.clock.now)
	l.early = l.early || l.clock.now.Before(l.patient)
	switch l.draw() {
	case "refused":
		return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseNotSent, Err: syscall.ECONNREFUSED}
	case "lost":
		l.execute(call)
		l.clock.now = l.clock.now.Add(10 * time.Second)
		return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Err: context.DeadlineExceeded}
	case "cut":
		l.execute(call)
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseCut, Status: 200, Body: `{"order_id":"o-`}
	case "crash":
		l.execute(call)
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 500, Body: `{"error":"internal server error"}`}
	case "unavailable":
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 503, Body: `{"error":"temporarily unavailable"}`}
	case "forbidden":
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: `{"error":"forbidden"}`}
	case "limited":
		l.patient = l.clock.now.Add(3 * time.Second)
		return tool.Outcome{
			Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 429,
			Header: tool.Header{"Retry-After": {"3"}}, Body: `{"error":"too many requests"}`,
		}
	case "missing":
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 404, Body: `{"error":"no such account"}`}
	}
	l.execute(call)
	return tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: `{"order_id":"o-1"}`}
}

// TestNothingHappensTwice drives random failures against tools of every sort:
// whatever fails, a write happens once at most, attempts and deadline hold, and
// a backend that asked to wait is not asked before.
func TestNothingHappensTwice(t *testing.T) {
	t.Parallel()
	specs := map[string]tool.Spec{
		"plain":    {Access: tool.AccessWrite},
		"unknown":  {},
		"keyed":    {Access: tool.AccessWrite, Key: &tool.KeyPlace{Header: "Idempotency-Key"}},
		"verified": {Access: tool.AccessWrite, Verify: &tool.Verification{Tool: "find"}},
	}
	policy := recovery.Default()
	most := 0
	for _, plan := range policy.Plans {
		most = max(most, plan.Attempts)
	}
	rapid.Check(t, func(t *rapid.T) {
		sort := rapid.SampledFrom([]string{"plain", "unknown", "keyed", "verified"}).Draw(t, "tool")
		c := newClock()
		l := &ledger{
			clock: c, keys: map[string]bool{},
			draw: func() string { return rapid.SampledFrom(wayNames).Draw(t, "way") },
		}
		spec := specs[sort]
		spec.Name = "order"
		g, err := sequitur.New(sequitur.Config{
			Tools: []tool.Spec{spec, {Name: "find", Access: tool.AccessRead}},
			Now:   c.Now, Sleep: c.Sleep, Seed: rapid.Uint64Min(1).Draw(t, "seed"),
		})
		if err != nil {
			t.Fatal(err)
		}
		start := c.now
		out := g.Wrap(l).Invoke(t.Context(), tool.Call{Tool: "order", Args: json.RawMessage(`{"item":"book"}`)})
		if l.executions > 1 {
			t.Fatalf("%s: executed %d times: %s", sort, l.executions, out.Body)
		}
		if l.attempts > most {
			t.Fatalf("%s: %d attempts, the policy allows %d", sort, l.attempts, most)
		}
		if l.early {
			t.Fatalf("%s: sent again before the time that the backend asked for", sort)
		}
		last := start
		if n := len(l.sent); n > 0 {
			last = l.sent[n-1]
		}
		if last.Sub(start) >= policy.Deadline {
			t.Fatalf("%s: an attempt began %v after the start, the deadline is %v", sort, last.Sub(start), policy.Deadline)
		}
		if out.Flag == tool.FlagSuccess && out.Err != nil {
			t.Fatalf("a success with an error: %v", out.Err)
		}
	})
}

// TestRefusalIsAskedOnce repeats calls that were definitely refused: within the
// memory's life the backend sees each once.
func TestRefusalIsAskedOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := newClock()
		seen := map[string]time.Time{}
		ttl := recovery.Default().Memory.TTL
		backend := tool.InvokerFunc(func(_ context.Context, call tool.Call) tool.Outcome {
			id := call.Principal + string(call.Args)
			if at, ok := seen[id]; ok && c.now.Sub(at) < ttl {
				t.Fatalf("%s reached the backend twice within %v", id, c.now.Sub(at))
			}
			seen[id] = c.now
			return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: `{"error":"forbidden"}`}
		})
		g, err := sequitur.New(sequitur.Config{Now: c.Now, Sleep: c.Sleep, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		next := g.Wrap(backend)
		for range rapid.IntRange(1, 40).Draw(t, "calls") {
			c.now = c.now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "seconds")) * time.Second)
			out := next.Invoke(t.Context(), tool.Call{
				Tool:      "read_file",
				Principal: rapid.SampledFrom([]string{"ann", "bob"}).Draw(t, "principal"),
				Args:      json.RawMessage(fmt.Sprintf(`{"n":%d}`, rapid.IntRange(0, 3).Draw(t, "n"))),
			})
			if out.Flag != tool.FlagFailure || !out.Stop {
				t.Fatalf("a refusal has to stop the run: %+v", out)
			}
		}
	})
}
