package lab

import (
	"math"

	"github.com/sequitur-go/sequitur/lab/result"
)

// z is the quantile of the normal distribution for intervals of 95 %.
const z = 1.959963984540054

// wilson returns the Wilson score interval of a rate, nil where nothing was tried.
func wilson(hits, n int) *[2]float64 {
	if n == 0 {
		return nil
	}
	low, high := result.Wilson(hits, n)
	return &[2]float64{low, high}
}

// ratio is the quotient of two sums over pairs.
type ratio struct{ over, under []float64 }

func (r *ratio) add(over, under float64) {
	r.over, r.under = append(r.over, over), append(r.under, under)
}

// value returns the quotient and its 95 % interval by the delta method over
// pairs, or nil where there is none.
func (r *ratio) value() (*float64, *[2]float64) {
	a, b := sum(r.over), sum(r.under)
	if b == 0 {
		return nil, nil
	}
	q, n := a/b, float64(len(r.over))
	if len(r.over) < 2 {
		return &q, nil
	}
	squares := 0.0
	for i := range r.over {
		d := r.over[i] - q*r.under[i]
		squares += d * d
	}
	half := z * math.Sqrt(squares*n/(n-1)) / b
	return &q, &[2]float64{max(q-half, 0), q + half}
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
