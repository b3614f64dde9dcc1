package runtree

import (
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// maxRecord is the longest record: both exporters write a whole trace as one.
const maxRecord = 256 << 20

// collect reads the spans that each record holds and puts them together by
// trace. What holds none is a broken record, with the rule that it breaks.
func collect(in format.Input, keys []string, spansOf func(stream.Value) []*spantree.Span, rule string) iter.Seq2[*trajectory.Trajectory, error] {
	return spantree.Collect(in.Source, func(yield func(*spantree.Span, error) bool) {
		for record, err := range stream.Values(in, stream.Options{Max: maxRecord, Keys: keys}) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if record.Rest {
				continue
			}
			found := 0
			for _, s := range spansOf(record.Value) {
				if s.Trace == "" {
					continue
				}
				found++
				if !yield(s, nil) {
					return
				}
			}
			if found == 0 && !yield(nil, &format.BrokenRecord{Source: in.Source, Line: record.Line, Offset: record.Offset, Rule: rule}) {
				return
			}
		}
	})
}
