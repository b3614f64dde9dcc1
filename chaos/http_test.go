package chaos_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

// proxied returns the address of a proxy with the fault in front of a service
// that counts what it runs.
func proxied(t *testing.T, ran *atomic.Int64, fault inject.Plan) (address string, run *chaos.Run) {
	t.Helper()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ran.Add(1)
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("X-Own", "yes")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, r.Method+" "+r.URL.RequestURI()+" "+string(body))
	}))
	t.Cleanup(service.Close)
	target, err := url.Parse(service.URL + "/base/")
	if err != nil {
		t.Fatal(err)
	}
	run, err = chaos.New(&chaos.Plan{Faults: []inject.Plan{fault}, Hang: time.Millisecond}, chaos.Options{
		Access: chaos.HTTPAccess, Sleep: func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(run.Handler(target, &http.Transport{DisableCompression: true}))
	t.Cleanup(proxy.Close)
	return proxy.URL, run
}

// post makes one request, on a connection of its own.
func post(t *testing.T, address, credential string) (status int, header http.Header, body string, err error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/orders/7?dry=1", strings.NewReader(`{"n":1}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", credential)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(req)
	if err != nil {
		return 0, nil, "", err
	}
	defer response.Body.Close() //nolint:errcheck // it was read
	data, err := io.ReadAll(response.Body)
	return response.StatusCode, response.Header, string(data), err
}

// Each fault as an HTTP client sees it, and then the service as it is.
func TestHTTP(t *testing.T) {
	t.Parallel()
	const whole = `POST /base/orders/7?dry=1 {"n":1}`
	for name, c := range map[string]struct {
		fault  inject.Plan
		status int
		body   string
		broken bool // the connection ends without an answer, or within it
		ran    int
	}{
		"timeout":      {inject.Plan{Fault: "timeout"}, 0, "", true, 0},
		"network":      {inject.Plan{Fault: "network"}, 0, "", true, 0},
		"lost write":   {inject.Plan{Fault: "committed_then_lost", Writes: true}, 0, "", true, 1},
		"refused":      {inject.Plan{Fault: "forbidden", Tool: "POST /orders/*"}, 403, `{"error":"forbidden"}`, false, 0},
		"rate limit":   {inject.Plan{Fault: "rate_limited", RetryAfter: 2 * time.Second}, 429, `{"error":"too many requests"}`, false, 0},
		"cut off":      {inject.Plan{Fault: "malformed"}, 201, whole[:len(whole)/2], true, 1},
		"another tool": {inject.Plan{Fault: "timeout", Tool: "GET /orders/*"}, 201, whole, false, 1},
		"reads alone":  {inject.Plan{Fault: "empty", Reads: true}, 201, whole, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ran atomic.Int64
			address, run := proxied(t, &ran, c.fault)
			status, header, body, err := post(t, address, "a")
			if status != c.status || (err != nil) != c.broken || body != c.body || int(ran.Load()) != c.ran {
				t.Errorf("status %d, body %q, error %v, ran %d; want %+v", status, body, err, ran.Load(), c)
			}
			if c.fault.Fault == "cut off" && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("the end of a cut answer: %v", err)
			}
			if want := c.fault.RetryAfter > 0; (header.Get("Retry-After") == "2") != want {
				t.Errorf("header %v", header)
			}
			status, header, body, err = post(t, address, "another credential")
			if status != http.StatusCreated || body != whole || err != nil || header.Get("X-Own") != "yes" {
				t.Errorf("afterwards: %d, %q, %v, %v", status, body, header, err)
			}
			for _, m := range run.Trajectory("x", nil).Messages {
				for _, call := range m.Calls {
					if call.Credential != "" || strings.Contains(string(call.Args), "credential") {
						t.Errorf("a credential was kept: %+v", call)
					}
				}
			}
		})
	}
}

func TestHTTPAccess(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]tool.Access{"GET /a": tool.AccessRead, "HEAD /a": tool.AccessRead, "POST /a": tool.AccessWrite, "DELETE /a": tool.AccessWrite, "": tool.AccessWrite} {
		if got := chaos.HTTPAccess(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
