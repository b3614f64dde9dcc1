package lab_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sequitur-go/sequitur/lab"
)

func TestRunsThatDoNotFitAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ runs, most, cells int }{
		"strategies": {1_000_000_000, 76_923, 13},
		"backoff":    {math.MaxInt, 100_000, 10},
	} {
		cfg := config(t, name, "scripted:article-7b")
		cfg.Runs = c.runs
		_, err := lab.Run(t.Context(), cfg)
		size, ok := errors.AsType[*lab.SizeError](err)
		if !ok || size.Most != c.most || size.Cells != c.cells {
			t.Errorf("%s: got %v (%+v), want at most %d runs of %d cells", name, err, size, c.most, c.cells)
		}
	}
	cfg := config(t, "strategies", "scripted:article-7b")
	if n, err := cfg.Experiment.Trials(20); n != 260 || err != nil {
		t.Errorf("20 runs: %d trials, %v; want 260", n, err)
	}
	cfg.Experiment.Large = 1_000_000_000
	if _, err := cfg.Experiment.Trials(20); err == nil {
		t.Error("a larger run that does not fit was let through")
	}
}
