package inject

import (
	"context"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// notFound has no such record, and never will.
func notFound(ctx context.Context, s shot) tool.Outcome {
	return s.refuse(ctx, http.StatusNotFound, `{"error":"not found"}`)
}
