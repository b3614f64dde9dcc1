package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// An HTTP service behind the command: a fault, an answer of its own, and the
// verdict once it is asked to end.
func TestChaosHTTP(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"order":7}`)
	}))
	defer service.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"chaos", "--http", service.URL, "--listen", ":0", "--fault", "GET /orders/*:forbidden,first=1"}, strings.NewReader(""), io.Discard, stderr)
		_ = stderr.Close()
	}()
	lines := bufio.NewReader(told)
	first, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(first)
	rest := make(chan string)
	go func() {
		text, _ := io.ReadAll(lines)
		rest <- string(text)
	}()
	for _, want := range []struct {
		status int
		body   string
	}{{403, `{"error":"forbidden"}`}, {200, `{"order":7}`}} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/orders/7", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.Body.Close() != nil || response.StatusCode != want.status || string(body) != want.body {
			t.Errorf("%d, %q, %v; want %+v", response.StatusCode, body, err, want)
		}
	}
	cancel()
	text := <-rest
	if got := <-code; got != 0 {
		t.Errorf("exit code %d", got)
	}
	for _, want := range []string{`1 "GET /orders/7"`, "the same call again", "GET /orders/*:forbidden          hit 1 of 2", "1 calls reached the server"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told in\n%s", want, text)
		}
	}
}
