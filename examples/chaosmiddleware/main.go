// Command chaosmiddleware puts faults in front of a Go tool: each distinct write
// runs, and its first answer is lost. The same agent, which repeats what failed,
// is seen without and with the guard.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// specs is what is known of the tools: the read tells whether the write happened.
func specs() []tool.Spec {
	verify := &tool.Verification{Tool: "find_booking", Args: map[string]string{"seat": "$seat"}}
	return []tool.Spec{{Name: "book_seat", Access: tool.AccessWrite, Verify: verify}, {Name: "find_booking", Access: tool.AccessRead}}
}

// backend is an airline that books whatever it is asked to.
type backend struct{ bookings int }

func (b *backend) Invoke(_ context.Context, call tool.Call) tool.Outcome {
	if call.Tool == "find_booking" {
		if b.bookings == 0 {
			return tool.Outcome{Flag: tool.FlagSuccess, Body: "[]"}
		}
		return tool.Outcome{Flag: tool.FlagSuccess, Body: `[{"seat":"12A"}]`}
	}
	b.bookings++
	return tool.Outcome{Flag: tool.FlagSuccess, Body: `{"booked":"12A"}`}
}

func run(ctx context.Context, w io.Writer) error {
	for _, guarded := range []bool{false, true} {
		var airline backend
		faults, err := inject.New([]inject.Plan{{
			Fault: "committed_then_lost", Writes: true, When: inject.When{First: 1, Distinct: true},
		}}, inject.Options{Access: access})
		if err != nil {
			return err
		}
		layers := []tool.Middleware{faults.Wrap} // innermost: the guard meets what production would give it
		if guarded {
			g, err := sequitur.New(sequitur.Config{Tools: specs()})
			if err != nil {
				return err
			}
			layers = []tool.Middleware{g.Wrap, faults.Wrap}
		}
		repeat(ctx, tool.Chain(&airline, layers...))
		if _, err := fmt.Fprintf(w, "guarded %v: the seat was booked %d times\n", guarded, airline.bookings); err != nil {
			return err
		}
	}
	return nil
}

// repeat is an agent that tries again whatever failed.
func repeat(ctx context.Context, next tool.Invoker) {
	for range 2 {
		out := next.Invoke(ctx, tool.Call{Tool: "book_seat", Args: json.RawMessage(`{"seat":"12A"}`)})
		if out.Flag == tool.FlagSuccess {
			return
		}
	}
}

func access(name string) tool.Access {
	for _, s := range specs() {
		if s.Name == name {
			return s.Access
		}
	}
	return tool.AccessUnknown
}
