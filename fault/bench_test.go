package fault_test

import (
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

func bench(b *testing.B, out *tool.Outcome) {
	b.Helper()
	spec, call := &tool.Spec{Name: "search"}, &tool.Call{Tool: "search", Args: []byte(`{"query":"blue shoes"}`)}
	fault.Classify(spec, call, &tool.Outcome{Flag: tool.FlagFailure, Body: "x"}) // builds the matcher
	b.ReportAllocs()
	for b.Loop() {
		fault.Classify(spec, call, out)
	}
}

func BenchmarkError500B(b *testing.B) {
	bench(b, &tool.Outcome{Channel: tool.ChannelHTTP, Status: 429, Body: `{"error":{"message":"Rate limit reached for requests on tokens per min. Limit: 30000, used: 29000. Please try again in 2.1s. ` +
		strings.Repeat("See the account page for the limits. ", 9) + `","type":"tokens","code":"rate_limit_exceeded"}}`})
}

func BenchmarkTraceback10kB(b *testing.B) {
	frame := "  File \"/srv/app/handlers.py\", line 120, in handle\n    return self.next(request)\n"
	bench(b, &tool.Outcome{
		Channel: tool.ChannelException,
		Body:    "Traceback (most recent call last):\n" + strings.Repeat(frame, 10<<10/len(frame)) + "KeyError: 'total'",
	})
}

// megabyte is a successful look-up of a megabyte.
func megabyte() *tool.Outcome {
	row := `{"id":12345,"name":"blue shoes","price":49.5,"tags":["a","b"]},`
	return &tool.Outcome{Channel: tool.ChannelMCPResult, Body: `{"rows":[` + strings.Repeat(row, 1<<20/len(row)) + `{}]}`}
}

func BenchmarkSuccess1MB(b *testing.B) { bench(b, megabyte()) }

// TestSuccessAllocatesNothing counts the allocations of outcomes that are plainly
// successes. It cannot run beside others: they would be counted, too.
func TestSuccessAllocatesNothing(t *testing.T) { //nolint:paralleltest // see above
	outcomes := map[string]*tool.Outcome{
		"a megabyte of JSON": megabyte(),
		"a small object":     {Channel: tool.ChannelMCPResult, Body: `{"ok":true,"value":1}`},
		"a sentence":         {Channel: tool.ChannelMCPResult, Flag: tool.FlagSuccess, Body: "The order was sent on Monday."},
	}
	spec, call := &tool.Spec{Name: "search"}, &tool.Call{Tool: "search", Args: []byte(`{"query":"blue shoes"}`)}
	for name, out := range outcomes {
		if f := fault.Classify(spec, call, out); f.Kind != fault.OK {
			t.Errorf("%s: kind %v", name, f.Kind)
		}
		if n := testing.AllocsPerRun(20, func() { fault.Classify(spec, call, out) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkSuccessSmallJSON(b *testing.B) {
	bench(b, &tool.Outcome{Channel: tool.ChannelMCPResult, Body: `{"ok":true,"value":1}`})
}

func BenchmarkSuccessShortText(b *testing.B) {
	bench(b, &tool.Outcome{Channel: tool.ChannelMCPResult, Flag: tool.FlagSuccess, Body: "The order was sent on Monday."})
}
