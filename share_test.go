package sequitur_test

import (
	"context"
	"testing"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// A guard that takes the place of another knows its refusals and its breakers,
// and has the tools of its own configuration.
func TestShare(t *testing.T) {
	t.Parallel()
	calls := 0
	backend := tool.InvokerFunc(func(_ context.Context, call tool.Call) tool.Outcome {
		calls++
		if call.Tool == "down" {
			return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 500, Body: "internal error"}
		}
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: "forbidden"}
	})
	policy := recovery.Default()
	policy.Breaker.Minimum = 1
	first, err := sequitur.New(sequitur.Config{Policy: &policy, Tools: []tool.Spec{{Name: "refund"}, {Name: "down", Upstream: "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	first.Wrap(backend).Invoke(ctx, tool.Call{Tool: "refund"})
	first.Wrap(backend).Invoke(ctx, tool.Call{Tool: "down"})
	if calls != 2 {
		t.Fatalf("%d calls reached the backend", calls)
	}
	second, err := sequitur.New(sequitur.Config{
		Policy: &policy, Share: first,
		Tools: []tool.Spec{{Name: "refund"}, {Name: "down", Upstream: "b"}, {Name: "new", Upstream: "b"}, {Name: "far", Upstream: "c"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"refund", "down", "new"} {
		if out := second.Wrap(backend).Invoke(ctx, tool.Call{Tool: name}); out.Err == nil || calls != 2 {
			t.Errorf("%s reached the backend: %d calls, %q", name, calls, out.Body)
		}
	}
	second.Wrap(backend).Invoke(ctx, tool.Call{Tool: "far"})
	if calls != 3 {
		t.Errorf("a tool of another upstream was stopped: %d calls", calls)
	}
}
