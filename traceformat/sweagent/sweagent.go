package sweagent

import (
	"iter"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads trajectories of SWE-agent and of its relatives.
func Format() format.Format {
	return format.Format{
		Name: "swe-agent", Title: "SWE-agent and mini-SWE-agent trajectories",
		Looks: "a trajectory with action and observation, or a trajectory_format of mini-swe-agent",
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	for _, v := range stream.Peek(head) {
		if reader(v) != nil {
			return 92
		}
	}
	return 0
}

// reader chooses by the shape of a document, nil where it is none of these.
func reader(v stream.Value) func(t *trajectory.Trajectory, v stream.Value) {
	if strings.HasPrefix(v.Get("trajectory_format").Text(), "mini-swe-agent") || v.Get("info", "mini_version").Exists() {
		return mini
	}
	for step := range v.Get("trajectory").Elements() {
		switch {
		case step.Get("action").Kind() == '"' && step.Get("observation").Exists():
			return steps
		case step.Get("role").Exists() && step.First("text", "system_prompt").Exists():
			return texts
		}
		return nil
	}
	if v.Get("trajectory").Kind() == '[' && v.Get("history").Kind() == '[' {
		return steps // ended before its first step
	}
	return nil
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		for record, err := range stream.Values(in, stream.Options{}) {
			var fill func(t *trajectory.Trajectory, v stream.Value)
			if err == nil {
				if fill = reader(record.Value); fill == nil {
					err = &format.BrokenRecord{Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "no trajectory: no steps with an action and an observation"}
				}
			}
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			t := about(record.Value, in.Source)
			fill(t, record.Value)
			if !yield(t, nil) {
				return
			}
		}
	}
}

// about reads what a document says of its run. A file is named after the task.
func about(v stream.Value, source string) *trajectory.Trajectory {
	info := v.Get("info")
	t := &trajectory.Trajectory{Source: source, Agent: "swe-agent"}
	t.Task = first(v.Get("instance_id"), v.Get("replay_config").Embedded().Get("problem_statement", "id"))
	if t.Task == "" {
		t.Task = part.Name(source)
	}
	t.ID = t.Task
	t.Model = first(v.Get("model_name"), info.Get("config", "model", "model_name"), v.Get("replay_config").Embedded().Get("agent", "model", "name"))
	stats := info.Get("model_stats")
	usage := trajectory.Usage{
		In: stats.Get("tokens_sent").Int(), Out: stats.Get("tokens_received").Int(), USD: stats.First("instance_cost", "total_cost").Float(),
	}
	if usage != (trajectory.Usage{}) {
		t.Usage = &usage
	}
	if done, ok := v.First("target", "resolved").Bool(); ok {
		t.Success = &done
	}
	ended := first(info.Get("exit_status"), v.Get("exit_status"))
	if !strings.HasPrefix(strings.ToLower(ended), "submitted") {
		t.Error = ended
	}
	return t
}

func first(values ...stream.Value) string {
	for _, v := range values {
		if text := v.Text(); text != "" {
			return text
		}
	}
	return ""
}
