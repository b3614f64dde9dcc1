// Package state keeps what several processes may have to agree on: idempotency
// claims and the verdict memory. The interface is two methods, a read and a
// compare-and-swap; what the values mean is the business of whoever stores them.
package state

import (
	"context"
	"errors"
	"time"
)

// An Item is one value of a [Store].
type Item struct {
	// Value is opaque. A nil value and an empty one are the same.
	Value []byte
	// Version names this very value of the key. It is opaque and never repeats,
	// not even after the item expired and another one was stored: whoever holds
	// the version of an expired item can not overwrite its successor. "" says
	// that the key does not exist.
	Version string
	// Expires is when the item ceases to exist; zero is never.
	Expires time.Time
}

// A Store keeps items by key. It is safe for concurrent use.
type Store interface {
	// Get returns the key's item, or ErrNotFound.
	Get(ctx context.Context, key string) (Item, error)
	// Swap stores an item with a new version, provided that the key's present
	// version is still item.Version ("" where the key must not exist); else it
	// returns ErrConflict and stores nothing. An item that is stored as expired
	// deletes the key. The store keeps no reference to item.Value.
	Swap(ctx context.Context, key string, item Item) error
}

// The errors of a [Store] that callers act on.
var (
	// ErrNotFound says that the key does not exist, or no longer.
	ErrNotFound = errors.New("state: key not found")
	// ErrConflict says that the key was changed by somebody else.
	ErrConflict = errors.New("state: version conflict")
	// ErrFull says that the store has no room for another key.
	ErrFull = errors.New("state: store is full")
)
