package httpguard_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
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
				got = append(got, r.Header.Get(httpguard.AttemptField)+" "+strconv.FormatBool(tool.IsRepeatedOutside(r.Context()))+" "+strconv.FormatBool(bounded))
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
			want := []string{"1 true true", "2 true true"}
			if !marked {
				want = []string{" false false", " false false"}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
