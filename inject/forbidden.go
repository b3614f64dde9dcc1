package inject

import (
	"context"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// forbidden refuses the permission. It lifts only with another credential.
func forbidden(ctx context.Context, s shot) tool.Outcome {
	return s.refuse(ctx, http.StatusForbidden, `{"error":"forbidden"}`)
}
