package otlp

import (
	"bytes"
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// wrapsTable names the arrays that documents wrap their resources in, or, the
// last one, their spans.
var wrapsTable = []string{"resourceSpans", "resource_spans", "batches", "resourceLogs", "resource_logs", "data"}

// Format reads OTLP/JSON.
func Format() format.Format {
	return format.Format{
		Name: "otlp", Title: "OpenTelemetry spans (OTLP/JSON)",
		Looks: "resourceSpans with spans that carry gen_ai.*, mcp.*, OpenInference or AI SDK attributes, or spans with a context",
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	for _, v := range stream.Peek(head) {
		if v.First(wrapsTable[:len(wrapsTable)-1]...).Kind() == '[' || v.Get("trace").First(wrapsTable...).Kind() == '[' {
			return 90
		}
		if v.First("scopeSpans", "scope_spans", "instrumentationLibrarySpans").Kind() == '[' {
			return 85
		}
		if isConsole(v) {
			return 80
		}
		for element := range v.Get("data").Elements() {
			if isConsole(element) {
				return 80
			}
		}
	}
	if start := head[:min(len(head), 256)]; bytes.Contains(start, []byte(`"resourceSpans"`)) {
		return 90
	}
	return 0
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return spantree.Collect(in.Source, spans(in))
}

// spans yields the spans of a recording.
func spans(in format.Input) iter.Seq2[*spantree.Span, error] {
	return func(yield func(*spantree.Span, error) bool) {
		for record, err := range stream.Values(in, stream.Options{Keys: wrapsTable}) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if record.Rest {
				continue
			}
			found := 0
			for s := range spansOf(record.Value) {
				found++
				if s.Trace == "" {
					err := &format.BrokenRecord{Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "a span without a trace"}
					if !yield(nil, err) {
						return
					}
					continue
				}
				if !yield(s, nil) {
					return
				}
			}
			if found == 0 && !known(record.Value) && !yield(nil, &format.BrokenRecord{
				Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "neither spans nor log records",
			}) {
				return
			}
		}
	}
}

// known says whether a record is a part of OTLP that simply holds no span:
// metrics stand in the same files.
func known(v stream.Value) bool {
	return v.First("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "scopeLogs", "scope_logs", "resourceMetrics", "scopeMetrics", "resource").Exists() ||
		v.First(wrapsTable...).Exists()
}
