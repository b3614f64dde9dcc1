package inject

import (
	"context"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// serverError fails inside the backend. Declare it once, or for ever.
func serverError(ctx context.Context, s shot) tool.Outcome {
	return s.refuse(ctx, http.StatusInternalServerError, `{"error":"internal server error"}`)
}
