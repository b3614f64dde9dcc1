package spantree_test

import (
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// The tool's span holds no result. What the model read is found in its next
// span.
func ExampleBuild() {
	at := func(second int64) time.Time { return time.Unix(second, 0) }
	message := func(json string) []stream.Value { return []stream.Value{stream.Value(json)} }
	runs := spantree.Build("trace.json", []*spantree.Span{
		{
			Trace: "t", ID: "1", Kind: spantree.Model, Start: at(1), End: at(2),
			Output: message(`{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"get_order","arguments":"{}"}}]}`),
		},
		{Trace: "t", ID: "2", Kind: spantree.Tool, Start: at(2), End: at(3), Call: tool.Call{ID: "c1", Tool: "get_order"}},
		{
			Trace: "t", ID: "3", Kind: spantree.Model, Start: at(3), End: at(4),
			Input:  message(`{"role":"tool","tool_call_id":"c1","content":"no such order"}`),
			Output: message(`{"role":"assistant","content":"There is none."}`),
		},
	})
	for _, m := range runs[0].Messages {
		switch {
		case len(m.Calls) > 0:
			fmt.Println(m.Role, "calls", m.Calls[0].Tool)
		case m.Outcome != nil:
			fmt.Println(m.Role, m.Outcome.Body)
		default:
			fmt.Println(m.Role, m.Text)
		}
	}
	// Output:
	// assistant calls get_order
	// tool no such order
	// assistant There is none.
}
