package inject

import (
	"context"

	"github.com/sequitur-go/sequitur/tool"
)

// slow answers rightly, and late.
func slow(ctx context.Context, s shot) tool.Outcome {
	if out, ok := s.spend(ctx); !ok {
		return out
	}
	out := s.next.Invoke(ctx, s.call)
	out.Elapsed += s.plan.After
	return out
}
