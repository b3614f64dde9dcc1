package otelguard_test

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/otelguard"
	"github.com/sequitur-go/sequitur/tool"
)

// One call is one span; each attempt is a child of it.
func ExampleNew() {
	spans := tracetest.NewSpanRecorder()
	telemetry, err := otelguard.New(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)), metric.NewMeterProvider())
	if err != nil {
		fmt.Println(err)
		return
	}
	guard, err := sequitur.New(sequitur.Config{Recorder: telemetry})
	if err != nil {
		fmt.Println(err)
		return
	}
	backend := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
		return tool.Outcome{Flag: tool.FlagSuccess, Body: "done"}
	})
	tool.Chain(backend, telemetry.Calls, guard.Wrap, telemetry.Attempts).Invoke(context.Background(), tool.Call{Tool: "save"})
	for _, span := range spans.Ended() {
		fmt.Println(span.Name())
	}
	// Output:
	// attempt save
	// execute_tool save
}
