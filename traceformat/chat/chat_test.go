package chat_test

import (
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/chat"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
)

func TestSamples(t *testing.T) {
	t.Parallel()
	for _, sample := range []string{"tau_bench.json", "livemcpbench.json", "tau2_simulation.json"} {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			formattest.Golden(t, chat.Format(), "testdata/"+sample)
		})
	}
}
