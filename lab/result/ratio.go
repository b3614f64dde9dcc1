package result

import "math"

// A Pair is what a trial and its clean twin cost.
type Pair struct{ Cost, Clean float64 }

// RatioOf returns the quotient of the means of pairs, and its 95 % interval by
// the delta method. ok is false where the clean twins cost nothing; with one
// pair the interval is the whole half-line. Where all pairs are alike, their
// spread cannot be seen: as many of them as Wilson's interval of none leaves open
// may differ by one.
func RatioOf(pairs []Pair) (x, low, high float64, ok bool) {
	var cost, clean float64
	for _, p := range pairs {
		cost, clean = cost+p.Cost, clean+p.Clean
	}
	if clean == 0 {
		return 0, 0, math.Inf(1), false
	}
	x = cost / clean
	n := float64(len(pairs))
	if n < 2 {
		return x, 0, math.Inf(1), true
	}
	squares := 0.0
	for _, p := range pairs {
		d := p.Cost - x*p.Clean
		squares += d * d
	}
	if squares == 0 {
		_, unseen := Wilson(0, len(pairs))
		half := unseen * n / clean
		return x, max(x-half, 0), x + half, true
	}
	half := z * math.Sqrt(squares*n/(n-1)) / clean
	return x, max(x-half, 0), x + half, true
}
