package gateway_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
)

// issuer is a token endpoint. It counts what it has issued, and can take it back.
type issuer struct {
	seconds int // for which a token is good
	mu      sync.Mutex
	issued  int
	asked   []string
}

// ServeHTTP implements [http.Handler].
func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	id, secret, _ := r.BasicAuth()
	_ = r.ParseForm()
	if id != "me" || secret != "s3cret" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprint(w, `{"error":"invalid_client","error_description":"not s3cret"}`)
		return
	}
	i.issued++
	i.asked = append(i.asked, r.Form.Get("grant_type")+" "+r.Form.Get("scope")+" "+r.Form.Get("resource"))
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"access_token":"t%d","token_type":"bearer","expires_in":%d}`, i.issued, i.seconds)
}

func (i *issuer) count() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.issued
}

// credentials ask the issuer for tokens; the secret is in a file.
func (i *issuer) credentials(t *testing.T, secret string) *gateway.Credentials {
	t.Helper()
	server := httptest.NewServer(i)
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	place, err := gateway.ParseSecret("file:" + file)
	if err != nil {
		t.Fatal(err)
	}
	return &gateway.Credentials{OAuth: &gateway.OAuth{
		TokenURL: server.URL, ClientID: "me", Secret: place, Scopes: []string{"a", "b"}, Parameters: map[string]string{"resource": "r"},
	}}
}

// A token is asked for once, by all callers together, until it expires.
func TestOAuthKeepsATokenUntilItExpires(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seconds, want int
	}{"an hour": {3600, 1}, "as good as expired": {1, 8}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := &issuer{seconds: c.seconds}
			credentials := i.credentials(t, "s3cret")
			var asking sync.WaitGroup
			for range 8 {
				asking.Go(func() {
					header, err := credentials.Header(context.Background())
					if err != nil || !strings.HasPrefix(header.Get("Authorization"), "Bearer t") {
						t.Errorf("got %v, %v", header, err)
					}
				})
			}
			asking.Wait()
			if n := i.count(); n != c.want || i.asked[0] != "client_credentials a b r" {
				t.Errorf("asked for %d tokens, want %d: %q", n, c.want, i.asked)
			}
		})
	}
}

// The endpoint's refusal is told without its words, which may hold the secret.
func TestOAuthTellsARefusal(t *testing.T) {
	t.Parallel()
	_, err := (&issuer{}).credentials(t, "wrong").Header(t.Context())
	if err == nil || !strings.Contains(err.Error(), "401 invalid_client") || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("got %v", err)
	}
}

// A token that the server refuses is asked for anew, once.
func TestOAuthRenewsARefusedToken(t *testing.T) {
	t.Parallel()
	i := &issuer{seconds: 3600}
	credentials := i.credentials(t, "s3cret")
	inner := &faulty{ledger: filepath.Join(t.TempDir(), "ledger")}
	var refused sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, gone := refused.Load(r.Header.Get("Authorization")); gone || r.Header.Get("Authorization") == "" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	c := connect(t, gateway.Proxy{
		Server: gateway.Server{URL: server.URL, Header: credentials.Header, Refresh: credentials.Refresh}, Deadline: new(5 * time.Second),
	}, inner.ledger)
	c.greet("any")
	write := func(id string) string {
		return string(c.request("tools/call", `{"name":"write","arguments":{"id":"`+id+`"}}`).Result)
	}
	if got := write("first"); got != success || i.count() != 1 {
		t.Fatalf("got %s after %d tokens", got, i.count())
	}
	refused.Store("Bearer t1", true)
	if got := write("second"); got != success || i.count() != 2 {
		t.Errorf("got %s after %d tokens", got, i.count())
	}
	refused.Store("Bearer t2", true)
	refused.Store("Bearer t3", true)
	if got := write("third"); !strings.Contains(got, `"isError":true`) || i.count() != 3 {
		t.Errorf("got %s after %d tokens", got, i.count())
	}
	if n := count(inner.ledger, "run second"); n != 1 {
		t.Errorf("the second call ran %d times", n)
	}
}
