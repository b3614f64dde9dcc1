package result_test

import (
	"math"
	"testing"

	"github.com/sequitur-go/sequitur/lab/result"
)

func TestRatioOf(t *testing.T) {
	t.Parallel()
	x, low, high, ok := result.RatioOf([]result.Pair{{1, 1}, {2, 1}, {3, 1}, {2, 1}})
	// The standard error of 1, 2, 3, 2 is 0.40825.
	if !ok || x != 2 || math.Abs(low-(2-0.80015)) > 1e-4 || math.Abs(high-(2+0.80015)) > 1e-4 {
		t.Errorf("got %v [%v, %v] %v", x, low, high, ok)
	}
	alike := make([]result.Pair, 20)
	for i := range alike {
		alike[i] = result.Pair{Cost: 2, Clean: 2}
	}
	// Of 20, none: up to 16.11 % may differ by one call of two.
	if x, low, high, ok := result.RatioOf(alike); !ok || x != 1 || math.Abs(high-1.0806) > 1e-4 || math.Abs(low-0.9194) > 1e-4 {
		t.Errorf("20 pairs that are alike: %v [%v, %v] %v", x, low, high, ok)
	}
	if _, low, high, ok := result.RatioOf([]result.Pair{{3, 1}}); !ok || low != 0 || !math.IsInf(high, 1) {
		t.Errorf("one pair: [%v, %v] %v", low, high, ok)
	}
	if _, _, _, ok := result.RatioOf([]result.Pair{{3, 0}}); ok {
		t.Error("a ratio to nothing")
	}
}
