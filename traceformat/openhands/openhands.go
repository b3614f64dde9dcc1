package openhands

import (
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads events of OpenHands.
func Format() format.Format {
	return format.Format{
		Name: "openhands", Title: "OpenHands events and output.jsonl",
		Looks: "events with a source and an action, an observation or a kind such as ActionEvent, alone or as a history",
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	for _, v := range stream.Peek(head) {
		if isEvent(v) || isOutput(v) {
			return 92
		}
	}
	return 0
}

// isOutput says whether a record is a task with its history of events.
func isOutput(v stream.Value) bool {
	for event := range v.Get("history").Elements() {
		for inner := range event.Elements() { // once, pairs of an action and its observation
			return isEvent(inner)
		}
		return isEvent(event)
	}
	return v.Get("history").Kind() == '[' && v.Get("instance_id").Exists()
}

// isEvent says whether a record is an event of either generation.
func isEvent(v stream.Value) bool {
	if !v.Get("source").Exists() && !v.Get("observation").Exists() {
		return false
	}
	if _, ok := kindsTable[v.Get("kind").Text()]; ok {
		return true
	}
	return v.Get("action").Kind() == '"' && v.Get("args").Kind() == '{' || v.Get("observation").Kind() == '"' && v.First("extras", "content").Exists()
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		var loose *history // events that stand alone are one run
		for record, err := range stream.Values(in, stream.Options{}) {
			if err == nil && isEvent(record.Value) {
				if loose == nil {
					loose = newHistory(&trajectory.Trajectory{ID: part.Name(in.Source), Source: in.Source})
				}
				loose.event(record.Value)
				continue
			}
			if err == nil && !isOutput(record.Value) {
				err = &format.BrokenRecord{Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "neither an event nor a task with a history of events"}
			}
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			for _, t := range output(record.Value, in.Source) {
				if !yield(t, nil) {
					return
				}
			}
		}
		if loose == nil {
			return
		}
		for _, t := range loose.runs {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// output reads a task with its history.
func output(v stream.Value, source string) []*trajectory.Trajectory {
	t := &trajectory.Trajectory{ID: v.Get("instance_id").Text(), Source: source, Error: v.Get("error").Text()}
	t.Task = t.ID
	if t.ID == "" {
		t.ID = part.Name(source)
	}
	for _, verdict := range [...]stream.Value{v.Get("report", "resolved"), v.Get("test_result", "report", "resolved"), v.Get("resolved")} {
		if done, ok := verdict.Bool(); ok {
			t.Success = &done
		}
	}
	h := newHistory(t)
	for event := range v.Get("history").Elements() {
		if event.Kind() != '[' {
			h.event(event)
			continue
		}
		for inner := range event.Elements() {
			h.event(inner)
		}
	}
	metrics := v.Get("metrics")
	if t.Model == "" {
		for usage := range metrics.Get("token_usages").Elements() {
			t.Model = usage.Get("model").Text()
			break
		}
	}
	if t.Model == "" {
		t.Model = v.Get("metadata", "llm_config", "model").Text()
	}
	t.Usage = part.Apart(t.Messages, accumulated(metrics))
	return h.runs
}

// accumulated reads what a run had cost so far.
func accumulated(v stream.Value) *trajectory.Usage {
	tokens := v.Get("accumulated_token_usage")
	u := trajectory.Usage{
		In: tokens.Get("prompt_tokens").Int(), Out: tokens.Get("completion_tokens").Int(),
		CacheRead: tokens.Get("cache_read_tokens").Int(), CacheWrite: tokens.Get("cache_write_tokens").Int(),
		USD: v.Get("accumulated_cost").Float(),
	}
	if u == (trajectory.Usage{}) {
		return nil
	}
	return &u
}
