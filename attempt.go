package sequitur

import (
	"context"
	"sync"
	"time"
)

// attempt is the context of one attempt: the caller's, with an earlier
// deadline. Unlike [context.WithDeadline] it sets no timer before somebody
// waits for its end: a tool that answers without waiting pays for none.
//
// The first look that finds it done, and the first wait for it, make the plain
// context that it stands for, and from then on that one answers.
type attempt struct {
	parent   context.Context //nolint:containedctx // it is a context itself
	deadline time.Time

	mu     sync.Mutex
	ended  bool
	plain  context.Context //nolint:containedctx // see above
	cancel context.CancelFunc
}

// Deadline returns the earlier one of the attempt's and the caller's.
func (a *attempt) Deadline() (time.Time, bool) {
	if d, ok := a.parent.Deadline(); ok && d.Before(a.deadline) {
		return d, true
	}
	return a.deadline, true
}

// Done returns a channel that is closed at the attempt's end.
func (a *attempt) Done() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.made().Done()
}

// Err returns why the attempt is over, nil while it is not.
func (a *attempt) Err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.plain == nil && !a.ended && a.parent.Err() == nil && time.Until(a.deadline) > 0 {
		return nil
	}
	return a.made().Err()
}

// Value asks the caller's context; once there is a plain one it is asked, so
// that the contexts made from this one find what they are to be ended by.
func (a *attempt) Value(key any) any {
	a.mu.Lock()
	plain := a.plain
	a.mu.Unlock()
	if plain != nil {
		return plain.Value(key)
	}
	return a.parent.Value(key)
}

// end ends the attempt, and frees what it holds.
func (a *attempt) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	if a.cancel != nil {
		a.cancel()
	}
}

// made returns the plain context, and makes it where there is none yet.
func (a *attempt) made() context.Context {
	if a.plain == nil {
		a.plain, a.cancel = context.WithDeadline(a.parent, a.deadline)
		if a.ended {
			a.cancel()
		}
	}
	return a.plain
}
