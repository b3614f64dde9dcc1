package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/tool"
)

// serveHTTP stands in front of an HTTP service until it is asked to end.
func (o *chaosOptions) serveHTTP(ctx context.Context, out io.Writer, run *chaos.Run) error {
	target, err := url.Parse(o.http)
	if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
		return badUsage(fmt.Errorf("--http must be an address such as http://localhost:9000, got %q", o.http), "")
	}
	address, err := loopback(o.listen)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return badUsage(fmt.Errorf("--listen: %w", err), "name another port")
	}
	transport := &http.Transport{DisableCompression: true, Proxy: http.ProxyFromEnvironment}
	server := &http.Server{Handler: run.Handler(target, transport), ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(out, "sequitur: http://%s stands in front of %s; Ctrl-C ends it with the verdict\n", listener.Addr(), o.http) //nolint:errcheck // nobody may be watching
	stop := context.AfterFunc(ctx, func() {
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = server.Shutdown(patience) // what still hangs is dropped below
		_ = server.Close()
	})
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// httpSpecs says what the requests of a run do, by their methods.
func httpSpecs(run *chaos.Run) []tool.Spec {
	var specs []tool.Spec
	seen := map[string]bool{}
	for _, call := range run.Trajectory("", nil).Calls() {
		if !seen[call.Tool] {
			specs = append(specs, tool.Spec{Name: call.Tool, Access: chaos.HTTPAccess(call.Tool)})
		}
		seen[call.Tool] = true
	}
	return specs
}

// loopback returns the address on this machine alone; without a host that is what
// was meant.
func loopback(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", badUsage(fmt.Errorf("--listen must be HOST:PORT, got %q", address), "for instance 127.0.0.1:9100")
	}
	if host == "" || host == "localhost" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return "", badUsage(fmt.Errorf("--listen must be an address of this machine alone, got %q", address), "whoever reaches it reaches the service behind it")
	}
	return net.JoinHostPort(host, port), nil
}
