package inject

import (
	"context"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// quotaExhausted refuses because a limit of days or of money is spent, with
// the status of a short one, as real upstreams do. It never lifts.
func quotaExhausted(ctx context.Context, s shot) tool.Outcome {
	return s.refuse(ctx, http.StatusTooManyRequests,
		`{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}`)
}
