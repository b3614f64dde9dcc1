package sqlite_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/state/sqlite"
)

func TestListAndDelete(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "state.db"), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for key, expires := range map[string]time.Time{
		"refusal/b": {}, "refusal/a": now.Add(time.Hour), "claim/c": {}, "refusal/gone": now.Add(time.Second),
	} {
		if err := s.Swap(t.Context(), key, state.Item{Value: []byte(key), Expires: expires}); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(time.Minute)
	entries, err := s.List(t.Context(), "refusal/")
	if err != nil || len(entries) != 2 || entries[0].Key != "refusal/a" || entries[0].Expires.IsZero() || string(entries[1].Value) != "refusal/b" {
		t.Errorf("got %+v, %v", entries, err)
	}
	if err := s.Delete(t.Context(), "refusal/b"); err != nil {
		t.Error(err)
	}
	if _, err := s.Get(t.Context(), "refusal/b"); !errors.Is(err, state.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}
