// Package keep runs the transitions of package recovery against a store: read,
// decide, swap, and again where somebody else was faster.
package keep

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state"
)

// tries is how often a swap is tried against others before it is given up.
const tries = 8

// Memory is the verdict memory: a definitive refusal is answered from it
// without asking the backend again. It is safe for concurrent use.
//
// An error of the store never stops a call: what cannot be looked up was not
// remembered. The methods return it so that it can be told.
type Memory struct {
	Store state.Store
	// TTL is how long a refusal is remembered; 0 remembers nothing.
	TTL time.Duration
	// Config names the configuration that refusals are remembered under: those
	// of another one are not recalled.
	Config string
	// Shared says that other processes write to the store, too. Then it is asked
	// for every call; otherwise only while this process remembers anything, and
	// the way of a success costs one atomic load.
	Shared bool

	alive atomic.Int64 // until when anything may be remembered, in nanoseconds
}

// Subject is the call that a refusal is about.
type Subject struct {
	Principal string
	Tool      string
	Upstream  string
	Args      json.RawMessage
}

// Empty says that nothing can be remembered, without asking the store.
func (m *Memory) Empty(now time.Time) bool {
	return m.TTL <= 0 || (!m.Shared && now.UnixNano() >= m.alive.Load())
}

// Remember keeps a refusal, if its fault is one. A refusal that was recalled
// must not be remembered again: it would never be forgotten.
func (m *Memory) Remember(ctx context.Context, now time.Time, s Subject, f *fault.Fault) error {
	if m.TTL <= 0 || !recovery.Remembers(f.Kind) {
		return nil
	}
	expires := now.Add(m.TTL)
	m.raise(expires.UnixNano())
	marks, err := m.marks(ctx, s)
	if err != nil {
		return err
	}
	refusal := recovery.NewRefusal(f, m.Config, marks, expires)
	refusal.Tool = s.Tool
	value, err := refusal.Encode()
	if err != nil {
		return err
	}
	key := recovery.RefusalKey(s.Principal, s.Tool, s.Args)
	return retry(func() error {
		present, err := get(ctx, m.Store, key)
		if err != nil {
			return err
		}
		return m.Store.Swap(ctx, key, state.Item{Value: value, Version: present.Version, Expires: expires})
	})
}

// Recall returns the fault that the same call drew before, and how often it was
// repeated since, this time included. Where only the count could not be stored,
// the refusal is known nevertheless.
func (m *Memory) Recall(ctx context.Context, now time.Time, s Subject) (f fault.Fault, repeats int, ok bool, err error) {
	if m.Empty(now) {
		return fault.Fault{}, 0, false, nil
	}
	key := recovery.RefusalKey(s.Principal, s.Tool, s.Args)
	var found recovery.Refusal
	err = retry(func() error {
		found, ok = recovery.Refusal{}, false
		item, err := m.Store.Get(ctx, key)
		if err != nil {
			return err
		}
		refusal, err := recovery.DecodeRefusal(item.Value)
		if err != nil {
			return err
		}
		marks, err := m.marks(ctx, s)
		if err != nil || !refusal.Holds(m.Config, marks, now) {
			return err
		}
		found, ok = refusal.Repeated(), true
		value, err := found.Encode()
		if err != nil {
			return err
		}
		return m.Store.Swap(ctx, key, state.Item{Value: value, Version: item.Version, Expires: item.Expires})
	})
	if errors.Is(err, state.ErrNotFound) {
		return fault.Fault{}, 0, false, nil
	}
	if !ok {
		return fault.Fault{}, 0, false, err
	}
	return found.Fault(), found.Repeats, true, nil
}

// Forget forgets what is remembered in the scope.
func (m *Memory) Forget(ctx context.Context, now time.Time, scope recovery.Scope) error {
	if m.Empty(now) {
		return nil
	}
	key := scope.Key()
	present, err := get(ctx, m.Store, key)
	if err != nil {
		return err
	}
	// The mark is kept until everything that was remembered before has expired.
	item := state.Item{Value: []byte(rand.Text()), Version: present.Version, Expires: now.Add(m.TTL + time.Minute)}
	err = m.Store.Swap(ctx, key, item)
	if errors.Is(err, state.ErrConflict) {
		return nil // somebody else has forgotten it just now
	}
	return err
}

// marks returns the present marks of everything that a call's refusal depends
// on, "" where there is none.
func (m *Memory) marks(ctx context.Context, s Subject) ([]string, error) {
	scopes := recovery.Scopes(s.Principal, s.Tool, s.Upstream)
	marks := make([]string, len(scopes))
	for i, scope := range scopes {
		item, err := get(ctx, m.Store, scope.Key())
		if err != nil {
			return nil, err
		}
		marks[i] = string(item.Value)
	}
	return marks, nil
}

func (m *Memory) raise(until int64) {
	for {
		old := m.alive.Load()
		if until <= old || m.alive.CompareAndSwap(old, until) {
			return
		}
	}
}

// get returns the key's item, and the zero one where there is none.
func get(ctx context.Context, s state.Store, key string) (state.Item, error) {
	item, err := s.Get(ctx, key)
	if errors.Is(err, state.ErrNotFound) {
		return state.Item{}, nil
	}
	return item, err
}

// retry runs a swap until nobody else was faster.
func retry(swap func() error) error {
	var err error
	for range tries {
		if err = swap(); !errors.Is(err, state.ErrConflict) {
			return err
		}
	}
	return err
}
