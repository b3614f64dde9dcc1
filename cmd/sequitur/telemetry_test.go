package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// collector is an OTLP endpoint that keeps what it is sent.
type collector struct {
	mu   sync.Mutex
	sent map[string]string
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent[r.URL.Path] += string(body)
	w.WriteHeader(http.StatusOK)
}

// What the environment asks for is sent, scraped, and free of contents.
func TestTelemetry(t *testing.T) {
	c := &collector{sent: map[string]string{}}
	endpoint := httptest.NewServer(c)
	defer endpoint.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
	tel, err := openTelemetry(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	kept := &counting{}
	proxy := gateway.Proxy{Recorder: kept}
	tel.watch(&proxy)
	guard, err := sequitur.New(sequitur.Config{Recorder: proxy.Recorder})
	if err != nil {
		t.Fatal(err)
	}
	backend := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: "forbidden: hunter2"}
	})
	layers := append(append(append([]tool.Middleware(nil), proxy.Outer...), guard.Wrap), proxy.Inner...)
	tool.Chain(backend, layers...).Invoke(t.Context(), tool.Call{Tool: "get_secret_plan", Args: []byte(`{"password":"hunter2"}`)})
	page := httptest.NewRecorder()
	shown(tel.metrics, &gateway.Handler{}).ServeHTTP(page, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	tel.end(t.Context())
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, text := range map[string]string{"spans": c.sent["/v1/traces"], "metrics": c.sent["/v1/metrics"], "page": page.Body.String()} {
		if !strings.Contains(text, "get_secret_plan") || !strings.Contains(text, "forbidden") {
			t.Errorf("%s do not tell the call and its fault: %q", name, text)
		}
		if strings.Contains(text, "hunter2") {
			t.Errorf("%s hold contents: %q", name, text)
		}
	}
	if kept.n != 1 {
		t.Errorf("the journal was told of %d calls, want 1", kept.n)
	}
}

// Without a word in the environment there is no telemetry, and where it is
// switched off there is none either.
func TestNoTelemetry(t *testing.T) { //nolint:paralleltest // it sets the environment
	for _, disabled := range []string{"", "true"} {
		if disabled != "" {
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
			t.Setenv("OTEL_SDK_DISABLED", disabled)
		}
		tel, err := openTelemetry(t.Context(), false)
		if tel != nil || err != nil {
			t.Errorf("disabled %q: %v, %v", disabled, tel, err)
		}
		var proxy gateway.Proxy
		tel.watch(&proxy)
		tel.end(t.Context())
		if proxy.Recorder != nil || proxy.Tracer != nil {
			t.Error("a proxy is watched all the same")
		}
	}
}

func TestMetricsAskForTheToken(t *testing.T) {
	t.Parallel()
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "figures") })
	for header, want := range map[string]int{"": 401, "Bearer wrong": 401, "Bearer t0k": 200} {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody)
		r.Header.Set("Authorization", header)
		shown(page, &gateway.Handler{Token: "t0k"}).ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%q: %d, want %d", header, w.Code, want)
		}
	}
}

// counting counts what it is told.
type counting struct{ n int }

func (c *counting) Record(context.Context, trajectory.Episode) { c.n++ }
