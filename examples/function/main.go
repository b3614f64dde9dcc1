// Command function guards one plain function in three lines. The function fails
// twice with a timeout; because the tool only reads, the guard tries again.
package main

import (
	"context"
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

func run(ctx context.Context, w io.Writer) error {
	g, err := sequitur.New(sequitur.Config{Tools: []tool.Spec{{Name: "get_order", Access: tool.AccessRead}}})
	if err != nil {
		return err
	}
	attempts := 0
	order, err := sequitur.Do(ctx, g, tool.Call{Tool: "get_order"}, func(context.Context) (string, error) {
		attempts++
		if attempts < 3 {
			return "", context.DeadlineExceeded
		}
		return `{"order_id":"o-17","total":42}`, nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "after %d attempts: %s\n", attempts, order)
	return err
}
