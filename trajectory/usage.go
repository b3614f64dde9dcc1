package trajectory

// Usage is what one model call was recorded to have cost. A zero field was
// not recorded.
type Usage struct {
	// In and Out are tokens; In includes what came from a cache.
	In  int64 `json:"in,omitempty"`
	Out int64 `json:"out,omitempty"`
	// CacheRead and CacheWrite are the parts of In that a prompt cache served
	// and stored.
	CacheRead  int64 `json:"cache_read,omitempty"`
	CacheWrite int64 `json:"cache_write,omitempty"`
	// USD is money, where the recording states it.
	USD float64 `json:"usd,omitempty"`
}

// Add sums two usages.
func (u Usage) Add(o Usage) Usage {
	return Usage{
		In: u.In + o.In, Out: u.Out + o.Out,
		CacheRead: u.CacheRead + o.CacheRead, CacheWrite: u.CacheWrite + o.CacheWrite,
		USD: u.USD + o.USD,
	}
}
