package toolbench

import (
	"fmt"
	"iter"
	"slices"

	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads ToolBench's answers.
func Format() format.Format {
	return format.Format{
		Name: "toolbench", Title: "ToolBench answers (trees and chains)",
		Looks: "a tree of nodes with node_type, or trys with a chain, beside answer_generation",
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	if slices.ContainsFunc(stream.Peek(head), isAnswer) {
		return 92
	}
	return 0
}

func isAnswer(v stream.Value) bool {
	if v.Get("tree", "tree", "node_type").Exists() || v.Get("tree", "tree").First("children", "is_terminal").Exists() {
		return true
	}
	for node := range chain(v).Elements() {
		return node.Get("node_type").Exists()
	}
	for try := range v.Get("trys").Elements() {
		return try.Get("chain").Exists()
	}
	return false
}

func chain(v stream.Value) stream.Value { return v.Get("chain") }

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		n := 0
		for record, err := range stream.Values(in, stream.Options{}) {
			if err == nil && !isAnswer(record.Value) {
				err = &format.BrokenRecord{Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "no answer: neither a tree nor a chain of nodes"}
			}
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			n++
			id := part.Name(in.Source)
			if n > 1 {
				id = fmt.Sprintf("%s#%d", id, n)
			}
			for _, t := range answer(record.Value, in.Source, id) {
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

// answer reads one answer: its runs, the one that counts first.
func answer(v stream.Value, source, id string) []*trajectory.Trajectory {
	about := v.Get("answer_generation")
	main := &trajectory.Trajectory{
		ID: id, Source: source, Agent: "toolbench", Tools: anychat.Tools(about.First("function", "functions")),
		Model: v.Get("forward_args").First("backbone_model", "model").Text(),
	}
	if done, ok := v.Get("win").Bool(); ok {
		main.Success = &done
	}
	if total := about.First("total_tokens").Int(); total > 0 {
		main.Usage = &trajectory.Usage{In: total} // only the sum is stated
	}
	query := about.Get("query").Text()
	if query != "" {
		main.Task = query
		main.Messages = append(main.Messages, trajectory.Message{Role: trajectory.RoleUser, Text: query})
	}
	b := builder{runs: []*trajectory.Trajectory{main}}
	if root := v.Get("tree", "tree"); root.Exists() {
		b.walk(path{run: main}, root)
		return b.runs
	}
	b.chains(v)
	return b.runs
}
