package gateway

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

const (
	// progressEvery is how often a client is told that we still wait.
	progressEvery = 2 * time.Second
	// progressStep is how much our own progress adds: its value has to grow, and
	// must not look like the server's.
	progressStep = 0.001
)

// began counts an attempt: after the first one, the server's progress starts
// over and must not fall behind what the client was told.
func (f *flight) began() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.attempts++; f.attempts > 1 {
		f.ours = true
	}
}

// progressed takes progress of the server, and says whether the client may see
// it: its value has to grow over all attempts.
func (s *session) progressed(params json.RawMessage) bool {
	s.mu.Lock()
	f := s.tokens[string(rawjson.Get(params, "progressToken"))]
	s.mu.Unlock()
	if f == nil {
		return true
	}
	var value float64
	if json.Unmarshal(rawjson.Get(params, "progress"), &value) != nil {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ours && value <= f.progress {
		return false
	}
	f.progress = max(value, f.progress)
	return true
}

// sleep waits for the guard, and tells a client that asked for progress.
func (s *session) sleep(ctx context.Context, d time.Duration) error {
	f := flightOf(ctx)
	for ; d > 0; d -= progressEvery {
		if f != nil && f.token != nil {
			s.write(f.waiting())
		}
		timer := time.NewTimer(min(d, progressEvery))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		}
	}
	return nil
}

// waiting is the notification that we wait before another attempt.
func (f *flight) waiting() []byte {
	f.mu.Lock()
	f.progress = math.Round((f.progress+progressStep)/progressStep) * progressStep
	f.ours = true
	value, err := json.Marshal(f.progress)
	f.mu.Unlock()
	if err != nil {
		value = []byte("0") // a sum of finite numbers always marshals
	}
	params := rawjson.Set([]byte(`{}`), "progressToken", f.token)
	params = rawjson.Set(params, "progress", value)
	params = rawjson.Set(params, "message", []byte(`"waiting before another attempt"`))
	return wire.Notification("notifications/progress", params).Raw
}
