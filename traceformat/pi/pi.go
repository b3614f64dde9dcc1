package pi

import (
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads pi sessions.
func Format() format.Format {
	return format.Format{
		Name: "pi", Title: "pi sessions",
		Looks: "lines of the types session and message, with roles such as toolResult and calls of the type toolCall",
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	sure := 0
	for _, v := range stream.Peek(head) {
		switch v.Get("type").Text() {
		case "session":
			if v.Get("cwd").Exists() && v.First("provider", "version", "modelId").Exists() {
				sure = 85
			}
		case "message":
			if m := v.Get("message"); m.Get("toolCallId").Exists() || m.Get("stopReason").Exists() {
				return 85
			}
		}
	}
	return sure
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
			if record.Get("type").Is("session") && len(s.entries) > 0 {
				if !give() {
					return
				}
				s = session{source: in.Source}
			}
			if !s.record(record.Value) && !yield(nil, &format.BrokenRecord{
				Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: "no entry of a session: it has no type",
			}) {
				return
			}
		}
		give()
	}
}
