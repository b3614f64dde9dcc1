package result

import (
	"cmp"
	"math"
	"slices"
)

// McNemar returns the exact two-sided p-value for pairs of the same task and
// seed: won counts pairs in which only the second arm succeeded, lost those in
// which only the first did. Pairs with equal ends say nothing.
func McNemar(won, lost int) float64 {
	n := won + lost
	if n == 0 {
		return 1
	}
	p := 0.0
	for k := 0; k <= min(won, lost); k++ {
		p += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
	}
	return min(2*p, 1)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// Holm returns the p-values of a table, adjusted for their number, in the
// order given.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted, most := make([]float64, len(p)), 0.0
	for rank, i := range order {
		most = max(most, min(float64(len(p)-rank)*p[i], 1))
		adjusted[i] = most
	}
	return adjusted
}

// Percentile returns the value below which the share q of the values lies,
// between neighbours in proportion. It is NaN where there are no values.
func Percentile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	at := min(max(q, 0), 1) * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}
