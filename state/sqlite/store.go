package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	_ "modernc.org/sqlite" // the driver registers itself under the name "sqlite"

	"github.com/sequitur-go/sequitur/state"
)

// A Store is a [state.Store] in a file. Open makes it.
type Store struct {
	db  *sql.DB
	now func() time.Time
}

// schema is made where the file is new. A version in the file's header tells a
// later layout apart.
const schema = `
CREATE TABLE IF NOT EXISTS items (
	key     TEXT PRIMARY KEY,
	value   BLOB NOT NULL,
	version TEXT NOT NULL,
	expires INTEGER NOT NULL -- nanoseconds since 1970; 0 is never
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS items_expires ON items (expires) WHERE expires > 0;
PRAGMA user_version = 1;`

// layout is the version of the schema.
const layout = 1

// Open opens the file, or makes it where there is none, and drops what has
// expired. now is the clock; nil is the real one.
//
// A write is on the disk when Swap returns: a claim that a crash could forget
// would let a write happen twice.
func Open(ctx context.Context, file string, now func() time.Time) (*Store, error) {
	if now == nil {
		now = time.Now
	}
	dsn := (&url.URL{Scheme: "file", Opaque: url.PathEscape(file), RawQuery: url.Values{
		"_txlock": {"immediate"}, // a swap reads and then writes: nobody may come between
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)"},
	}.Encode()}).String()
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("state file %s: %w", file, err)
	}
	s := &Store{db: db, now: now}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("state file %s: %w", file, err), db.Close())
	}
	return s, nil
}

func (s *Store) prepare(ctx context.Context) error {
	var found int
	if err := s.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&found); err != nil {
		return err
	}
	if found > layout {
		return fmt.Errorf("its layout is version %d, and this program knows %d: use the program that wrote it, or another file", found, layout)
	}
	if _, err := s.db.ExecContext(ctx, schema); err != nil {
		return err
	}
	return s.Sweep(ctx)
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// Get implements [state.Store].
func (s *Store) Get(ctx context.Context, key string) (state.Item, error) {
	item, err := s.read(ctx, s.db, key)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		err = fmt.Errorf("state: %w", err)
	}
	return item, err
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func (s *Store) read(ctx context.Context, q querier, key string) (state.Item, error) {
	var item state.Item
	var expires int64
	err := q.QueryRowContext(ctx, "SELECT value, version, expires FROM items WHERE key = ?", key).Scan(&item.Value, &item.Version, &expires)
	if errors.Is(err, sql.ErrNoRows) {
		return state.Item{}, state.ErrNotFound
	}
	if err != nil {
		return state.Item{}, err
	}
	if expires != 0 {
		item.Expires = time.Unix(0, expires)
		if !s.now().Before(item.Expires) {
			return state.Item{}, state.ErrNotFound
		}
	}
	return item, nil
}

// Swap implements [state.Store].
func (s *Store) Swap(ctx context.Context, key string, item state.Item) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("state: %w", err)
	}
	err = s.swap(ctx, tx, key, item)
	if err == nil {
		err = tx.Commit()
	} else {
		_ = tx.Rollback() // the first failure is the one to tell
	}
	if err != nil && !errors.Is(err, state.ErrConflict) {
		return fmt.Errorf("state: %w", err)
	}
	return err
}

func (s *Store) swap(ctx context.Context, tx *sql.Tx, key string, item state.Item) error {
	present, err := s.read(ctx, tx, key)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		return err
	}
	if present.Version != item.Version {
		return state.ErrConflict
	}
	if !item.Expires.IsZero() && !s.now().Before(item.Expires) {
		_, err = tx.ExecContext(ctx, "DELETE FROM items WHERE key = ?", key)
		return err
	}
	var expires int64
	if !item.Expires.IsZero() {
		expires = item.Expires.UnixNano()
	}
	value := item.Value
	if value == nil {
		value = []byte{}
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO items (key, value, version, expires) VALUES (?, ?, ?, ?)"+
		" ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version, expires = excluded.expires",
		key, value, rand.Text(), expires)
	return err
}

// Sweep deletes what has expired.
func (s *Store) Sweep(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM items WHERE expires > 0 AND expires <= ?", s.now().UnixNano())
	return err
}
