package statetest_test

import (
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/state/memory"
	"github.com/sequitur-go/sequitur/state/statetest"
)

// A store of your own runs the suite in one of its tests. The clock of this one
// is the real one, so that time passes by waiting.
func ExampleRun() {
	_ = func(t *testing.T) {
		statetest.Run(t, func(t *testing.T) (state.Store, func(time.Duration)) {
			return new(memory.Store), func(d time.Duration) { <-time.After(d) }
		})
	}
	// Output:
}
