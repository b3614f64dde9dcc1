package httpguard

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// The header fields that tell a server which attempt of a call a request is, and
// for how many milliseconds its answer is waited for.
const (
	AttemptField  = "Sequitur-Attempt"
	TimeLeftField = "Sequitur-Time-Left-Ms"
)

// mark tells those further in of an attempt, unless a guard further out has.
func mark(ctx context.Context, header http.Header, attempt int) {
	if header.Get(AttemptField) != "" {
		return
	}
	header.Set(AttemptField, strconv.Itoa(attempt))
	if deadline, ok := ctx.Deadline(); ok {
		header.Set(TimeLeftField, strconv.FormatInt(max(time.Until(deadline), time.Millisecond).Milliseconds(), 10))
	}
}

// Outer is for a server whose handler makes guarded calls of its own: for a
// request that a guard further out repeats, they are made once, and within that
// one's time.
func Outer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n, err := strconv.Atoi(r.Header.Get(AttemptField)); err != nil || n < 1 {
			next.ServeHTTP(w, r)
			return
		}
		ctx := tool.RepeatedOutside(r.Context())
		if left, err := strconv.Atoi(r.Header.Get(TimeLeftField)); err == nil && left > 0 {
			within, stop := context.WithTimeout(ctx, time.Duration(left)*time.Millisecond)
			defer stop()
			ctx = within
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
