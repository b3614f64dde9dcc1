package otelguard_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/otelguard"
	"github.com/sequitur-go/sequitur/tool"
)

const secret = "sk-proj-Abc123Def456Ghi789"

// bench is a guarded backend with telemetry around it.
type bench struct {
	spans  *tracetest.SpanRecorder
	reader *metric.ManualReader
	next   tool.Invoker
}

func newBench(t *testing.T, backend tool.Invoker, specs ...tool.Spec) *bench {
	t.Helper()
	b := &bench{spans: tracetest.NewSpanRecorder(), reader: metric.NewManualReader()}
	telemetry, err := otelguard.New(
		sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(b.spans)), metric.NewMeterProvider(metric.WithReader(b.reader)),
	)
	if err != nil {
		t.Fatal(err)
	}
	guard, err := sequitur.New(sequitur.Config{
		Tools: specs, Recorder: telemetry, Seed: 1, Sleep: func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	b.next = tool.Chain(backend, telemetry.Calls, guard.Wrap, telemetry.Attempts)
	return b
}

// attributes returns a span's attributes as text.
func attributes(s sdktrace.ReadOnlySpan) map[string]string {
	found := map[string]string{}
	for _, a := range s.Attributes() {
		found[string(a.Key)] = a.Value.String()
	}
	delete(found, "sequitur.error_id") // drawn
	return found
}

// A call that is tried twice is one span with two children, and the trace goes
// on into the backend.
func TestSpans(t *testing.T) {
	t.Parallel()
	var seen []trace.SpanContext
	b := newBench(t, tool.InvokerFunc(func(ctx context.Context, _ tool.Call) tool.Outcome {
		seen = append(seen, trace.SpanContextFromContext(ctx))
		if len(seen) == 1 {
			return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 503, Body: "temporarily unavailable " + secret}
		}
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 200, Body: `{"id":7}`}
	}), tool.Spec{Name: "get_order", Access: tool.AccessRead})
	b.next.Invoke(t.Context(), tool.Call{ID: "call_1", Tool: "get_order", Args: json.RawMessage(`{"token":"` + secret + `"}`)})

	spans := b.spans.Ended()
	if len(spans) != 3 || len(seen) != 2 {
		t.Fatalf("%d spans, %d attempts", len(spans), len(seen))
	}
	call := spans[2]
	want := map[string]string{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get_order", "gen_ai.tool.call.id": "call_1",
		"sequitur.fault.kind": "ok", "sequitur.verdict.action": "deliver", "sequitur.attempts": "2", "sequitur.attempt.faults": `["server_error","ok"]`,
	}
	if diff := cmp.Diff(want, attributes(call)); diff != "" || call.Name() != "execute_tool get_order" {
		t.Errorf("%s: (-want +got)\n%s", call.Name(), diff)
	}
	for i, wanted := range []map[string]string{
		{"sequitur.attempt.number": "1", "sequitur.attempt.phase": "answered", "http.response.status_code": "503", "error.type": "tool_error"},
		{"sequitur.attempt.number": "2", "sequitur.attempt.phase": "answered", "http.response.status_code": "200"},
	} {
		wanted["gen_ai.tool.name"], wanted["sequitur.attempt.purpose"] = "get_order", "attempt"
		if diff := cmp.Diff(wanted, attributes(spans[i])); diff != "" {
			t.Errorf("attempt %d (-want +got)\n%s", i+1, diff)
		}
		if spans[i].Parent().SpanID() != call.SpanContext().SpanID() || seen[i].SpanID() != spans[i].SpanContext().SpanID() {
			t.Errorf("attempt %d is not the call's child, or the backend does not see it", i+1)
		}
	}
	checkNoContent(t, spans)
}

