package geminicli

import (
	"iter"
	"slices"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads sessions of the Gemini CLI.
func Format() format.Format {
	return format.Format{
		Name: "gemini-cli", Title: "Gemini CLI sessions",
		Looks: "a sessionId and a projectHash, and messages of the types user and gemini",
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	if slices.ContainsFunc(stream.Peek(head), isHeader) {
		return 90
	}
	return 0
}

func isHeader(v stream.Value) bool {
	return v.Get("sessionId").Kind() == '"' && v.Get("projectHash").Exists()
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		s := session{source: in.Source}
		give := func() bool {
			for _, t := range s.trajectories() {
				if !yield(t, nil) {
					return false
				}
			}
			return true
		}
		for record, err := range stream.Values(in, stream.Options{}) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if isHeader(record.Value) && s.id != "" {
				if !give() {
					return
				}
				s = session{source: in.Source}
			}
			if rule := s.record(record.Value); rule != "" && !yield(nil, &format.BrokenRecord{
				Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: rule,
			}) {
				return
			}
		}
		give()
	}
}
