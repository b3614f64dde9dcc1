package responses_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/responses"
)

// BenchmarkRollouts reads the sample's session again and again.
func BenchmarkRollouts(b *testing.B) {
	sample, err := os.ReadFile("testdata/rollout.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	const sessions = 100
	data := bytes.Repeat(append(bytes.TrimSpace(sample), '\n'), sessions)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if runs, broken := formattest.Read(b, responses.Format(), "x", data); len(runs) != sessions || len(broken) > 0 {
			b.Fatalf("%d runs, broken %v", len(runs), broken)
		}
	}
}