// A failure is told on the call's span, and no content is.
func TestFault(t *testing.T) {
	t.Parallel()
	b := newBench(t, tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: "forbidden for " + secret}
	}))
	for range 2 {
		b.next.Invoke(t.Context(), tool.Call{Tool: "refund", Args: json.RawMessage(`{"note":"` + secret + `"}`)})
	}
	spans := b.spans.Ended()
	if len(spans) != 3 {
		t.Fatalf("%d spans: the second call is answered from memory, without an attempt", len(spans))
	}
	for i, memory := range map[int]string{1: "false", 2: "true"} {
		got := attributes(spans[i])
		if spans[i].Status().Code != codes.Error || got["error.type"] != "forbidden" || got["sequitur.from_memory"] != memory || got["sequitur.verdict.action"] != "stop" {
			t.Errorf("call %d: %v, %v", i, spans[i].Status(), got)
		}
	}
	checkNoContent(t, spans)
}

// checkNoContent fails where anything of a call's contents is in a span.
func checkNoContent(t *testing.T, spans []sdktrace.ReadOnlySpan) {
	t.Helper()
	for _, s := range spans {
		for _, a := range s.Attributes() {
			if strings.Contains(a.Value.String(), "Abc123") {
				t.Errorf("%s: %s holds a secret", s.Name(), a.Key)
			}
		}
		if s.Status().Description != "" || len(s.Events()) > 0 {
			t.Errorf("%s: status %q, events %v", s.Name(), s.Status().Description, s.Events())
		}
	}
}

// Calls and attempts are counted, and names that a model makes up share one
// series.
func TestMetrics(t *testing.T) {
	t.Parallel()
	b := newBench(t, tool.InvokerFunc(func(_ context.Context, call tool.Call) tool.Outcome {
		if call.Tool != "get" {
			return tool.Outcome{Channel: tool.ChannelMCPError, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: "Unknown tool: " + call.Tool}
		}
		return tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: `{"id":7}`}
	}), tool.Spec{Name: "get", Access: tool.AccessRead})
	for _, name := range []string{"get", "get", "made_up_1", "made_up_2"} {
		b.next.Invoke(t.Context(), tool.Call{Tool: name})
	}
	var data metricdata.ResourceMetrics
	if err := b.reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, m := range data.ScopeMetrics[0].Metrics {
		switch d := m.Data.(type) {
		case metricdata.Sum[int64]:
			for _, p := range d.DataPoints {
				got[m.Name+" "+series(p.Attributes)] = p.Value
			}
		case metricdata.Histogram[float64]:
			for _, p := range d.DataPoints {
				got[m.Name+" "+series(p.Attributes)] = int64(p.Count)
			}
		}
	}
	want := map[string]int64{
		"sequitur.calls get ok deliver":              2,
		"sequitur.calls _OTHER unknown_tool return":  2,
		"sequitur.attempts get ok":                   2,
		"sequitur.attempts _OTHER unknown_tool":      2,
		"sequitur.call.duration get ok":              2,
		"sequitur.call.duration _OTHER unknown_tool": 2,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// series names a point by its values: tool, kind, action.
func series(set attribute.Set) string {
	var parts []string
	for _, key := range []attribute.Key{"gen_ai.tool.name", "sequitur.fault.kind", "sequitur.verdict.action"} {
		if v, ok := set.Value(key); ok {
			parts = append(parts, v.AsString())
		}
	}
	return strings.Join(parts, " ")
}

// A trace that comes in a message goes on in the next one.
func TestCarry(t *testing.T) {
	t.Parallel()
	telemetry, err := otelguard.New(sdktrace.NewTracerProvider(), metric.NewMeterProvider())
	if err != nil {
		t.Fatal(err)
	}
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	ctx := telemetry.Extract(t.Context(), func(name string) string {
		return map[string]string{"traceparent": parent, "tracestate": "a=b"}[name]
	})
	got := map[string]string{}
	telemetry.Inject(ctx, func(name, value string) { got[name] = value })
	if diff := cmp.Diff(map[string]string{"traceparent": parent, "tracestate": "a=b"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	telemetry.Inject(t.Context(), func(name, value string) { t.Errorf("%s: %s of no trace", name, value) })
}
