package recovery

import (
	"math"
	"time"
)

// Envelope returns the longest wait after so many attempts that a plan without
// decorrelated jitter draws: base × growth^(attempts-1), capped.
func (p Plan) Envelope(attempts int) time.Duration {
	growth := max(p.Growth, 1)
	return p.bounded(float64(p.Base) * math.Pow(growth, float64(max(attempts, 1)-1)))
}

// Wait draws the wait after so many attempts. Previous is the wait before the
// last of them, 0 where there was none; random is uniform in [0, 1). It never
// draws more than the cap, where there is one.
func (p Plan) Wait(attempts int, previous time.Duration, random float64) time.Duration {
	random = unit(random)
	envelope := p.Envelope(attempts)
	switch p.Jitter {
	case JitterEqual:
		half := envelope / 2
		return half + time.Duration(random*float64(envelope-half))
	case JitterDecorrelated:
		from := float64(p.Base)
		to := max(3*float64(max(previous, p.Base)), from)
		return p.bounded(from + random*(to-from))
	case JitterNone:
		return envelope
	case JitterFull:
	}
	return time.Duration(random * float64(envelope))
}

// bounded is the wait within the cap, and within what a duration can hold.
func (p Plan) bounded(wait float64) time.Duration {
	const most = time.Duration(math.MaxInt64)
	limit := most
	if p.Cap > 0 {
		limit = p.Cap
	}
	if wait >= float64(limit) {
		return limit
	}
	return max(time.Duration(wait), 0)
}

// unit keeps a draw within [0, 1): a broken source must not break the envelope.
func unit(random float64) float64 {
	if math.IsNaN(random) || random < 0 {
		return 0
	}
	return min(random, math.Nextafter(1, 0))
}
