// Command chaoshttp puts faults in front of an HTTP service by route and method,
// and lists what ran twice.
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
	"time"

	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/inject"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer) error {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"ok":true}`)
	}))
	defer service.Close()
	target, err := url.Parse(service.URL)
	if err != nil {
		return err
	}
	plan := chaos.Plan{Hang: 10 * time.Millisecond, Faults: []inject.Plan{
		{Fault: "forbidden", Tool: "GET /admin/*"},
		{Fault: "committed_then_lost", Tool: "POST /orders", When: inject.When{First: 1, Distinct: true}},
	}}
	faults, err := chaos.New(&plan, chaos.Options{Access: chaos.HTTPAccess})
	if err != nil {
		return err
	}
	proxy := httptest.NewServer(faults.Handler(target, http.DefaultTransport))
	defer proxy.Close()
	for _, request := range []string{"GET /orders", "GET /admin/users", "POST /orders", "POST /orders"} {
		method, path, _ := strings.Cut(request, " ")
		status, err := send(ctx, method, proxy.URL+path)
		if err != nil {
			status = "no answer"
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", request, status); err != nil {
			return err
		}
	}
	ledger := faults.Ledger()
	for _, e := range ledger.Twice() {
		if _, err := fmt.Fprintf(w, "%s ran %d times\n", e.Tool, e.Done); err != nil {
			return err
		}
	}
	return nil
}

func send(ctx context.Context, method, address string) (status string, err error) {
	req, err := http.NewRequestWithContext(ctx, method, address, http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	return response.Status, response.Body.Close()
}
