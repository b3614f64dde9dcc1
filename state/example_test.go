package state_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/state/memory"
)

// Of two that want to create the same key, one wins.
func Example() {
	ctx := context.Background()
	var store state.Store = new(memory.Store)
	item := state.Item{Value: []byte("mine"), Expires: time.Now().Add(time.Hour)}
	fmt.Println(store.Swap(ctx, "claim", item))
	fmt.Println(errors.Is(store.Swap(ctx, "claim", item), state.ErrConflict))
	found, err := store.Get(ctx, "claim")
	fmt.Println(string(found.Value), err)
	// Output:
	// <nil>
	// true
	// mine <nil>
}
