package inject

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// rateLimited refuses for load, and says how long to wait. It passes.
func rateLimited(ctx context.Context, s shot) tool.Outcome {
	out := s.refuse(ctx, http.StatusTooManyRequests, `{"error":"too many requests"}`)
	if s.plan.RetryAfter > 0 && out.Status != 0 {
		seconds := (s.plan.RetryAfter + time.Second - 1) / time.Second
		out.Header = tool.Header{"Retry-After": {strconv.Itoa(int(seconds))}}
	}
	return out
}
