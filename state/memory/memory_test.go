package memory_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/state/memory"
	"github.com/sequitur-go/sequitur/state/statetest"
)

// clock stands still until it is moved.
type clock struct{ nanos atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.nanos.Store(time.Now().UnixNano())
	return c
}

func (c *clock) Now() time.Time { return time.Unix(0, c.nanos.Load()) }

func (c *clock) pass(d time.Duration) { c.nanos.Add(int64(d)) }

func TestStore(t *testing.T) {
	t.Parallel()
	statetest.Run(t, func(*testing.T) (state.Store, func(time.Duration)) {
		c := newClock()
		return &memory.Store{Now: c.Now}, c.pass
	})
}

func put(t *testing.T, s *memory.Store, key string, expires time.Time) error {
	t.Helper()
	return s.Swap(t.Context(), key, state.Item{Value: []byte("v"), Expires: expires})
}

func TestFullStoreForgetsNothing(t *testing.T) {
	t.Parallel()
	c := newClock()
	s := &memory.Store{Now: c.Now, Maximum: 10}
	for i := range 10 {
		if err := put(t, s, fmt.Sprint(i), c.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := put(t, s, "one more", time.Time{}); !errors.Is(err, state.ErrFull) {
		t.Fatalf("a full store: %v, want ErrFull", err)
	}
	item, err := s.Get(t.Context(), "3")
	if err != nil {
		t.Fatal(err)
	}
	item.Value = []byte("new")
	if err := s.Swap(t.Context(), "3", item); err != nil {
		t.Errorf("a full store refuses to change a key that it holds: %v", err)
	}
	c.pass(2 * time.Hour)
	if err := put(t, s, "one more", time.Time{}); err != nil {
		t.Errorf("once the others have expired: %v", err)
	}
}

// TestSweeps stores keys that nobody asks for again: the store does not grow.
func TestSweeps(t *testing.T) {
	t.Parallel()
	c := newClock()
	s := &memory.Store{Now: c.Now}
	most := 0
	for i := range 100_000 {
		if err := put(t, s, fmt.Sprint(i), c.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		c.pass(10 * time.Millisecond)
		most = max(most, s.Len())
	}
	if most > 1000 {
		t.Errorf("held %d keys, about 100 are alive at any time", most)
	}
}

func Example() {
	ctx := context.Background()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	store := memory.Store{Now: func() time.Time { return now }}
	fmt.Println(store.Swap(ctx, "k", state.Item{Value: []byte("v"), Expires: now.Add(time.Minute)}))
	now = now.Add(time.Hour)
	_, err := store.Get(ctx, "k")
	fmt.Println(err)
	// Output:
	// <nil>
	// state: key not found
}
