package gateway

import (
	"context"
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// markerKey is the member of _meta that tells a server which attempt of a call a
// request is.
const markerKey = "sequitur/attempt"

// ourName is what a gateway calls itself.
const ourName = "sequitur"

// A marker is what a guard tells those further in. Times are spans, since clocks
// of two machines differ.
type marker struct {
	Attempt int `json:"attempt"` // from 1
	// RetriesLeft is the most that may still follow: what the fault is decides.
	RetriesLeft int `json:"retries_left"`
	// TimeLeftMS is how long the answer is waited for, 0 is without end.
	TimeLeftMS int64 `json:"time_left_ms"`
}

// within is the context of a call: where a guard further out repeats it, ours
// does not, and answers in that one's time.
func (f *flight) within(ctx context.Context) (context.Context, context.CancelFunc) {
	raw := rawjson.Get(rawjson.Get(f.message.Params, "_meta"), markerKey)
	var m marker
	if raw == nil || json.Unmarshal(raw, &m) != nil || m.Attempt < 1 {
		return ctx, func() {}
	}
	ctx = tool.RepeatedOutside(ctx)
	if m.TimeLeftMS <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Duration(m.TimeLeftMS)*time.Millisecond)
}

// marks says whether guards further in are told of the attempt.
func (f *flight) marks() bool { return f.set.mark || f.session.ours.Load() }

// number puts the attempt's number into its parameters, and says whether it did.
// The word of a guard further out stays: it is the one that repeats.
func (f *flight) number(params []byte) ([]byte, bool) {
	meta := rawjson.Get(params, "_meta")
	if !f.marks() || rawjson.Get(meta, markerKey) != nil {
		return params, false
	}
	f.mu.Lock()
	m := marker{Attempt: f.attempts}
	f.mu.Unlock()
	policy, own := &f.set.policy, f.set.policy.Tools[f.call.Tool]
	most := 1
	for kind := range policy.Plans {
		most = max(most, policy.Plan(f.call.Tool, kind).Attempts)
	}
	m.RetriesLeft = max(most-m.Attempt, 0)
	deadline := policy.Deadline
	if own.Deadline > 0 {
		deadline = own.Deadline
	}
	if deadline > 0 {
		m.TimeLeftMS = max(deadline-time.Since(f.started), time.Millisecond).Milliseconds()
	}
	value, err := json.Marshal(m)
	if err != nil {
		return params, false // numbers always marshal
	}
	return rawjson.Set(params, "_meta", rawjson.Set(meta, markerKey, value)), true
}

// judgedWithin says whether a result is the word of a guard further in: it has to
// reach the client as it is.
func (f *flight) judgedWithin(result json.RawMessage) bool {
	return f.marks() && rawjson.Get(rawjson.Get(result, "_meta"), mcpguard.VerdictKey) != nil
}
