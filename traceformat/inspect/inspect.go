package inspect

import (
	"bytes"
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// maxSample is the longest sample that is read.
const maxSample = 512 << 20

// Format reads logs of Inspect.
func Format() format.Format {
	return format.Format{
		Name: "inspect", Title: "Inspect logs (.eval and .json)",
		Looks: "an archive with header.json and samples/, or a document with eval and samples, or a sample with an epoch",
		Sniff: sniff, Read: read,
	}
}

var (
	zipMagic   = []byte("PK\x03\x04")                                                                     //nolint:gochecknoglobals // read only
	namesTable = [...]string{"header.json", "samples/", "_journal/", "summaries.json", "reductions.json"} // of an archive's entries
)

func sniff(head []byte) int {
	if bytes.HasPrefix(head, zipMagic) {
		for _, name := range namesTable {
			if bytes.Contains(head, []byte(name)) {
				return 90
			}
		}
		return 0
	}
	for _, v := range stream.Peek(head) {
		if isLog(v) || isSample(v) {
			return 90
		}
	}
	return 0
}

func isLog(v stream.Value) bool {
	return v.Get("eval").Kind() == '{' && v.Get("version").Exists() && v.First("plan", "samples", "status").Exists()
}

func isSample(v stream.Value) bool {
	return v.Get("epoch").Exists() && v.Get("id").Exists() && (v.Get("messages").Kind() == '[' || v.Get("events").Kind() == '[')
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		magic, in := peek(in)
		if bytes.HasPrefix(magic, zipMagic) {
			readArchive(in, yield)
			return
		}
		for record, err := range stream.Values(in, stream.Options{Max: maxSample, Keys: []string{"samples"}}) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if record.Rest {
				continue
			}
			if !give(in.Source, about(record.Outer), record, yield) {
				return
			}
		}
	}
}

// give yields the runs of a sample. A log that was read before its first sample
// ended is no sample, and none is missing.
func give(source string, l log, record stream.Record, yield func(*trajectory.Trajectory, error) bool) bool {
	if !isSample(record.Value) {
		if isLog(record.Value) {
			return true
		}
		return yield(nil, &format.BrokenRecord{Source: source, Line: record.Line, Offset: record.Offset, Rule: "no sample: an id, an epoch and messages or events are expected"})
	}
	for _, t := range sample(record.Value, l, source) {
		if !yield(t, nil) {
			return false
		}
	}
	return true
}

// log is what a log's header says of all of its samples.
type log struct {
	task, model, agent string
}

func about(v stream.Value) log {
	eval := v.Get("eval")
	l := log{task: eval.Get("task").Text(), model: eval.Get("model").Text(), agent: eval.Get("solver").Text()}
	if l.agent == "" {
		for step := range v.Get("plan", "steps").Elements() {
			l.agent = step.Get("solver").Text() // the last one asks the model, as a rule
		}
	}
	return l
}
