package mcplog_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/mcplog"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"mcp_jsonrpc.jsonl", "desktop.SYNTHETIC.log"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			formattest.Golden(t, mcplog.Format(), filepath.Join("testdata", file))
		})
	}
}

// TestBatch reads messages that were sent together, and asks a server may send.
func TestBatch(t *testing.T) {
	t.Parallel()
	const data = `{"jsonrpc":"2.0","id":1,"method":"ping"}
[{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"f"}},{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"g","arguments":{}}}]
{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}
[{"jsonrpc":"2.0","id":8,"result":{"structuredContent":{"n":1}}},{"jsonrpc":"2.0","id":7,"result":{"content":[]}}]
{"id":3}`
	runs, broken := formattest.Read(t, mcplog.Format(), "s", []byte(data))
	if len(runs) != 1 || len(broken) != 1 {
		t.Fatalf("%d runs, broken: %v", len(runs), broken)
	}
	want := []string{"7 f() -> mcp_result none 0 bytes", "8 g({}) -> mcp_result none 7 bytes"}
	if diff := cmp.Diff(want, formattest.Summarise(runs[0]).Calls); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range []string{"mcp_jsonrpc.jsonl", "desktop.SYNTHETIC.log"} {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, mcplog.Format(), data) })
}
