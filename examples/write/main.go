// Command write shows what a guard does with a write whose answer was lost: with
// a read-back it finds out whether the order exists, instead of ordering twice.
// An idempotency key would let it repeat the call at once.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/tool"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// shop takes each order, and loses the answer to every first attempt.
type shop struct {
	orders map[string]int  // executions by reference
	keys   map[string]bool // idempotency keys seen
	lost   map[string]bool // answers lost so far, by reference
}

func (s *shop) Invoke(_ context.Context, call tool.Call) tool.Outcome {
	var args struct {
		Reference string `json:"reference"`
	}
	if err := json.Unmarshal(call.Args, &args); err != nil {
		return tool.Outcome{Channel: tool.ChannelException, Err: err}
	}
	if call.Tool == "find_order" {
		if s.orders[args.Reference] == 0 {
			return tool.Outcome{Phase: tool.PhaseAnswered, Body: `[]`}
		}
		return tool.Outcome{Phase: tool.PhaseAnswered, Body: fmt.Sprintf(`[{"reference":%q}]`, args.Reference)}
	}
	if call.Key == "" || !s.keys[call.Key] {
		s.orders[args.Reference]++
		s.keys[call.Key] = true
	}
	if !s.lost[args.Reference] {
		s.lost[args.Reference] = true
		return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Err: context.DeadlineExceeded}
	}
	return tool.Outcome{Phase: tool.PhaseAnswered, Body: fmt.Sprintf(`{"ordered":%q}`, args.Reference)}
}

func run(ctx context.Context, w io.Writer) error {
	backend := &shop{orders: map[string]int{}, keys: map[string]bool{}, lost: map[string]bool{}}
	verify := &tool.Verification{Tool: "find_order", Args: map[string]string{"reference": "$reference"}}
	g, err := sequitur.New(sequitur.Config{Tools: []tool.Spec{
		{Name: "order_blind", Access: tool.AccessWrite},
		{Name: "order_verified", Access: tool.AccessWrite, Verify: verify},
		{Name: "order_keyed", Access: tool.AccessWrite, Key: &tool.KeyPlace{Argument: "key"}},
		{Name: "find_order", Access: tool.AccessRead},
	}})
	if err != nil {
		return err
	}
	next := g.Wrap(backend)
	for _, name := range []string{"order_blind", "order_verified", "order_keyed"} {
		reference := "ref-" + name
		out := next.Invoke(ctx, tool.Call{Tool: name, Args: json.RawMessage(fmt.Sprintf(`{"reference":%q}`, reference))})
		if _, err := fmt.Fprintf(w, "%s: executed %d×: %s\n", name, backend.orders[reference], out.Body); err != nil {
			return err
		}
	}
	return nil
}
