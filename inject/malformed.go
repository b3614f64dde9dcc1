package inject

import (
	"context"
	"io"

	"github.com/sequitur-go/sequitur/tool"
)

// malformed does the work and breaks off in the middle of the answer.
func malformed(ctx context.Context, s shot) tool.Outcome {
	if out, ok := s.spend(ctx); !ok {
		return out
	}
	out := s.next.Invoke(ctx, s.call)
	out.Phase, out.Flag, out.Body, out.Err = tool.PhaseCut, tool.FlagNone, out.Body[:len(out.Body)/2], io.ErrUnexpectedEOF
	return out
}
