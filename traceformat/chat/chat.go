package chat

import (
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads chat messages.
func Format() format.Format {
	return format.Format{
		Name:  "chat",
		Title: "OpenAI chat messages and their dialects, τ-bench, τ²-bench, LiveMCPBench",
		Looks: `runs with "messages" (or "traj", "conversations", "history") whose elements have a "role", or one such message a record`,
		Sniff: sniff,
		Read:  read,
	}
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		f := folder{source: in.Source, yield: yield}
		for it, err := range stream.Map(in, stream.Options{Keys: wrappersTable[:], Rest: true}, decode) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if !f.add(it) {
				return
			}
		}
		f.flush()
	}
}

// folder puts the runs into order, and together where they come message by
// message.
type folder struct {
	source  string
	yield   func(*trajectory.Trajectory, error) bool
	number  int
	loose   *trajectory.Trajectory
	session string
}

func (f *folder) add(it item) bool {
	if it.piece != nil {
		return f.join(it)
	}
	if it.rest != nil && f.loose != nil {
		it.rest.Messages = f.loose.Messages
		f.loose = it.rest
		return f.flush()
	}
	for _, run := range it.runs {
		if !f.flush() || !f.emit(run) {
			return false
		}
	}
	return true
}

// join adds a message to the run that is being put together. One of another
// session begins the next.
func (f *folder) join(it item) bool {
	if f.loose != nil && it.session != f.session && !f.flush() {
		return false
	}
	if f.loose == nil {
		f.loose, f.session = &trajectory.Trajectory{ID: it.session}, it.session
	}
	f.loose.Messages = append(f.loose.Messages, it.piece.Messages...)
	if f.loose.Model == "" {
		f.loose.Model = it.piece.Model
	}
	return true
}

func (f *folder) flush() bool {
	run := f.loose
	f.loose = nil
	if run == nil {
		return true
	}
	pair(run)
	return f.emit(run)
}

func (f *folder) emit(run *trajectory.Trajectory) bool {
	f.number++
	run.Source = f.source
	if run.ID == "" {
		run.ID = part.Numbered(f.source, f.number)
	}
	return f.yield(run, nil)
}

// sniff looks for messages with roles among the first records.
func sniff(head []byte) int {
	for _, record := range stream.Peek(head) {
		if score := scoreOf(record); score > 0 {
			return score
		}
	}
	return 0
}

func scoreOf(record stream.Value) int {
	switch {
	case record.Kind() == '[':
		return scoreMessages(record, 50)
	case record.Kind() != '{':
		return 0
	}
	for _, key := range messagesTable {
		if messages := record.Get(key).Embedded(); messages.Kind() == '[' {
			if score := scoreMessages(messages, 60); score > 0 {
				return score
			}
		}
	}
	if messages := record.Get("request", "messages"); messages.Kind() == '[' {
		return scoreMessages(messages, 55)
	}
	if _, array := record.Wrapped(wrappersTable[:]); array.Exists() {
		for element := range array.Elements() {
			return min(55, scoreOf(element))
		}
		return 0
	}
	if score := scoreMessage(record, 40); score > 0 {
		return score
	}
	return scoreMessage(record.Get("message"), 30)
}

func scoreMessages(messages stream.Value, score int) int {
	for element := range messages.Elements() {
		return scoreMessage(element, score)
	}
	return 0
}

func scoreMessage(v stream.Value, score int) int {
	if !isMessage(v) {
		return 0
	}
	return score
}
