package score

import "github.com/sequitur-go/sequitur/lab/result"

// A Rate is a share of cases with its Wilson 95 % interval.
type Rate struct {
	Hits int     `json:"hits"`
	N    int     `json:"n"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// NewRate returns the rate of hits in n cases. Of no cases nothing is known: the
// interval is then everything.
func NewRate(hits, n int) Rate {
	low, high := result.Wilson(hits, n)
	return Rate{Hits: hits, N: n, Low: low, High: high}
}

// Share returns hits/n, and 0 of no cases.
func (r Rate) Share() float64 {
	if r.N == 0 {
		return 0
	}
	return float64(r.Hits) / float64(r.N)
}

// add counts one case; the interval is made by settle.
func (r *Rate) add(hit bool) {
	r.N++
	if hit {
		r.Hits++
	}
}

func (r *Rate) settle() { *r = NewRate(r.Hits, r.N) }
