// Package memory is a [state.Store] in the memory of one process.
package memory

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/state"
)

// DefaultMaximum is how many keys a store holds that was not told otherwise.
const DefaultMaximum = 100_000

// A Store is a [state.Store] in memory. Its zero value is ready. What has
// expired is swept now and then while something is stored, so that a store that
// nobody uses costs nothing, and keys that nobody asks for again do not pile up.
type Store struct {
	// Now is the clock; nil is the real one.
	Now func() time.Time
	// Maximum is how many keys it holds; 0 is DefaultMaximum. A full store
	// refuses new keys and forgets none: a claim that was forgotten could let a
	// write happen twice.
	Maximum int

	mu    sync.RWMutex
	items map[string]state.Item
	swept time.Time
	high  int // how many keys were left by the last sweep
}

// Get implements [state.Store].
func (s *Store) Get(ctx context.Context, key string) (state.Item, error) {
	if err := ctx.Err(); err != nil {
		return state.Item{}, fmt.Errorf("state: %w", err)
	}
	now := s.now()
	s.mu.RLock()
	item, ok := s.items[key]
	s.mu.RUnlock()
	if !ok || expired(&item, now) {
		return state.Item{}, state.ErrNotFound
	}
	item.Value = bytes.Clone(item.Value)
	return item, nil
}

// Swap implements [state.Store].
func (s *Store) Swap(ctx context.Context, key string, item state.Item) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("state: %w", err)
	}
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	present, ok := s.items[key]
	if ok && expired(&present, now) {
		delete(s.items, key)
		present, ok = state.Item{}, false
	}
	if present.Version != item.Version {
		return state.ErrConflict
	}
	if expired(&item, now) {
		delete(s.items, key)
		return nil
	}
	if !ok && !s.room(now) {
		return state.ErrFull
	}
	item.Value = bytes.Clone(item.Value)
	item.Version = token()
	if s.items == nil {
		s.items = make(map[string]state.Item)
	}
	s.items[key] = item
	return nil
}

// Len returns how many keys it holds, expired ones that were not swept yet
// included.
func (s *Store) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.items)
}

// sweepEvery is how much time passes between two sweeps at least, unless the
// number of keys has doubled.
const sweepEvery = time.Minute

// room makes sure that one more key fits. It sweeps where a minute has passed
// or the keys have doubled since the last time, so that sweeping costs little
// per key; a full store is swept whenever a second has passed.
func (s *Store) room(now time.Time) bool {
	limit := s.Maximum
	if limit <= 0 {
		limit = DefaultMaximum
	}
	since := now.Sub(s.swept)
	full := len(s.items) >= limit
	if since >= sweepEvery || len(s.items) >= 2*s.high+64 || (full && since >= time.Second) {
		s.sweep(now)
		full = len(s.items) >= limit
	}
	return !full
}

func (s *Store) sweep(now time.Time) {
	for key, item := range s.items {
		if expired(&item, now) {
			delete(s.items, key)
		}
	}
	s.swept, s.high = now, len(s.items)
}

func (s *Store) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

func expired(item *state.Item, now time.Time) bool {
	return !item.Expires.IsZero() && !now.Before(item.Expires)
}

// token returns a version: 128 random bits, so that none ever repeats. It is no
// secret.
func token() string {
	text := make([]byte, 0, 32)
	text = strconv.AppendUint(text, rand.Uint64(), 36) //nolint:gosec // no secret
	text = append(text, '-')
	return string(strconv.AppendUint(text, rand.Uint64(), 36)) //nolint:gosec // no secret
}
