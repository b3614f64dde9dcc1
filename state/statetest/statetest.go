// Package statetest is the suite that every [state.Store] has to pass.
package statetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/state"
)

// Run runs the suite. NewStore returns an empty store, and a function that
// moves its clock forward; a store on a real clock may wait in it for as long.
// It is called once for each test.
func Run(t *testing.T, newStore func(t *testing.T) (store state.Store, pass func(time.Duration))) {
	t.Helper()
	tests := []struct {
		name string
		run  func(t *testing.T, s state.Store, pass func(time.Duration))
	}{
		{"a missing key is not found", missing},
		{"what was stored is read", stored},
		{"a nil value and an empty one are the same", empty},
		{"any bytes are kept", bytesKept},
		{"values are copied", copied},
		{"only the present version is swapped", conflicts},
		{"each swap makes a new version", versions},
		{"keys are apart", apart},
		{"an expired item is gone", expires},
		{"an expired item's holder does not overwrite its successor", successor},
		{"storing as expired deletes", deletes},
		{"a deleted item's holder does not overwrite its successor", deletedSuccessor},
		{"a swap renews the expiry", renews},
		{"of many creators one wins", oneCreator},
		{"concurrent counting loses nothing", counting},
		{"a canceled context stops", canceled},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			store, pass := newStore(t)
			test.run(t, store, pass)
		})
	}
}

// life is how long items that expire in these tests live: long enough for a
// slow store not to lose them while a test runs, and no clock is waited for that
// can be moved.
const life = 2 * time.Second

// soon is an expiry that life brings about, and far one that no test reaches. A
// store whose clock can be moved starts at the real time.
func soon() time.Time { return time.Now().Add(life) }

func far() time.Time { return time.Now().Add(1000 * time.Hour) }

func get(t *testing.T, s state.Store, key string) state.Item {
	t.Helper()
	item, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatalf("Get(%q): %v", key, err)
	}
	if item.Version == "" {
		t.Fatalf("Get(%q): a stored item has no version", key)
	}
	return item
}

func swap(t *testing.T, s state.Store, key, value, version string, expires time.Time) {
	t.Helper()
	if err := s.Swap(t.Context(), key, state.Item{Value: []byte(value), Version: version, Expires: expires}); err != nil {
		t.Fatalf("Swap(%q, %q, version %q): %v", key, value, version, err)
	}
}

func wantGone(t *testing.T, s state.Store, key string) {
	t.Helper()
	if item, err := s.Get(t.Context(), key); !errors.Is(err, state.ErrNotFound) {
		t.Fatalf("Get(%q) = %+v, %v, want ErrNotFound", key, item, err)
	}
}

func wantConflict(t *testing.T, s state.Store, key, version string) {
	t.Helper()
	err := s.Swap(t.Context(), key, state.Item{Value: []byte("intruder"), Version: version})
	if !errors.Is(err, state.ErrConflict) {
		t.Fatalf("Swap(%q, version %q): %v, want ErrConflict", key, version, err)
	}
}

func missing(t *testing.T, s state.Store, _ func(time.Duration)) {
	wantGone(t, s, "k")
	wantConflict(t, s, "k", "some-version")
	wantGone(t, s, "k")
}

func stored(t *testing.T, s state.Store, _ func(time.Duration)) {
	swap(t, s, "k", "one", "", time.Time{})
	if got := string(get(t, s, "k").Value); got != "one" {
		t.Errorf("value %q, want %q", got, "one")
	}
	until := far()
	swap(t, s, "k", "two", get(t, s, "k").Version, until)
	item := get(t, s, "k")
	if string(item.Value) != "two" {
		t.Errorf("value %q, want %q", item.Value, "two")
	}
	if d := item.Expires.Sub(until).Abs(); d > time.Second {
		t.Errorf("expires %v off", d)
	}
}

