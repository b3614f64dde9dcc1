package inject

import (
	"context"
	"syscall"

	"github.com/sequitur-go/sequitur/tool"
)

// network refuses the connection: nothing was sent. It passes.
func network(ctx context.Context, s shot) tool.Outcome {
	return s.raise(ctx, tool.PhaseNotSent, "Error: connect ECONNREFUSED", syscall.ECONNREFUSED)
}
