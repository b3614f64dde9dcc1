package gateway_test

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
)

// BenchmarkStdio measures one caller of a server over standard input and output,
// directly and through a proxy that is a process of its own.
func BenchmarkStdio(b *testing.B) {
	b.Run("direct", func(b *testing.B) { benchmarkCalls(b, serverVariable) })
	b.Run("guarded", func(b *testing.B) { benchmarkCalls(b, proxyVariable) })
}

func benchmarkCalls(b *testing.B, variable string) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+filepath.Join(b.TempDir(), "ledger"))
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	stream := wire.NewStream(out, in, func(wire.Message) {}, nil)
	go func() { _ = stream.Run() }()
	call := func(id int, method, params string) {
		reply := stream.Call(b.Context(), wire.Request(json.RawMessage(strconv.Itoa(id)), method, json.RawMessage(params)))
		if reply.Answer.Result == nil {
			b.Fatalf("%s drew %s, %v", method, reply.Answer.Raw, reply.Err)
		}
	}
	call(1, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`)
	call(2, "tools/list", `{}`)
	call(3, "tools/list", `{"cursor":"2"}`)
	measure(b, func(id int) { call(id, "tools/call", benchmarkCall) })
	stream.Close(io.EOF)
	_ = in.Close()
	_ = cmd.Wait() // it ends with its input
}

const benchmarkCall = `{"name":"noop","arguments":{"id":"o-1","note":"a small call, as agents make them"}}`

// measure makes one call after another, and reports how long they take.
func measure(b *testing.B, call func(id int)) {
	b.Helper()
	took := make([]time.Duration, 0, 1<<16)
	id := 3
	for b.Loop() {
		begun := time.Now()
		id++
		call(id)
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, "p99-µs")
}

// BenchmarkHTTP measures one caller of a server behind streamable HTTP, directly
// and through a gateway in the same process.
func BenchmarkHTTP(b *testing.B) {
	server := httptest.NewServer(&faulty{ledger: filepath.Join(b.TempDir(), "ledger")})
	defer server.Close()
	handler := &gateway.Handler{Gateway: &gateway.Gateway{Parts: []gateway.Part{{Name: "a", Proxy: gateway.Proxy{Server: gateway.Server{URL: server.URL}}}}}}
	guarded := httptest.NewServer(handler)
	defer guarded.Close()
	defer handler.Close()
	for name, url := range map[string]string{"direct": server.URL, "guarded": guarded.URL} {
		b.Run(name, func(b *testing.B) {
			h := &wire.HTTP{URL: url, Handle: func(wire.Message) {}}
			call := func(id int, method, params string) {
				reply := h.Call(b.Context(), wire.Request(json.RawMessage(strconv.Itoa(id)), method, json.RawMessage(params)), nil)
				if reply.Answer.Result == nil {
					b.Fatalf("%s drew %s, %v", method, reply.Answer.Raw, reply.Err)
				}
			}
			call(1, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`)
			call(2, "tools/list", `{}`)
			measure(b, func(id int) { call(id, "tools/call", benchmarkCall) })
			h.Close(b.Context())
		})
	}
}
