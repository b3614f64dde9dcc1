package inject

import (
	"context"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// unauthenticated refuses the identity. It lifts with another credential.
func unauthenticated(ctx context.Context, s shot) tool.Outcome {
	return s.refuse(ctx, http.StatusUnauthorized, `{"error":"token expired"}`)
}
