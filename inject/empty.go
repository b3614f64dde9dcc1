package inject

import (
	"context"

	"github.com/sequitur-go/sequitur/tool"
)

// empty is a success without content.
func empty(ctx context.Context, s shot) tool.Outcome {
	if out, ok := s.spend(ctx); !ok {
		return out
	}
	return tool.Outcome{
		Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess,
		Body: s.text("[]"), Elapsed: s.plan.After,
	}
}
