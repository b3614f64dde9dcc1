package runtree

import (
	"iter"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/semconv"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

type seq = iter.Seq2[*trajectory.Trajectory, error]

// listsTable names the arrays that lists of traces and of observations are
// wrapped in.
var listsTable = []string{"data", "traces"}

// Langfuse reads Langfuse's traces and observations.
func Langfuse() format.Format {
	f := format.Format{
		Name: "langfuse", Title: "Langfuse traces and observations",
		Looks: "a trace with its observations, or observations with traceId and parentObservationId",
		Sniff: sniffLangfuse,
	}
	f.Read = func(in format.Input) seq {
		return collect(in, listsTable, langfuseSpans, "neither a trace nor an observation")
	}
	return f
}

func sniffLangfuse(head []byte) int {
	for _, v := range stream.Peek(head) {
		if isObservation(v) || isTrace(v) || isTrace(v.Get("trace")) {
			return 90
		}
		if _, list := v.Wrapped(listsTable); list.Exists() {
			for element := range list.Elements() {
				if isObservation(element) || isTrace(element) {
					return 90
				}
			}
		}
	}
	return 0
}

func isObservation(v stream.Value) bool {
	return v.First("traceId", "trace_id").Kind() == '"' && v.Get("type").Kind() == '"' &&
		(has(v, "parentObservationId") || has(v, "parent_observation_id") || v.First("usageDetails", "usage_details", "statusMessage").Exists())
}

func isTrace(v stream.Value) bool {
	return v.Get("id").Kind() == '"' && !v.Get("traceId").Exists() &&
		(v.Get("observations").Kind() == '[' || has(v, "htmlPath") || has(v, "projectId") && has(v, "sessionId"))
}

// has says whether an object has a field, if only null.
func has(v stream.Value, name string) bool { return len(v.Get(name)) > 0 }

// langfuseSpans reads a trace with its observations, or one observation.
func langfuseSpans(v stream.Value) []*spantree.Span {
	if isObservation(v) || v.First("traceId", "trace_id").Exists() && v.Get("type").Exists() {
		return []*spantree.Span{observation(v)}
	}
	trace := v
	if inner := v.Get("trace"); inner.Kind() == '{' {
		trace = inner
	}
	list := v.Get("observations")
	if list.Kind() != '[' {
		list = trace.Get("observations")
	}
	root := &spantree.Span{
		Trace: trace.Get("id").Text(), ID: trace.Get("id").Text(), Kind: spantree.Agent, Agent: trace.Get("name").Text(),
		Session: trace.First("sessionId", "session_id").Text(), Start: trace.Get("timestamp").Time(),
		Input: keep(trace.Get("input").Embedded()), Output: keep(trace.Get("output").Embedded()), Size: len(v),
	}
	if !isTrace(trace) && list.Kind() != '[' {
		return nil
	}
	all := []*spantree.Span{root}
	for element := range list.Elements() {
		s := observation(element)
		if s.Trace == "" {
			s.Trace = root.Trace
		}
		if s.Parent == "" && s.ID != root.ID {
			s.Parent = root.ID
		}
		s.Size = 0 // counted with the root
		all = append(all, s)
	}
	return all
}

// typesTable maps Langfuse's types of observations.
var typesTable = map[string]spantree.Kind{
	"GENERATION": spantree.Model, "TOOL": spantree.Tool, "AGENT": spantree.Agent,
}

// observation reads one step of a trace. What its instrumentation recorded
// stands in its metadata, but for what went in and out.
func observation(v stream.Value) *spantree.Span {
	s := &spantree.Span{
		Trace: v.First("traceId", "trace_id").Text(), ID: v.Get("id").Text(), Parent: v.First("parentObservationId", "parent_observation_id").Text(),
		Start: v.First("startTime", "start_time").Time(), End: v.First("endTime", "end_time").Time(), Size: len(v),
	}
	metadata := v.Get("metadata").Embedded()
	a := semconv.Plain(metadata.Get("attributes").Embedded())
	input, output := v.Get("input").Embedded(), v.Get("output")
	if opened := output.Embedded(); opened.Kind() == '"' || opened.Kind() == '{' || opened.Kind() == '[' {
		output = opened
	}
	set(a, "input.value", input)
	set(a, "output.value", output)
	kind := strings.ToUpper(v.Get("type").Text())
	if a.First("openinference.span.kind", "gen_ai.operation.name", "ai.operationId", "operation.name").Text() == "" {
		set(a, "openinference.span.kind", kindsTable[kind])
	}
	level := v.Get("level").Text()
	name := v.Get("name").Text()
	semconv.Interpret(s, name, a, nil, semconv.Status{Failed: level == "ERROR", Message: v.First("statusMessage", "status_message").Text()})
	if s.Kind == spantree.Other && typesTable[kind] != spantree.Other {
		a["openinference.span.kind"] = kindsTable[kind]
		delete(a, "gen_ai.operation.name")
		semconv.Interpret(s, name, a, nil, semconv.Status{Failed: level == "ERROR", Message: v.First("statusMessage", "status_message").Text()})
	}
	finish(s, v, name, input, output)
	return s
}

// kindsTable names Langfuse's types as attributes do.
var kindsTable = map[string]stream.Value{
	"GENERATION": stream.Value(`"LLM"`), "TOOL": stream.Value(`"TOOL"`), "AGENT": stream.Value(`"AGENT"`),
}

// set puts a value in, if there is one.
func set(a semconv.Attributes, name string, v stream.Value) {
	if v.Exists() {
		a[name] = v
	}
}

// finish adds what Langfuse knows itself.
func finish(s *spantree.Span, v stream.Value, name string, input, output stream.Value) {
	if session := v.First("sessionId", "session_id").Text(); session != "" {
		s.Session = session
	}
	switch s.Kind {
	case spantree.Model:
		// Langfuse takes out of the attributes what it shows as the input, and
		// leaves some of it: each message counts once.
		s.Again = keep(input)
		if model := v.First("model", "provided_model_name", "providedModelName").Text(); model != "" {
			s.ModelName = model
		}
		if u := langfuseUsage(v); u != nil {
			s.Usage = u
		}
	case spantree.Agent:
		if len(s.Input) == 0 {
			s.Input = keep(input)
		}
		if len(s.Output) == 0 {
			s.Output = keep(output)
		}
		s.Usage = nil // a sum, or an estimate, of the steps below
	case spantree.Tool:
		if s.Call.Tool == "" {
			s.Call.Tool = name
		}
	case spantree.Other:
	}
}

// langfuseUsage reads tokens and money. Langfuse counts what came from a cache
// beside the input, unless the total says otherwise.
func langfuseUsage(v stream.Value) *trajectory.Usage {
	var u trajectory.Usage
	var total int64
	details := v.First("usageDetails", "usage_details", "usage").Embedded()
	for key, value := range details.Fields() {
		name := string(key)
		switch {
		case name == "total":
			total = value.Int()
		case name == "input" || name == "prompt_tokens" || name == "promptTokens":
			u.In = value.Int()
		case name == "output" || name == "completion_tokens" || name == "completionTokens":
			u.Out = value.Int()
		case strings.Contains(name, "cache") && strings.Contains(name, "creat"):
			u.CacheWrite += value.Int()
		case strings.Contains(name, "cache"):
			u.CacheRead += value.Int()
		}
	}
	if u.In == 0 && u.Out == 0 {
		u.In, u.Out = v.Get("promptTokens").Int(), v.Get("completionTokens").Int()
	}
	if u.In+u.Out != total {
		u.In += u.CacheRead + u.CacheWrite
	}
	u.USD = v.First("totalCost", "total_cost", "calculatedTotalCost").Float()
	if u.USD == 0 {
		u.USD = v.First("costDetails", "cost_details").Embedded().Get("total").Float()
	}
	if u == (trajectory.Usage{}) {
		return nil
	}
	return &u
}
