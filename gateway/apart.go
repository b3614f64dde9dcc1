package gateway

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/sequitur-go/sequitur/state"
)

// apart is a part of a store that belongs to one server: tools of two servers
// may have one name, and a refusal of one says nothing of the other.
type apart struct {
	state.Store
	suffix string
}

func newApart(store state.Store, s *Server) apart {
	identity := cmp.Or(s.Name, s.URL, strings.Join(s.Command, "\x00"))
	sum := sha256.Sum256([]byte(identity)) // a command line may hold what a key must not show
	return apart{store, "@" + hex.EncodeToString(sum[:8])}
}

// Get implements [state.Store].
func (a apart) Get(ctx context.Context, key string) (state.Item, error) {
	return a.Store.Get(ctx, key+a.suffix)
}

// Swap implements [state.Store].
func (a apart) Swap(ctx context.Context, key string, item state.Item) error {
	return a.Store.Swap(ctx, key+a.suffix, item)
}
