package tool_test

import (
	"context"
	"fmt"

	"github.com/sequitur-go/sequitur/tool"
)

// The first middleware is the outermost: it sees a call first.
func ExampleChain() {
	announce := func(name string) tool.Middleware {
		return func(next tool.Invoker) tool.Invoker {
			return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
				fmt.Println(name, "sees", call.Tool)
				return next.Invoke(ctx, call)
			})
		}
	}
	backend := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
		return tool.Outcome{Phase: tool.PhaseAnswered, Body: `{"order_id":"o-17"}`}
	})
	guarded := tool.Chain(backend, announce("recorder"), announce("guard"))
	fmt.Println(guarded.Invoke(context.Background(), tool.Call{Tool: "get_order"}).Body)
	// Output:
	// recorder sees get_order
	// guard sees get_order
	// {"order_id":"o-17"}
}
