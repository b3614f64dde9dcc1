package otlp

import (
	"iter"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/traceformat/semconv"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// spansOf yields the spans of a record: of a resource, of a whole document on a
// line, or the one that the record is.
func spansOf(v stream.Value) iter.Seq[*spantree.Span] {
	return func(yield func(*spantree.Span) bool) { walk(v, 0, yield) }
}

// levelsTable names the arrays between a document and its spans.
var levelsTable = [...]string{
	"resourceSpans", "resource_spans", "batches", "resourceLogs", "resource_logs",
	"scopeSpans", "scope_spans", "instrumentationLibrarySpans", "scopeLogs", "scope_logs",
}

// maxLevels is how deep these arrays can stand in each other.
const maxLevels = 8

func walk(v stream.Value, depth int, yield func(*spantree.Span) bool) bool {
	if depth > maxLevels {
		return true
	}
	if trace := v.Get("trace"); trace.Kind() == '{' {
		return walk(trace, depth+1, yield)
	}
	if isConsole(v) {
		return yield(console(v))
	}
	for _, name := range levelsTable {
		for inner := range v.Get(name).Elements() {
			if !walk(inner, depth+1, yield) {
				return false
			}
		}
	}
	for s := range v.Get("spans").Elements() {
		if !yield(span(s)) {
			return false
		}
	}
	for r := range v.First("logRecords", "log_records").Elements() {
		if s := logRecord(r); s != nil && !yield(s) {
			return false
		}
	}
	return true
}

// span reads a span of OTLP.
func span(v stream.Value) *spantree.Span {
	s := &spantree.Span{
		Trace: v.First("traceId", "trace_id").Text(), ID: v.First("spanId", "span_id").Text(), Parent: v.First("parentSpanId", "parent_span_id").Text(),
		Start: v.First("startTimeUnixNano", "start_time_unix_nano").Time(), End: v.First("endTimeUnixNano", "end_time_unix_nano").Time(),
		Size: len(v),
	}
	semconv.Interpret(s, v.Get("name").Text(), semconv.OTLP(v.Get("attributes")), events(v), status(v.Get("status")))
	return s
}

func events(v stream.Value) []semconv.Event {
	var all []semconv.Event
	for e := range v.Get("events").Elements() {
		all = append(all, semconv.Event{Name: e.Get("name").Text(), Attributes: semconv.OTLP(e.Get("attributes"))})
	}
	return all
}

func status(v stream.Value) semconv.Status {
	code := strings.TrimPrefix(strings.ToUpper(v.First("code", "status_code").Text()), "STATUS_CODE_")
	return semconv.Status{
		OK: code == "1" || code == "OK", Failed: code == "2" || code == "ERROR", Message: v.First("message", "description").Text(),
	}
}

// isConsole says whether a value is a span as the SDKs print it.
func isConsole(v stream.Value) bool {
	context := v.Get("context")
	return context.First("trace_id", "traceId").Kind() == '"' && context.First("span_id", "spanId").Kind() == '"'
}

func console(v stream.Value) *spantree.Span {
	context := v.Get("context")
	s := &spantree.Span{
		Trace: context.First("trace_id", "traceId").Text(), ID: context.First("span_id", "spanId").Text(), Parent: v.First("parent_id", "parentSpanId").Text(),
		Start: v.First("start_time", "startTime").Time(), End: v.First("end_time", "endTime").Time(), Size: len(v),
	}
	semconv.Interpret(s, v.Get("name").Text(), semconv.OTLP(v.Get("attributes")), events(v), status(v.Get("status")))
	return s
}

// logRecord reads a log record that belongs to a span, nil where it belongs to
// none.
func logRecord(v stream.Value) *spantree.Span {
	a := semconv.OTLP(v.Get("attributes"))
	name := v.First("eventName", "event_name").Text()
	if name == "" {
		name = a.Text("event.name")
	}
	parent := v.First("spanId", "span_id").Text()
	if parent == "" || !strings.HasPrefix(name, "gen_ai.") {
		return nil
	}
	s := &spantree.Span{
		Trace: v.First("traceId", "trace_id").Text(), Parent: parent, Patch: true, Size: len(v),
		Start: firstTime(v.First("timeUnixNano", "time_unix_nano"), v.First("observedTimeUnixNano", "observed_time_unix_nano")),
	}
	body := v.Get("body")
	event := semconv.Event{Name: name, Attributes: a}
	if body.Kind() == '{' {
		event.Body = semconv.Any(body)
	}
	semconv.Messages(s, event)
	return s
}

func firstTime(values ...stream.Value) time.Time {
	for _, v := range values {
		if t := v.Time(); !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
