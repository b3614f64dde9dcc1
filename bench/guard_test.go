package bench

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/journal"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// The call and the answer of every benchmark here: a small look-up that
// succeeds.
var (
	call   = tool.Call{ID: "c1", Tool: "get_order", Args: json.RawMessage(`{"order_id":"o-1"}`)}
	answer = tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: `{"order_id":"o-1","total":42,"status":"paid"}`}
)

func backend(context.Context, tool.Call) tool.Outcome { return answer }

func guarded(b *testing.B, configure func(*sequitur.Config)) tool.Invoker {
	b.Helper()
	return guard(b, configure).Wrap(tool.InvokerFunc(backend))
}

func guard(b *testing.B, configure func(*sequitur.Config)) *sequitur.Guard {
	b.Helper()
	policy := recovery.Default()
	cfg := sequitur.Config{Policy: &policy, Tools: []tool.Spec{{Name: "get_order", Access: tool.AccessRead}}}
	configure(&cfg)
	g, err := sequitur.New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func run(b *testing.B, next tool.Invoker) {
	b.Helper()
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if out := next.Invoke(ctx, call); out.Flag != tool.FlagSuccess {
			b.Fatal(out.Body)
		}
	}
}

func runPeer(b *testing.B, policies ...failsafe.Policy[tool.Outcome]) {
	b.Helper()
	ctx := b.Context()
	executor := failsafe.With(policies...)
	b.ReportAllocs()
	for b.Loop() {
		out, err := executor.Get(func() (tool.Outcome, error) { return backend(ctx, call), nil })
		if err != nil || out.Flag != tool.FlagSuccess {
			b.Fatal(err)
		}
	}
}

func noDeadline(cfg *sequitur.Config) { cfg.Policy.Deadline, cfg.Policy.Timeout = 0, 0 }

// BenchmarkCall has no deadline: the peer retries and breaks the circuit.
func BenchmarkCall(b *testing.B) {
	b.Run("by=failsafe", func(b *testing.B) {
		runPeer(b, retrypolicy.NewWithDefaults[tool.Outcome](), circuitbreaker.NewWithDefaults[tool.Outcome]())
	})
	b.Run("by=guard", func(b *testing.B) { run(b, guarded(b, noDeadline)) })
	b.Run("by=nobody", func(b *testing.B) { run(b, tool.InvokerFunc(backend)) })
}

// BenchmarkDeadline bounds the attempt, and the guard its whole call as well.
func BenchmarkDeadline(b *testing.B) {
	b.Run("by=failsafe", func(b *testing.B) {
		runPeer(b, retrypolicy.NewWithDefaults[tool.Outcome](), circuitbreaker.NewWithDefaults[tool.Outcome](),
			timeout.New[tool.Outcome](10*time.Second))
	})
	b.Run("by=guard", func(b *testing.B) { run(b, guarded(b, func(*sequitur.Config) {})) })
}

// BenchmarkDeadlineWaited has a tool that waits for its context's end or its
// answer, as one that asks a server does: the timer is paid for.
func BenchmarkDeadlineWaited(b *testing.B) {
	b.Run("by=guard", func(b *testing.B) {
		g := guard(b, func(*sequitur.Config) {})
		run(b, g.Wrap(tool.InvokerFunc(func(ctx context.Context, _ tool.Call) tool.Outcome {
			select {
			case <-ctx.Done():
				return tool.Outcome{Err: ctx.Err()}
			default:
				return answer
			}
		})))
	})
}

// BenchmarkRecorder writes each call to a journal on disk.
func BenchmarkRecorder(b *testing.B) {
	b.Run("by=guard", func(b *testing.B) {
		w, err := journal.Open(journal.Config{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		defer w.Close()
		run(b, guarded(b, func(cfg *sequitur.Config) {
			noDeadline(cfg)
			cfg.Recorder = w
		}))
	})
}
