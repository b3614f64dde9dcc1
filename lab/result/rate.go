package result

import "math"

// z is the quantile of the normal distribution for intervals of 95 %.
const z = 1.959963984540054

// Wilson returns the Wilson 95 % interval of hits in n independent trials; it
// is [0, 1] where there were none.
func Wilson(hits, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	return wilson(float64(hits)/float64(n), float64(n))
}

// wilson takes a size that need not be whole.
func wilson(rate, size float64) (low, high float64) {
	middle := (rate + z*z/(2*size)) / (1 + z*z/size)
	half := z / (1 + z*z/size) * math.Sqrt(rate*(1-rate)/size+z*z/(4*size*size))
	return max(middle-half, 0), min(middle+half, 1)
}

// A Cluster is the repetitions of one task. They are not independent of each
// other; the tasks are.
type Cluster struct {
	Hits, N int
	// Deterministic says that a repetition can only repeat: it counts once.
	Deterministic bool
}

// A Rate is a share with its 95 % interval.
type Rate struct {
	Share, Low, High float64
	// Effective is how many independent trials the clusters are worth.
	Effective float64
}

// ClusterRate returns the rate over clusters. The interval is Wilson's at the
// effective size, which the design effect makes smaller. Where every trial hit
// or none did, nothing shows how alike repetitions are, and a cluster counts
// as one trial. A single cluster does, too. Clusters of one trial each are
// independent trials.
func ClusterRate(clusters []Cluster) Rate {
	var hits, n, count float64
	counted := make([][2]float64, 0, len(clusters))
	for _, c := range clusters {
		if c.N <= 0 {
			continue
		}
		h, size := float64(c.Hits), float64(c.N)
		if c.Deterministic {
			h, size = h/size, 1
		}
		counted = append(counted, [2]float64{h, size})
		hits, n, count = hits+h, n+size, count+1
	}
	if count == 0 {
		return Rate{High: 1}
	}
	r := Rate{Share: hits / n, Effective: count}
	if variance := r.Share * (1 - r.Share) / (n - 1); variance > 0 && count > 1 {
		squares := 0.0
		for _, c := range counted {
			d := c[0] - r.Share*c[1]
			squares += d * d
		}
		robust := squares * count / (count - 1) / (n * n)
		r.Effective = math.Round(n/max(robust/variance, 1)*1e6) / 1e6 // a whole number stays one
	}
	r.Low, r.High = wilson(r.Share, r.Effective)
	return r
}
