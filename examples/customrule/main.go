// Command customrule teaches the guard what a team's own backend means by a code
// that nobody else uses.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer) error {
	g, err := sequitur.New(sequitur.Config{
		Tools: []tool.Spec{{Name: "book_seat", Access: tool.AccessWrite}},
		Rules: []fault.Rule{{Name: "sold-out", Tool: "book_seat", Code: "SEAT_GONE", Kind: fault.Conflict}},
	})
	if err != nil {
		return err
	}
	next := g.Wrap(tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
		return tool.Outcome{Phase: tool.PhaseAnswered, Body: `{"code":"SEAT_GONE","message":"Seat 14C was sold."}`}
	}))
	out := next.Invoke(ctx, tool.Call{Tool: "book_seat", Args: []byte(`{"seat":"14C"}`)})
	_, err = fmt.Fprintf(w, "%s\n%s\n", out.Body, out.Structured)
	return err
}
