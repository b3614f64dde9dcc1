package score

import "math"

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
	if n == 0 {
		return Rate{High: 1}
	}
	const z = 1.959963984540054 // 97.5th percentile of the normal distribution
	total, p := float64(n), float64(hits)/float64(n)
	scale := 1 + z*z/total
	centre := (p + z*z/(2*total)) / scale
	half := z / scale * math.Sqrt(p*(1-p)/total+z*z/(4*total*total))
	return Rate{Hits: hits, N: n, Low: max(0, centre-half), High: min(1, centre+half)}
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
