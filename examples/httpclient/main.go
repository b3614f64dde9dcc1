// Command httpclient guards an ordinary HTTP client. The server refuses every
// first request: the guard repeats the GET, and hands the POST on as it is,
// because nobody said that an order may be placed twice.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/httpguard"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// flaky fails the first request of each method.
type flaky struct{ gets, posts atomic.Int64 }

func (f *flaky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	seen := &f.gets
	if r.Method == http.MethodPost {
		seen = &f.posts
	}
	if seen.Add(1) == 1 {
		http.Error(w, `{"error":"internal server error"}`, http.StatusInternalServerError)
		return
	}
	_, _ = io.WriteString(w, `{"order_id":"o-17"}`) // the client that left does not matter here
}

func run(ctx context.Context, w io.Writer) error {
	backend := &flaky{}
	server := httptest.NewServer(backend)
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		return err
	}
	g, err := sequitur.New(sequitur.Config{Tools: httpguard.Tools(address.Host)})
	if err != nil {
		return err
	}
	client := &http.Client{Transport: &httpguard.Transport{Base: server.Client().Transport, Wrap: g.Wrap}}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		status, err := send(ctx, client, method, server.URL+"/orders")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", method, status); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "the server saw %d GET and %d POST\n", backend.gets.Load(), backend.posts.Load())
	return err
}

// send makes one request, and returns the status that the client sees.
func send(ctx context.Context, client *http.Client, method, address string) (string, error) {
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(`{"sku":"a"}`)
	}
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return "", err
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}
