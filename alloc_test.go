package sequitur_test

import (
	"context"
	"testing"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// TestSuccessAllocations counts what a plain success costs: nothing, and with a
// deadline the context that holds it. It cannot run beside others: they would be
// counted, too.
func TestSuccessAllocations(t *testing.T) { //nolint:paralleltest // see above
	answer := tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: `{"order_id":"o-1","total":42,"status":"paid"}`}
	backend := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { return answer })
	call := tool.Call{Tool: "get_order", Args: []byte(`{"order_id":"o-1"}`)}
	for name, test := range map[string]struct {
		configure func(*recovery.Policy)
		want      float64
	}{
		"without deadline": {func(p *recovery.Policy) { p.Deadline, p.Timeout = 0, 0 }, 0},
		"with deadline":    {func(*recovery.Policy) {}, 1},
	} {
		policy := recovery.Default()
		test.configure(&policy)
		g, err := sequitur.New(sequitur.Config{Policy: &policy, Tools: []tool.Spec{{Name: "get_order", Access: tool.AccessRead}}})
		if err != nil {
			t.Fatal(err)
		}
		next, ctx := g.Wrap(backend), t.Context()
		if n := testing.AllocsPerRun(100, func() { next.Invoke(ctx, call) }); n != test.want {
			t.Errorf("%s: %v allocations, want %v", name, n, test.want)
		}
	}
}
