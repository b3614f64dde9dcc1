package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/webhook"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/trajectory"
)

// escalation tells the endpoint of the policy file; nil where there is none: a
// model must not be told that somebody knows when nobody was told. closed sends
// what is still waiting.
func escalation(ctx context.Context, file *config.File, log *slog.Logger) (tell func(context.Context, sequitur.Escalation), closed func(), err error) {
	hook := file.Escalation.Webhook
	if hook.URL == "" {
		return nil, func() {}, nil
	}
	cfg := webhook.Config{URL: hook.URL, OnError: func(err error) { log.ErrorContext(ctx, "an escalation was not delivered", slog.Any("error", err)) }}
	if hook.Secret != "" {
		secret, err := gateway.ParseSecret(hook.Secret)
		if err != nil {
			return nil, nil, err
		}
		text, err := secret.Read(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("escalation.webhook.secret: %w", err)
		}
		cfg.Secret = []byte(text)
	}
	h := webhook.Open(cfg) //nolint:contextcheck // it outlives the calls, and is closed
	closed = func() {
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), closePatience)
		defer cancel()
		if err := h.Close(patience); err != nil {
			log.ErrorContext(ctx, "escalations were not delivered", slog.Any("error", err))
		}
	}
	return func(_ context.Context, e sequitur.Escalation) { h.Send(message(&e)) }, closed, nil
}

// warner writes into the log what somebody in charge has to know.
type warner struct{ log *slog.Logger }

// Record implements [sequitur.Recorder].
func (w warner) Record(ctx context.Context, e trajectory.Episode) {
	if e.Escalated && !e.Shadow {
		w.log.WarnContext(ctx, "a tool failed for good", slog.String("tool", e.Tool), slog.Any("fault", e.Fault),
			slog.String("because", e.Reason), slog.String("error_id", e.ErrorID))
	}
}

// message is an escalation as an endpoint is told it.
func message(e *sequitur.Escalation) webhook.Message {
	return webhook.Message{
		Type: "escalation", ID: e.ErrorID, Time: e.Time.UTC().Truncate(time.Millisecond), Run: e.Run, Tool: e.Tool, CallID: e.CallID,
		Principal: e.Principal, Fault: e.Fault.String(), Reason: e.Reason, ErrorID: e.ErrorID,
	}
}
