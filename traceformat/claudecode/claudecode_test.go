package claudecode_test

import (
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/claudecode"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	for _, sample := range []string{"session.jsonl", "messages.json", "stream.jsonl"} {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			formattest.Golden(t, claudecode.Format(), "testdata/"+sample)
		})
	}
}
