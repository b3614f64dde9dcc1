package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/sequitur-go/sequitur/gateway"
)

// A session that the server has lost is opened again, and the request that found
// out is made again: the server has not looked at it.
func TestALostSessionIsOpenedAgain(t *testing.T) {
	t.Parallel()
	c := startHTTP(t, gateway.Proxy{})
	c.greet("test")
	if got := c.call("write", `{"id":"1","fault":"lose_before","times":1}`); got.raw != success {
		t.Errorf("got %s", got.raw)
	}
	if got := c.request("echo", `{"n":1.0}`); string(got.Result) != `{"n":1.0}` {
		t.Errorf("got %s", got.Raw)
	}
	c.ledgerHas("told notifications/initialized", 2)
	c.ledgerHas("run 1", 1)
}

// A refused token is renewed once for all who were refused.
func TestARefusedTokenIsRenewed(t *testing.T) {
	t.Parallel()
	f := &faulty{ledger: filepath.Join(t.TempDir(), "ledger")}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer new" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		f.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	var token atomic.Value
	token.Store("old")
	var renewals atomic.Int32
	c := connect(t, gateway.Proxy{Server: gateway.Server{
		URL: server.URL,
		Header: func(context.Context) (http.Header, error) {
			return http.Header{"Authorization": {fmt.Sprint("Bearer ", token.Load())}}, nil
		},
		Refresh: func(context.Context) error { renewals.Add(1); token.Store("new"); return nil },
	}}, f.ledger)
	c.greet("test")
	if got := c.call("write", `{"id":"1"}`); got.raw != success || renewals.Load() != 1 {
		t.Errorf("after %d renewals: %s", renewals.Load(), got.raw)
	}
}

func TestAServerThatIsNotThere(t *testing.T) {
	t.Parallel()
	c := connect(t, gateway.Proxy{Server: gateway.Server{URL: "http://127.0.0.1:1"}}, "")
	if got := c.request("initialize", `{}`); string(got.Error) != `{"code":-31001,"message":"the server cannot be reached"}` {
		t.Errorf("got %s", got.Raw)
	}
	got := c.call("write", `{"id":"1"}`)
	if !got.IsError || got.Meta.Verdict.Effect.String() != "none" {
		t.Errorf("got %s", got.raw)
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	parse := func(source string) gateway.Secret {
		t.Helper()
		secret, err := gateway.ParseSecret(source)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	bearer := parse("file:" + file)
	c := &gateway.Credentials{Bearer: &bearer, Fields: map[string]gateway.Secret{"x-key": parse("command:echo two")}}
	header, err := c.Header(t.Context())
	if err != nil || header.Get("Authorization") != "Bearer one" || header.Get("X-Key") != "two" {
		t.Errorf("got %v, %v", header, err)
	}
	if err := os.WriteFile(file, []byte("three"), 0o600); err != nil {
		t.Fatal(err)
	}
	if header, _ := c.Header(t.Context()); header.Get("Authorization") != "Bearer one" {
		t.Errorf("read again unasked: %v", header)
	}
	if err := c.Refresh(t.Context()); err != nil {
		t.Error(err)
	}
	if header, _ := c.Header(t.Context()); header.Get("Authorization") != "Bearer three" {
		t.Errorf("not read again: %v", header)
	}
	if !c.Renewable() {
		t.Error("a file can be another one")
	}
	for _, source := range []string{"sk-secret", "env:", "http://x", ""} {
		if _, err := gateway.ParseSecret(source); err == nil {
			t.Errorf("%q was taken", source)
		}
	}
	missing := parse("file:" + file + ".none")
	none := &gateway.Credentials{Bearer: &missing}
	if _, err := none.Header(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestServerValidate(t *testing.T) {
	t.Parallel()
	for _, s := range []gateway.Server{{}, {Command: []string{"a"}, URL: "http://b"}} {
		if s.Validate() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}
