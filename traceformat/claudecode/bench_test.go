package claudecode_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/claudecode"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
)

// BenchmarkSessions reads the sample's session again and again, each time as
// another one.
func BenchmarkSessions(b *testing.B) {
	sample, err := os.ReadFile("testdata/session.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	var data []byte
	const sessions = 100
	for i := range sessions {
		data = append(data, bytes.ReplaceAll(sample, []byte("5c0375b4-"), fmt.Appendf(nil, "%08d-", i))...)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if runs, broken := formattest.Read(b, claudecode.Format(), "x", data); len(runs) != 3*sessions || len(broken) > 0 {
			b.Fatalf("%d runs, broken %v", len(runs), broken)
		}
	}
}
