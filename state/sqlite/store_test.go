package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/state/sqlite"
	"github.com/sequitur-go/sequitur/state/statetest"
)

// clock runs on its own only where it is moved.
type clock struct{ ahead atomic.Int64 }

func (c *clock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

func (c *clock) pass(d time.Duration) { c.ahead.Add(int64(d)) }

func open(t *testing.T, file string, now func() time.Time) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), file, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	t.Parallel()
	statetest.Run(t, func(t *testing.T) (state.Store, func(time.Duration)) {
		t.Helper()
		c := &clock{}
		return open(t, filepath.Join(t.TempDir(), "state.db"), c.Now), c.pass
	})
}

// What is stored outlives the process, and two processes see one state.
func TestRestart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a folder with a % and a ?", "state.db")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	c := &clock{}
	first := open(t, file, c.Now)
	for key, expires := range map[string]time.Time{"claim": {}, "refusal": c.Now().Add(time.Minute)} {
		if err := first.Swap(ctx, key, state.Item{Value: []byte("x"), Expires: expires}); err != nil {
			t.Fatal(err)
		}
	}
	second := open(t, file, c.Now)
	item, err := second.Get(ctx, "claim")
	if err != nil || string(item.Value) != "x" {
		t.Fatalf("%q, %v", item.Value, err)
	}
	if err := first.Swap(ctx, "claim", item); err != nil {
		t.Fatal(err)
	}
	if err := second.Swap(ctx, "claim", item); !errors.Is(err, state.ErrConflict) {
		t.Errorf("a version that the other process has replaced: %v, want ErrConflict", err)
	}
	c.pass(time.Hour)
	third := open(t, file, c.Now)
	if _, err := third.Get(ctx, "refusal"); !errors.Is(err, state.ErrNotFound) {
		t.Errorf("an expired item after a restart: %v, want ErrNotFound", err)
	}
	if _, err := third.Get(ctx, "claim"); err != nil {
		t.Errorf("an item without an end: %v", err)
	}
}

// A file that is no state file is refused, and stays as it is.
func TestForeignFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "notes.txt")
	text := strings.Repeat("these are notes, and no database. ", 100)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := sqlite.Open(t.Context(), file, nil); err == nil {
		t.Errorf("opened %v", s)
	} else if !strings.Contains(err.Error(), file) {
		t.Errorf("%v does not name the file", err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("the file was changed: %v", err)
	}
}

// A file of a later layout is refused rather than misread.
func TestLaterLayout(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "state.db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err == nil {
		_, err = db.ExecContext(t.Context(), "PRAGMA user_version = 7")
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), file, nil); err == nil || !strings.Contains(err.Error(), "version 7") {
		t.Errorf("error %v", err)
	}
}

// The state of one process is there for the next one.
func ExampleOpen() {
	folder, err := os.MkdirTemp("", "state")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	ctx := context.Background()
	store, err := sqlite.Open(ctx, filepath.Join(folder, "state.db"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close() //nolint:errcheck // the example ends here
	fmt.Println(store.Swap(ctx, "pay/k1", state.Item{Value: []byte("in flight")}))
	item, err := store.Get(ctx, "pay/k1")
	fmt.Println(string(item.Value), err)
	// Output:
	// <nil>
	// in flight <nil>
}
