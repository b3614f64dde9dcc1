//go:build e2e

// Package e2e holds the tests that need minutes, real services or whole
// processes.
package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

const (
	millionCalls   = 1_000_000
	millionWorkers = 64
)

// tally counts what a recorder is told.
type tally struct {
	calls, attempts, faulted atomic.Int64
}

func (c *tally) Record(_ context.Context, e trajectory.Episode) {
	c.calls.Add(1)
	c.attempts.Add(int64(len(e.Attempts)))
	if e.Fault != fault.OK {
		c.faulted.Add(1)
	}
}

// flaky fails three calls in ten, in five ways, by the number of the attempt.
type flaky struct{ attempts atomic.Int64 }

func (f *flaky) Invoke(_ context.Context, call tool.Call) tool.Outcome {
	n := f.attempts.Add(1)
	switch n % 50 {
	case 0, 10, 20:
		return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Err: context.DeadlineExceeded}
	case 3, 13, 23:
		return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseNotSent, Err: fmt.Errorf("dial tcp: %w", syscall.ECONNREFUSED)}
	case 5, 15, 25:
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 503, Body: `{"error":"temporarily unavailable"}`}
	case 7, 17, 27:
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: `{"error":"forbidden"}`}
	case 9, 19, 29:
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 404, Body: `{"error":"no such order"}`}
	}
	return tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: `{"order":` + string(call.Args) + `}`}
}

// TestMillion makes a million guarded calls of which three in ten fail, from 64
// goroutines: memory stays flat, no goroutine is left, and the counters of
// backend, recorder and caller add up.
func TestMillion(t *testing.T) {
	var (
		backend           flaky
		counted           tally
		delivered, failed atomic.Int64
		clock             atomic.Int64
	)
	before := runtime.NumGoroutine()
	g, err := sequitur.New(sequitur.Config{
		Tools:    []tool.Spec{{Name: "get_order", Access: tool.AccessRead}},
		Recorder: &counted,
		// Waits pass in virtual time: a million real ones would take days.
		Now:   func() time.Time { return time.Unix(1_800_000_000, clock.Add(int64(time.Millisecond))) },
		Sleep: func(_ context.Context, d time.Duration) error { clock.Add(int64(d)); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	next := g.Wrap(&backend)
	var early atomic.Uint64
	var workers sync.WaitGroup
	for w := range millionWorkers {
		workers.Go(func() {
			for i := range millionCalls / millionWorkers {
				args := json.RawMessage(fmt.Sprintf(`{"order_id":"o-%d-%d"}`, w, i))
				out := next.Invoke(t.Context(), tool.Call{ID: "c", Tool: "get_order", Args: args, Principal: "p"})
				if out.Flag == tool.FlagSuccess {
					delivered.Add(1)
					continue
				}
				if _, ok := errors.AsType[*sequitur.Error](out.Err); !ok {
					t.Errorf("a fault left the guard without its error: %+v", out)
				}
				if n := failed.Add(1); n == millionCalls/50 {
					early.Store(heap())
				}
			}
		})
	}
	workers.Wait()
	total := int64(millionCalls / millionWorkers * millionWorkers)
	if got := delivered.Load() + failed.Load(); got != total {
		t.Errorf("delivered + failed = %d, want %d", got, total)
	}
	if got := counted.calls.Load(); got != total {
		t.Errorf("recorded calls = %d, want %d", got, total)
	}
	if got, want := counted.attempts.Load(), backend.attempts.Load(); got != want {
		t.Errorf("recorded attempts = %d, backend saw %d", got, want)
	}
	if got, want := counted.faulted.Load(), failed.Load(); got != want {
		t.Errorf("recorded faults = %d, callers saw %d", got, want)
	}
	late := heap()
	t.Logf("calls %d, attempts %d, faults left %d, heap %d kB early, %d kB at the end",
		total, backend.attempts.Load(), failed.Load(), early.Load()>>10, late>>10)
	if limit := early.Load() + 64<<20; late > limit {
		t.Errorf("heap grew from %d to %d bytes", early.Load(), late)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("goroutines: %d before, %d after", before, after)
	}
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
