package inject

import (
	"context"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// invalidArgument refuses the arguments; key it on an argument's value.
func invalidArgument(ctx context.Context, s shot) tool.Outcome {
	return s.refuse(ctx, http.StatusUnprocessableEntity, `{"error":"invalid argument"}`)
}
