package httpguard_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/adapter/httpguard"
	"github.com/sequitur-go/sequitur/tool"
)

// A server is told of each attempt, and what it calls itself is made once.
func TestMark(t *testing.T) {
	t.Parallel()
	for name, marked := range map[string]bool{"marked": true, "not marked": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			server := httptest.NewServer(httpguard.Outer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, bounded := r.Context().Deadline()
				got = append(got, fmt.Sprintf("attempt %s, once %t, bounded %t", r.Header.Get(httpguard.AttemptField), tool.IsRepeatedOutside(r.Context()), bounded))
				w.WriteHeader(http.StatusServiceUnavailable)
			})))
			defer server.Close()
			guard := &attempts{n: 2, timeout: time.Minute, again: failed}
			client := &http.Client{Transport: &httpguard.Transport{Wrap: guard.wrap, Mark: marked}}
			request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, server.URL, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			want := []string{"attempt 1, once true, bounded true", "attempt 2, once true, bounded true"}
			if !marked {
				want = []string{"attempt , once false, bounded false", "attempt , once false, bounded false"}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
