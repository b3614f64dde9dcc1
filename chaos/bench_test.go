package chaos_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

// What a call costs that no fault hits, beside the bare call: without what is kept
// of it (inner), and with it (both).
func BenchmarkNoFault(b *testing.B) {
	call := tool.Call{ID: "1", Tool: "get_order", Args: json.RawMessage(`{"order_id":"A-77"}`)}
	out := tool.Outcome{Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: `{"content":[{"type":"text","text":"order 77"}]}`}
	bare := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { return out })
	plan := chaos.Plan{Faults: []inject.Plan{{Fault: "forbidden", Tool: "another"}}}
	for _, name := range []string{"bare", "inner", "both"} {
		b.Run(name, func(b *testing.B) {
			run, err := chaos.New(&plan, chaos.Options{Access: access})
			if err != nil {
				b.Fatal(err)
			}
			var next tool.Invoker = bare
			switch name {
			case "inner":
				next = run.Inner(bare)
			case "both":
				next = run.Outer(run.Inner(bare))
			}
			b.ReportAllocs()
			for b.Loop() {
				next.Invoke(b.Context(), call)
			}
		})
	}
}
