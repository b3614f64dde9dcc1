package inject

import (
	"context"

	"github.com/sequitur-go/sequitur/tool"
)

// committedThenLost does the work and loses the answer: whoever repeats it
// without asking first has the effect twice.
func committedThenLost(ctx context.Context, s shot) tool.Outcome {
	s.next.Invoke(ctx, s.call)
	return s.raise(ctx, tool.PhaseSent, "Error: ETIMEDOUT: the request timed out", context.DeadlineExceeded)
}
