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
var levelsTable = map[string]bool{
	"resourceSpans": true, "resource_spans": true, "batches": true, "resourceLogs": true, "resource_logs": true,
	"scopeSpans": true, "scope_spans": true, "instrumentationLibrarySpans": true, "scopeLogs": true, "scope_logs": true,
}

// maxLevels is how deep these arrays can stand in each other.
const maxLevels = 8

// walk goes through a record once, for it may be long. It reports false when
// the caller has enough.
func walk(v stream.Value, depth int, yield func(*spantree.Span) bool) bool {
	if depth > maxLevels {
		return true
	}
	for key, value := range v.Fields() {
		switch name := string(key); {
		case levelsTable[name]:
			for inner := range value.Elements() {
				if !walk(inner, depth+1, yield) {
					return false
				}
			}
		case name == "trace" && value.Kind() == '{':
			if !walk(value, depth+1, yield) {
				return false
			}
		case name == "spans":
			for s := range value.Elements() {
				if !yield(span(s)) {
					return false
				}
			}
		case name == "logRecords", name == "log_records":
			for r := range value.Elements() {
				if s := logRecord(r); s != nil && !yield(s) {
					return false
				}
			}
		case name == "context" && isContext(value), name == "context.trace_id":
			return yield(console(v))
		}
	}
	return true
}

// span reads a span of OTLP.
func span(v stream.Value) *spantree.Span {
	s := &spantree.Span{Size: len(v)}
	var name string
	var attributes, recorded, ended stream.Value
	for key, value := range v.Fields() {
		switch string(key) {
		case "traceId", "trace_id":
			s.Trace = value.Text()
		case "spanId", "span_id":
			s.ID = value.Text()
		case "parentSpanId", "parent_span_id":
			s.Parent = value.Text()
		case "startTimeUnixNano", "start_time_unix_nano":
			s.Start = value.Time()
		case "endTimeUnixNano", "end_time_unix_nano":
			s.End = value.Time()
		case "name":
			name = value.Text()
		case "attributes":
			attributes = value
		case "events":
			recorded = value
		case "status":
			ended = value
		}
	}
	semconv.Interpret(s, name, semconv.OTLP(attributes), events(recorded), status(ended))
	return s
}

func events(v stream.Value) []semconv.Event {
	var all []semconv.Event
	for e := range v.Elements() {
		all = append(all, semconv.Event{Name: e.Get("name").Text(), Attributes: semconv.OTLP(e.Get("attributes"))})
	}
	return all
}

func status(v stream.Value) semconv.Status {
	code := strings.TrimPrefix(strings.ToUpper(v.First("code", "status_code").Text()), "STATUS_CODE_")
	return semconv.Status{
		OK: code == "1" || code == "OK", Failed: code == "2" || code == "ERROR", Message: v.First("message", "description", "status_message").Text(),
	}
}

// isConsole says whether a value is a span as the SDKs print it, or as Phoenix
// exports it.
func isConsole(v stream.Value) bool {
	return isContext(v.Get("context")) || v.Get("context.trace_id").Kind() == '"' && v.Get("context.span_id").Kind() == '"'
}

func isContext(context stream.Value) bool {
	return context.First("trace_id", "traceId").Kind() == '"' && context.First("span_id", "spanId").Kind() == '"'
}

func console(v stream.Value) *spantree.Span {
	context := v.Get("context")
	s := &spantree.Span{
		Trace: context.First("trace_id", "traceId").Text(), ID: context.First("span_id", "spanId").Text(), Parent: v.First("parent_id", "parentSpanId").Text(),
		Start: v.First("start_time", "startTime").Time(), End: v.First("end_time", "endTime").Time(), Size: len(v),
	}
	a, ended := semconv.OTLP(v.Get("attributes")), v.Get("status")
	if v.Get("attributes").Kind() == '{' {
		a = semconv.Deep(v.Get("attributes"))
	}
	if s.Trace == "" {
		s.Trace, s.ID = v.Get("context.trace_id").Text(), v.Get("context.span_id").Text()
		a = columns(v)
	}
	if !ended.Exists() {
		ended = v
	}
	if kind := v.Get("span_kind"); kind.Exists() && !a["openinference.span.kind"].Exists() {
		a["openinference.span.kind"] = kind
	}
	semconv.Interpret(s, v.Get("name").Text(), a, events(v.Get("events")), status(ended))
	return s
}

// columns reads the attributes of a span that is a row of a table, with a
// column for each.
func columns(row stream.Value) semconv.Attributes {
	a := semconv.Attributes{}
	for key, value := range semconv.Deep(row) {
		if name, ok := strings.CutPrefix(key, "attributes."); ok {
			a[name] = value
		}
	}
	return a
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
