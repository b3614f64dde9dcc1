package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/otelguard"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// telemetry is where spans and metrics go: to an OTLP endpoint, where the
// standard variables name one, and to whoever asks for /metrics.
type telemetry struct {
	calls   *otelguard.Telemetry
	metrics http.Handler // nil unless asked for
	close   func(context.Context) error
}

// exporting says whether the environment names an OTLP endpoint for a signal.
func exporting(signal string) bool {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return false
	}
	return os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") != ""
}

// openTelemetry begins what the environment asks for, and Prometheus's page where
// scraped says so. It returns nil where nobody asks.
func openTelemetry(ctx context.Context, scraped bool) (*telemetry, error) {
	traces, metrics := exporting("TRACES"), exporting("METRICS")
	if !traces && !metrics && !scraped {
		return nil, nil //nolint:nilnil // nothing to do, and nothing wrong
	}
	res, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(attribute.String("service.name", "sequitur"), attribute.String("service.version", moduleVersion())), resource.WithFromEnv())
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, fmt.Errorf("telemetry: %w", err)
	}
	tracing := []sdktrace.TracerProviderOption{sdktrace.WithResource(res)}
	if traces {
		exporter, err := otlptracehttp.New(ctx)
		if err != nil {
			return nil, fmt.Errorf("telemetry: %w", err)
		}
		tracing = append(tracing, sdktrace.WithBatcher(exporter))
	}
	metering := []sdkmetric.Option{sdkmetric.WithResource(res)}
	if metrics {
		exporter, err := otlpmetrichttp.New(ctx)
		if err != nil {
			return nil, fmt.Errorf("telemetry: %w", err)
		}
		metering = append(metering, sdkmetric.WithReader(sdkmetric.NewPeriodicReader(exporter)))
	}
	t := &telemetry{}
	if scraped {
		registry := prometheus.NewRegistry()
		exporter, err := otelprometheus.New(otelprometheus.WithRegisterer(registry))
		if err != nil {
			return nil, fmt.Errorf("telemetry: %w", err)
		}
		metering = append(metering, sdkmetric.WithReader(exporter))
		t.metrics = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	}
	tracers, meters := sdktrace.NewTracerProvider(tracing...), sdkmetric.NewMeterProvider(metering...)
	t.close = func(ctx context.Context) error { return errors.Join(tracers.Shutdown(ctx), meters.Shutdown(ctx)) }
	t.calls, err = otelguard.New(tracers, meters)
	return t, err
}

// closePatience bounds how long the last spans may take to leave.
const closePatience = 3 * time.Second

// end sends what is left. What cannot be sent is lost: nobody waits for it.
func (t *telemetry) end(ctx context.Context) {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closePatience)
	defer cancel()
	_ = t.close(ctx)
}

// watch puts telemetry around the calls of a proxy.
func (t *telemetry) watch(p *gateway.Proxy) {
	if t == nil {
		return
	}
	p.Tracer = t.calls
	p.Outer = append([]tool.Middleware{t.calls.Calls}, p.Outer...)
	p.Inner = append([]tool.Middleware{t.calls.Attempts}, p.Inner...)
	p.Recorder = recorders{p.Recorder, t.calls}
}

// recorders tells several of each call.
type recorders []sequitur.Recorder

// Record implements [sequitur.Recorder].
func (r recorders) Record(ctx context.Context, e trajectory.Episode) {
	for _, one := range r {
		if one != nil {
			one.Record(ctx, e)
		}
	}
}
