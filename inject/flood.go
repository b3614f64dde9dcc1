package inject

import (
	"context"
	"net/http"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// floodSize is how much a flood answers.
const floodSize = 1 << 20

// flood fails with far more words than anybody can read.
func flood(ctx context.Context, s shot) tool.Outcome {
	out := s.refuse(ctx, http.StatusInternalServerError, "internal error: dump follows\n")
	if out.Status != 0 {
		line := "0000  de ad be ef  de ad be ef  ................\n"
		out.Body += strings.Repeat(line, floodSize/len(line))
	}
	return out
}
