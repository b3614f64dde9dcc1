package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/webhook"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/trajectory"
)

// An escalation reaches the log and the endpoint before the program ends.
func TestEscalation(t *testing.T) {
	var field, body string
	endpoint := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		field, body = r.Header.Get(webhook.SignatureField), string(text)
	}))
	defer endpoint.Close()
	t.Setenv("HOOK_SECRET", "s3cret")
	log := slog.New(slog.DiscardHandler)
	file := config.File{Escalation: config.Escalation{Webhook: config.Webhook{URL: endpoint.URL, Secret: "env:HOOK_SECRET"}}}
	tell, told, err := escalation(t.Context(), &file, log)
	if err != nil {
		t.Fatal(err)
	}
	tell(t.Context(), sequitur.Escalation{Time: time.Unix(1_800_000_000, 0), Tool: "pay", Fault: fault.Forbidden, Reason: "access refused", ErrorID: "f_1"})
	told()
	var m webhook.Message
	if err := json.Unmarshal([]byte(body), &m); err != nil || m.Tool != "pay" || m.Fault != "forbidden" || m.ID != "f_1" {
		t.Errorf("told %q: %v", body, err)
	}
	if !strings.HasPrefix(field, "t=") {
		t.Errorf("signature %q", field)
	}
}

// Without an endpoint nobody is told but the log, and no message says otherwise.
func TestNobodyIsTold(t *testing.T) {
	t.Parallel()
	tell, told, err := escalation(t.Context(), &config.File{}, slog.New(slog.DiscardHandler))
	if tell != nil || err != nil {
		t.Fatalf("told all the same: %v", err)
	}
	told()
	var said strings.Builder
	w := warner{slog.New(slog.NewTextHandler(&said, nil))}
	w.Record(t.Context(), trajectory.Episode{Tool: "get"})
	w.Record(t.Context(), trajectory.Episode{Tool: "shadowed", Escalated: true, Shadow: true})
	w.Record(t.Context(), trajectory.Episode{Tool: "pay", Escalated: true, Fault: fault.Forbidden})
	if got := said.String(); !strings.Contains(got, "tool=pay") || strings.Contains(got, "get") || strings.Contains(got, "shadowed") {
		t.Errorf("log %q", got)
	}
}

// A secret that is not there is told before anything runs.
func TestEscalationWithoutItsSecret(t *testing.T) {
	t.Parallel()
	file := config.File{Escalation: config.Escalation{Webhook: config.Webhook{URL: "http://127.0.0.1:1", Secret: "env:NO_SUCH_VARIABLE_HERE"}}}
	if _, _, err := escalation(context.Background(), &file, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "escalation.webhook.secret") {
		t.Errorf("error %v", err)
	}
}
