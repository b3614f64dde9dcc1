package runtree

import (
	"errors"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// runsTable names the arrays that LangSmith's runs are wrapped in.
var runsTable = []string{"runs", "data"}

// LangSmith reads LangSmith's runs.
func LangSmith() format.Format {
	f := format.Format{
		Name: "langsmith", Title: "LangSmith runs",
		Looks: "runs with run_type and trace_id, dotted_order or child_runs",
		Sniff: sniffLangSmith,
	}
	f.Read = func(in format.Input) seq {
		return collect(in, runsTable, langSmithRuns, "no run: an id and a run_type are expected")
	}
	return f
}

func sniffLangSmith(head []byte) int {
	for _, v := range stream.Peek(head) {
		if isRun(v) {
			return 90
		}
		if _, runs := v.Wrapped(runsTable); runs.Exists() {
			for run := range runs.Elements() {
				if isRun(run) {
					return 90
				}
			}
		}
	}
	return 0
}

func isRun(v stream.Value) bool {
	return v.Get("run_type").Kind() == '"' && v.First("trace_id", "dotted_order", "child_runs", "parent_run_id", "inputs").Exists()
}

func langSmithRuns(v stream.Value) []*spantree.Span {
	var all []*spantree.Span
	addRuns(&all, v, "", "", 0)
	return all
}

// maxTree is how deep runs can stand in each other.
const maxTree = 200

// addRuns adds a run and the runs nested in it.
func addRuns(all *[]*spantree.Span, v stream.Value, trace, parent string, depth int) {
	if v.Get("run_type").Kind() != '"' || depth > maxTree {
		return
	}
	s := &spantree.Span{
		Trace: v.Get("trace_id").Text(), ID: v.First("id", "run_id").Text(), Parent: v.Get("parent_run_id").Text(),
		Start: v.Get("start_time").Time(), End: v.Get("end_time").Time(), Size: len(v),
	}
	if s.Parent == "" {
		s.Parent = parent
	}
	if s.Trace == "" {
		s.Trace = trace
	}
	if s.Trace == "" { // the root run has the trace's identifier
		s.Trace = s.ID
	}
	children := v.Get("child_runs")
	s.Size -= len(children)
	run(s, v)
	*all = append(*all, s)
	for child := range children.Elements() {
		addRuns(all, child, s.Trace, s.ID, depth+1)
	}
}

// run fills a span in by a run's type.
func run(s *spantree.Span, v stream.Value) {
	inputs, outputs := v.Get("inputs").Embedded(), v.Get("outputs").Embedded()
	extra := v.Get("extra").Embedded()
	about := extra.Get("metadata")
	s.Session = about.First("thread_id", "session_id", "conversation_id").Text()
	switch v.Get("run_type").Text() {
	case "llm":
		s.Kind = spantree.Model
		s.Input, s.Output = keep(inputs), keep(outputs)
		s.ModelName = firstText(about.Get("ls_model_name"), extra.Get("invocation_params").First("model", "model_name"), outputs.Get("llm_output", "model_name"))
		s.Tools = anychat.Tools(extra.Get("invocation_params").First("tools", "functions"))
		s.Usage = runUsage(v, outputs)
		s.Error = v.Get("error").Text()
	case "tool":
		s.Kind = spantree.Tool
		runTool(s, v, inputs, outputs, about)
	case "chain":
		if s.Parent == "" || about.Get("lc_agent_name").Exists() {
			s.Kind = spantree.Agent
			s.Agent = firstText(about.Get("lc_agent_name"), v.Get("name"))
			s.Input, s.Output = keep(inputs), keep(outputs)
			s.Usage = runUsage(v, nil)
			s.Error = v.Get("error").Text()
		}
	}
}

// keep copies a value, which outlives the record that it stands in.
func keep(v stream.Value) []stream.Value {
	if !v.Exists() {
		return nil
	}
	return []stream.Value{stream.Value(v.Raw())}
}

func firstText(values ...stream.Value) string {
	for _, v := range values {
		if text := v.Text(); text != "" {
			return text
		}
	}
	return ""
}

// runUsage reads a usage: stated for the run, else within what it gave.
func runUsage(v, outputs stream.Value) *trajectory.Usage {
	u := part.Usage(v)
	if u == nil || u.In+u.Out == 0 {
		inner := outputs.Get("llm_output").First("token_usage", "usage")
		if stated := outputs.Get("usage_metadata"); stated.Exists() {
			inner = stated
		}
		for batch := range outputs.Get("generations").Elements() {
			for generation := range batch.Elements() {
				if stated := generation.Get("message", "kwargs", "usage_metadata"); stated.Exists() {
					inner = stated
				}
			}
		}
		u = part.Usage(inner)
	}
	if details := v.Get("prompt_token_details"); u != nil && details.Exists() {
		u.CacheRead, u.CacheWrite = details.Get("cache_read").Int(), details.Get("cache_creation").Int()
	}
	if cost := v.Get("total_cost").Float(); u != nil && cost > 0 {
		u.USD = cost
	}
	return u
}

// runTool reads a tool's run.
func runTool(s *spantree.Span, v, inputs, outputs, about stream.Value) {
	s.Call = tool.Call{Tool: v.Get("name").Text(), ID: about.Get("tool_call_id").Text(), Args: runArgs(inputs)}
	if inputs.Get("type").Is("tool_call") {
		s.Call.ID, s.Call.Args = inputs.Get("id").Text(), part.Args(inputs.Get("args"))
	}
	given := outputs
	if inner := outputs.Get("output"); inner.Exists() {
		given = inner
	}
	failed, status := v.Get("error"), v.Get("status").Text()
	message, isMessage := anychat.ToolMessage(given)
	if isMessage && s.Call.ID == "" {
		s.Call.ID = message.CallID
	}
	if !given.Exists() && !failed.Exists() && status != "success" && status != "error" {
		return // still running when it was exported
	}
	out := &tool.Outcome{Phase: tool.PhaseAnswered, Elapsed: max(0, s.End.Sub(s.Start))}
	if isMessage {
		*out = *message.Outcome
		out.Elapsed = max(0, s.End.Sub(s.Start))
	} else {
		out.Body = given.Text()
	}
	switch {
	case failed.Exists() && failed.Text() != "":
		out.Flag, out.Channel, out.Err = tool.FlagFailure, tool.ChannelException, errors.New(failed.Text())
	case status == "error":
		out.Flag = tool.FlagFailure
	case status == "success" && out.Flag == tool.FlagNone:
		out.Flag = tool.FlagSuccess
	}
	s.Outcome = out
}

// runArgs are a tool's arguments: LangChain gives them as one text.
func runArgs(inputs stream.Value) []byte {
	fields := 0
	for range inputs.Fields() {
		fields++
	}
	if text := inputs.Get("input"); fields == 1 && text.Exists() {
		return part.Args(text)
	}
	return part.Args(inputs)
}
