package atif

import (
	"iter"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads ATIF.
func Format() format.Format {
	return format.Format{
		Name: "atif", Title: "ATIF trajectories (Harbor)",
		Looks: "a schema_version that begins with ATIF, or an agent with steps",
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	for _, v := range stream.Peek(head) {
		if strings.HasPrefix(v.Get("schema_version").Text(), "ATIF") {
			return 95
		}
		if isTrajectory(v) && v.Get("agent").Kind() == '{' {
			return 70
		}
	}
	return 0
}

func isTrajectory(v stream.Value) bool {
	for step := range v.Get("steps").Elements() {
		return step.Get("source").Exists() && step.First("step_id", "message", "tool_calls").Exists()
	}
	return v.Get("steps").Kind() == '[' && v.Get("schema_version").Exists()
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		for record, err := range stream.Values(in, stream.Options{}) {
			if err == nil && !isTrajectory(record.Value) {
				err = &format.BrokenRecord{Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "no trajectory: it has no steps with a source"}
			}
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			for _, t := range trajectories(record.Value, in.Source, "", 0) {
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

// maxNesting is how deep trajectories of sub-agents can stand in each other.
const maxNesting = 16

// trajectories reads a trajectory and those of its sub-agents inside it.
func trajectories(v stream.Value, source, parent string, depth int) []*trajectory.Trajectory {
	agent := v.Get("agent")
	t := &trajectory.Trajectory{
		ID: v.First("trajectory_id", "session_id").Text(), Source: source, Parent: parent,
		Agent: agent.Get("name").Text(), Model: agent.Get("model_name").Text(), Tools: anychat.Tools(agent.Get("tool_definitions")),
	}
	if t.ID == "" {
		t.ID = "trajectory"
	}
	if t.Parent == "" {
		t.Parent = v.First("parent_trajectory_id", "parent_session_id").Text()
	}
	for step := range v.Get("steps").Elements() {
		if t.Model == "" {
			t.Model = step.Get("model_name").Text()
		}
		t.Messages = append(t.Messages, messages(step)...)
	}
	t.Usage = part.Apart(t.Messages, metrics(v.Get("final_metrics"), "total_"))
	all := []*trajectory.Trajectory{t}
	if depth == maxNesting {
		return all
	}
	for inner := range v.First("subagent_trajectories", "subagents").Elements() {
		if isTrajectory(inner) {
			all = append(all, trajectories(inner, source, t.ID, depth+1)...)
		}
	}
	return all
}

// metrics reads what a step, or with a prefix the whole run, cost.
func metrics(v stream.Value, prefix string) *trajectory.Usage {
	u := trajectory.Usage{
		In: v.Get(prefix + "prompt_tokens").Int(), Out: v.Get(prefix + "completion_tokens").Int(),
		CacheRead: v.Get(prefix + "cached_tokens").Int(), USD: v.Get(prefix + "cost_usd").Float(),
	}
	if u == (trajectory.Usage{}) {
		return nil
	}
	return &u
}