func empty(t *testing.T, s state.Store, _ func(time.Duration)) {
	for name, value := range map[string][]byte{"nil": nil, "empty": {}} {
		if err := s.Swap(t.Context(), name, state.Item{Value: value}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		item := get(t, s, name)
		if len(item.Value) != 0 {
			t.Errorf("%s: came back as %q", name, item.Value)
		}
		swap(t, s, name, "full", item.Version, time.Time{})
		if err := s.Swap(t.Context(), name, state.Item{Value: value, Version: get(t, s, name).Version}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := get(t, s, name).Value; len(got) != 0 {
			t.Errorf("%s: the old value stayed: %q", name, got)
		}
	}
}

func bytesKept(t *testing.T, s state.Store, _ func(time.Duration)) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for _, key := range []string{"plain", "with space, 'quote' and \"another\"", "a/b:c%d\n", "钥匙"} {
		swap(t, s, key, string(all), "", time.Time{})
		if got := get(t, s, key).Value; string(got) != string(all) {
			t.Errorf("%q: came back as %q", key, got)
		}
	}
}

func copied(t *testing.T, s state.Store, _ func(time.Duration)) {
	value := []byte("one")
	if err := s.Swap(t.Context(), "k", state.Item{Value: value}); err != nil {
		t.Fatal(err)
	}
	value[0] = 'X'
	first := get(t, s, "k")
	if string(first.Value) != "one" {
		t.Fatalf("the store kept the caller's slice: %q", first.Value)
	}
	first.Value[0] = 'Y'
	if got := get(t, s, "k").Value; string(got) != "one" {
		t.Errorf("the store gave its own slice away: %q", got)
	}
}

func conflicts(t *testing.T, s state.Store, _ func(time.Duration)) {
	swap(t, s, "k", "one", "", time.Time{})
	old := get(t, s, "k").Version
	wantConflict(t, s, "k", "")
	wantConflict(t, s, "k", "x"+old)
	swap(t, s, "k", "two", old, time.Time{})
	wantConflict(t, s, "k", old)
	if got := string(get(t, s, "k").Value); got != "two" {
		t.Errorf("value %q, want %q", got, "two")
	}
}

func versions(t *testing.T, s state.Store, _ func(time.Duration)) {
	seen := map[string]bool{}
	version := ""
	for range 100 {
		swap(t, s, "k", "same", version, time.Time{})
		version = get(t, s, "k").Version
		if seen[version] {
			t.Fatalf("version %q came twice", version)
		}
		seen[version] = true
		if again := get(t, s, "k").Version; again != version {
			t.Fatalf("reading changed the version from %q to %q", version, again)
		}
	}
}

func apart(t *testing.T, s state.Store, _ func(time.Duration)) {
	keys := []string{"a", "A", "ab", "a ", " a", "a/b", "", "%", "_"}
	for i, key := range keys {
		swap(t, s, key, strconv.Itoa(i), "", time.Time{})
	}
	for i, key := range keys {
		if got := string(get(t, s, key).Value); got != strconv.Itoa(i) {
			t.Errorf("%q: value %q, want %d", key, got, i)
		}
	}
}

func expires(t *testing.T, s state.Store, pass func(time.Duration)) {
	swap(t, s, "k", "one", "", soon())
	get(t, s, "k")
	pass(2 * life)
	wantGone(t, s, "k")
	wantGone(t, s, "k")
}

func successor(t *testing.T, s state.Store, pass func(time.Duration)) {
	swap(t, s, "k", "old", "", soon())
	old := get(t, s, "k").Version
	pass(2 * life)
	wantConflict(t, s, "k", old)
	swap(t, s, "k", "new", "", time.Time{})
	wantConflict(t, s, "k", old)
	if got := string(get(t, s, "k").Value); got != "new" {
		t.Errorf("value %q, want %q", got, "new")
	}
}

func deletes(t *testing.T, s state.Store, _ func(time.Duration)) {
	swap(t, s, "k", "one", "", time.Time{})
	swap(t, s, "k", "gone", get(t, s, "k").Version, time.Unix(1, 0))
	wantGone(t, s, "k")
	swap(t, s, "k", "never was", "", time.Unix(1, 0))
	wantGone(t, s, "k")
}

func deletedSuccessor(t *testing.T, s state.Store, _ func(time.Duration)) {
	swap(t, s, "k", "old", "", time.Time{})
	old := get(t, s, "k").Version
	swap(t, s, "k", "", old, time.Unix(1, 0))
	wantConflict(t, s, "k", old)
	swap(t, s, "k", "new", "", time.Time{})
	wantConflict(t, s, "k", old)
}

func renews(t *testing.T, s state.Store, pass func(time.Duration)) {
	swap(t, s, "k", "one", "", soon())
	swap(t, s, "k", "two", get(t, s, "k").Version, far())
	pass(2 * life)
	if got := string(get(t, s, "k").Value); got != "two" {
		t.Errorf("value %q, want %q", got, "two")
	}
}

const contenders = 16

func oneCreator(t *testing.T, s state.Store, _ func(time.Duration)) {
	for round := range 20 {
		key := fmt.Sprintf("k%d", round)
		var mu sync.Mutex
		var winners []string
		contend(func(i int) {
			value := strconv.Itoa(i)
			switch err := s.Swap(t.Context(), key, state.Item{Value: []byte(value)}); {
			case err == nil:
				mu.Lock()
				winners = append(winners, value)
				mu.Unlock()
			case !errors.Is(err, state.ErrConflict):
				t.Error(err)
			}
		})
		if len(winners) != 1 {
			t.Fatalf("%d creators won, want 1", len(winners))
		}
		if got := string(get(t, s, key).Value); got != winners[0] {
			t.Errorf("value %q, the winner wrote %q", got, winners[0])
		}
	}
}

func counting(t *testing.T, s state.Store, _ func(time.Duration)) {
	const each = 10
	contend(func(int) {
		for range each {
			for !increment(t, s) {
				continue
			}
		}
	})
	if got := string(get(t, s, "n").Value); got != strconv.Itoa(contenders*each) {
		t.Errorf("counted to %s, want %d", got, contenders*each)
	}
}

// increment adds one to the counter, or reports that somebody was faster.
func increment(t *testing.T, s state.Store) bool {
	item, err := s.Get(t.Context(), "n")
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		t.Error(err)
		return true
	}
	n, _ := strconv.Atoi(string(item.Value)) // absent counts from 0
	err = s.Swap(t.Context(), "n", state.Item{Value: []byte(strconv.Itoa(n + 1)), Version: item.Version})
	if err != nil && !errors.Is(err, state.ErrConflict) {
		t.Error(err)
		return true
	}
	return err == nil
}

func contend(work func(i int)) {
	start := make(chan struct{})
	var workers sync.WaitGroup
	for i := range contenders {
		workers.Go(func() {
			<-start
			work(i)
		})
	}
	close(start)
	workers.Wait()
}

func canceled(t *testing.T, s state.Store, _ func(time.Duration)) {
	swap(t, s, "k", "one", "", time.Time{})
	version := get(t, s, "k").Version
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Get(ctx, "k"); !errors.Is(err, context.Canceled) {
		t.Errorf("Get: %v, want context.Canceled", err)
	}
	err := s.Swap(ctx, "k", state.Item{Value: []byte("two"), Version: version})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Swap: %v, want context.Canceled", err)
	}
	if got := string(get(t, s, "k").Value); got != "one" {
		t.Errorf("a canceled swap stored %q", got)
	}
}
