package inject

import (
	"context"

	"github.com/sequitur-go/sequitur/tool"
)

// timeout takes its time and then gives no answer. It passes.
func timeout(ctx context.Context, s shot) tool.Outcome {
	return s.raise(ctx, tool.PhaseSent, "Error: ETIMEDOUT: the request timed out", context.DeadlineExceeded)
}
