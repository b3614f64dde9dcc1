package responses_test

import (
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/responses"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	for _, sample := range []string{"rollout.jsonl", "items.json"} {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			formattest.Golden(t, responses.Format(), "testdata/"+sample)
		})
	}
}
