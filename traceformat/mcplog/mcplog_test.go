package mcplog_test

import (
	"os"
	"path/filepath"
	"testing"

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
