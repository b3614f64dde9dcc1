package sqlite

import (
	"context"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/state"
)

// An Entry is an item with its key.
type Entry struct {
	Key string
	state.Item
}

// List returns the items that have not expired, of the keys that begin with
// prefix, by key.
func (s *Store) List(ctx context.Context, prefix string) ([]Entry, error) {
	const query = `SELECT key, value, version, expires FROM items
		WHERE substr(key, 1, ?) = ? AND (expires = 0 OR expires > ?) ORDER BY key`
	rows, err := s.db.QueryContext(ctx, query, len([]rune(prefix)), prefix, s.now().UnixNano())
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	defer func() { _ = rows.Close() }() // Err tells what went wrong
	var entries []Entry
	for rows.Next() {
		var e Entry
		var expires int64
		if err := rows.Scan(&e.Key, &e.Value, &e.Version, &expires); err != nil {
			return nil, fmt.Errorf("state: %w", err)
		}
		if expires != 0 {
			e.Expires = time.Unix(0, expires)
		}
		entries = append(entries, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return entries, nil
}

// Delete deletes a key, whatever its version.
func (s *Store) Delete(ctx context.Context, key string) error {
	if _, err := s.db.ExecContext(ctx, `DELETE FROM items WHERE key = ?`, key); err != nil {
		return fmt.Errorf("state: %w", err)
	}
	return nil
}
