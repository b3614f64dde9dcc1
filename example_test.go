package sequitur_test

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/tool"
)

// A plain function is guarded in three lines. The error reads as the message
// for the model, and still is what it was for the program.
func ExampleDo() {
	g, err := sequitur.New(sequitur.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = sequitur.Do(context.Background(), g, tool.Call{Tool: "get_order"}, func(context.Context) (string, error) {
		return "", fmt.Errorf("open /srv/orders.db: %w", syscall.EACCES)
	})
	fmt.Println(err)
	fmt.Println(errors.Is(err, syscall.EACCES))
	// Output:
	// No permission to use get_order for this. The reason given: "open [path]: permission denied".
	// true
}

// Wrap guards every tool behind one invoker. A refusal is not asked for twice:
// the second call is answered from memory.
func ExampleGuard_Wrap() {
	g, err := sequitur.New(sequitur.Config{Tools: []tool.Spec{{Name: "get_order", Access: tool.AccessRead}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	asked := 0
	guarded := g.Wrap(tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
		asked++
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: `{"error":"forbidden"}`}
	}))
	for range 2 {
		out := guarded.Invoke(context.Background(), tool.Call{Tool: "get_order", Args: []byte(`{"order_id":"A-77"}`)})
		fmt.Println(out.Body)
	}
	fmt.Println("the backend was asked", asked, "time")
	// Output:
	// No permission to use get_order for this.
	// No permission to use get_order for this. The same call had this answer before.
	// the backend was asked 1 time
}
