package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/adapter/webhook"
)

// endpoint answers with the statuses in turn, and then with 204.
type endpoint struct {
	mu       sync.Mutex
	statuses []int
	bodies   []string
	fields   []string
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.bodies, e.fields = append(e.bodies, string(body)), append(e.fields, r.Header.Get(webhook.SignatureField))
	status := http.StatusNoContent
	if len(e.statuses) > 0 {
		status, e.statuses = e.statuses[0], e.statuses[1:]
	}
	w.WriteHeader(status)
}

func TestDelivery(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		statuses []int
		tries    int
		fails    string
	}{
		"taken":           {nil, 1, ""},
		"after failures":  {[]int{503, 429, 500}, 4, ""},
		"never":           {[]int{500, 500, 500, 500, 500}, 4, "answers 500"},
		"refused for now": {[]int{404}, 1, "refuses with 404"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := &endpoint{statuses: c.statuses}
			server := httptest.NewServer(e)
			defer server.Close()
			var failures []string
			h := webhook.Open(webhook.Config{
				URL: server.URL, Secret: []byte("s3cret"), Base: time.Millisecond,
				OnError: func(err error) { failures = append(failures, err.Error()) },
			})
			h.Send(webhook.Message{Type: "escalation", ID: "f_1", Tool: "pay", Fault: "forbidden", ErrorID: "f_1"})
			if err := h.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			if len(e.bodies) != c.tries {
				t.Errorf("%d tries, want %d", len(e.bodies), c.tries)
			}
			if got := strings.Join(failures, "; "); !strings.Contains(got, c.fails) || c.fails == "" && got != "" || strings.Contains(got, "127.0.0.1") {
				t.Errorf("failures %q, want %q", got, c.fails)
			}
			for i, body := range e.bodies {
				checkSignature(t, e.fields[i], body)
			}
		})
	}
}

// checkSignature does what a receiver does.
func checkSignature(t *testing.T, field, body string) {
	t.Helper()
	stamp, _, _ := strings.Cut(strings.TrimPrefix(field, "t="), ",")
	at, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || webhook.Sign([]byte("s3cret"), time.Unix(at, 0), []byte(body)) != field {
		t.Errorf("signature %q does not fit (%v)", field, err)
	}
	if webhook.Sign([]byte("other"), time.Unix(at, 0), []byte(body)) == field {
		t.Error("another secret gives the same signature")
	}
	var m webhook.Message
	if err := json.Unmarshal([]byte(body), &m); err != nil || m.Tool != "pay" || m.Type != "escalation" {
		t.Errorf("body %s: %v", body, err)
	}
}

// A slow endpoint holds up nobody: what does not fit is dropped and told.
func TestFull(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer server.Close()
	dropped := 0
	h := webhook.Open(webhook.Config{URL: server.URL, Queue: 2, OnError: func(err error) {
		if errors.Is(err, webhook.ErrFull) {
			dropped++
		}
	}})
	for range 10 {
		h.Send(webhook.Message{Tool: "pay"})
	}
	if dropped < 7 {
		t.Errorf("%d messages were dropped", dropped)
	}
	close(release)
	if err := h.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// Closing waits no longer than its caller does.
func TestCloseEnds(t *testing.T) {
	t.Parallel()
	hold := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hold }))
	defer server.Close()
	defer close(hold)
	h := webhook.Open(webhook.Config{URL: server.URL})
	h.Send(webhook.Message{Tool: "pay"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := h.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("closed with %v", err)
	}
}

// The receiver computes the same signature.
func ExampleSign() {
	fmt.Println(webhook.Sign([]byte("secret"), time.Unix(1_800_000_000, 0), []byte(`{}`)))
	// Output: t=1800000000,v1=bb7079132825ac793cea8c013c1dd24d926b9b02132245b10588d9e5c0df70d7
}
