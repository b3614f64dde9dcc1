package native

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/sequitur-go/sequitur/journal"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Format reads journals and trajectories.
func Format() format.Format {
	return format.Format{
		Name:  "journal",
		Title: "Sequitur's own journal and trajectories",
		Looks: `lines with "v" and "episode", or trajectories whose messages have an "outcome" or whose "episodes" have a "fault"`,
		Sniff: sniff,
		Read:  read,
	}
}

// headSize is how much is looked at to tell a journal from trajectories.
const headSize = 4 << 10

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	buffered := bufio.NewReaderSize(in.Reader, headSize)
	head, err := buffered.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return func(yield func(*trajectory.Trajectory, error) bool) { yield(nil, err) }
	}
	in.Reader = buffered
	if bytes.HasPrefix(bytes.TrimSpace(head), []byte(`{"v":`)) {
		return readJournal(in)
	}
	return readTrajectories(in)
}

// readTrajectories reads trajectories in their own JSON form.
func readTrajectories(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	number := 0
	decode := func(r stream.Record) (*trajectory.Trajectory, error) {
		var t trajectory.Trajectory
		if err := json.Unmarshal(r.Value, &t); err != nil {
			return nil, errors.New("no trajectory: " + reason(err))
		}
		return &t, nil
	}
	return func(yield func(*trajectory.Trajectory, error) bool) {
		for t, err := range stream.Map(in, stream.Options{Keys: []string{"trajectories"}}, decode) {
			if t != nil {
				if number++; t.ID == "" {
					t.ID = part.Numbered(in.Source, number)
				}
				if t.Source == "" {
					t.Source = in.Source
				}
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

// reason is what a decoder found wrong, without the value that it quotes.
func reason(err error) string {
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("the field %q is a %s", kind.Field, kind.Value)
	}
	return "a value is not one of those that are allowed"
}

func sniff(head []byte) int {
	for _, record := range stream.Peek(head) {
		if score := scoreOf(record); score > 0 {
			return score
		}
	}
	return 0
}

func scoreOf(v stream.Value) int {
	if v.Get("v").Kind() == '0' && v.Get("v") != nil && v.Get("episode").Kind() == '{' {
		return 95
	}
	for episode := range v.Get("episodes").Elements() {
		if episode.Get("fault").Exists() && episode.Get("tool").Exists() {
			return 95
		}
	}
	for message := range v.Get("messages").Elements() {
		if message.Get("role").Exists() && (message.Get("outcome").Kind() == '{' || isCall(message.Get("calls"))) {
			return 95
		}
	}
	return 0
}

func isCall(calls stream.Value) bool {
	for call := range calls.Elements() {
		return call.Get("tool").Kind() == '"'
	}
	return false
}

// maxOpen is how many runs are put together at a time. A journal mixes the
// episodes of the runs that were under way at once.
const maxOpen = 512

// readJournal sorts a journal's episodes into runs.
func readJournal(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		s := sorter{source: in.Source, yield: yield, open: map[string]*trajectory.Trajectory{}, times: map[string]int{}}
		for episode, err := range journal.Read(in.Reader) {
			switch {
			case err == nil:
				if !s.add(&episode) {
					return
				}
			case !yield(nil, placed(in.Source, err)):
				return
			}
		}
		for len(s.order) > 0 {
			if !s.flush() {
				return
			}
		}
	}
}

func placed(source string, err error) error {
	var line *journal.LineError
	if !errors.As(err, &line) {
		return err
	}
	rule := line.Err.Error()
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		rule = reason(err)
	}
	return &format.BrokenRecord{Source: source, Line: line.Line, Offset: -1, Rule: rule}
}

// sorter holds the runs that are being put together, the one that began first
// in front.
type sorter struct {
	source string
	yield  func(*trajectory.Trajectory, error) bool
	open   map[string]*trajectory.Trajectory
	order  []string
	times  map[string]int // how often a run was begun
}

func (s *sorter) add(e *trajectory.Episode) bool {
	t := s.open[e.Run]
	if t == nil {
		if len(s.order) == maxOpen && !s.flush() {
			return false
		}
		t = &trajectory.Trajectory{ID: s.name(e.Run), Source: s.source}
		s.open[e.Run] = t
		s.order = append(s.order, e.Run)
	}
	t.Episodes = append(t.Episodes, *e)
	return true
}

// name is the identifier of the run's trajectory: its own, numbered where a long
// journal comes back to a run that was already handed on.
func (s *sorter) name(run string) string {
	s.times[run]++
	n := s.times[run]
	if run == "" {
		run = "run"
	}
	if n > 1 {
		return fmt.Sprintf("%s~%d", run, n)
	}
	return run
}

// flush hands on the run that began first.
func (s *sorter) flush() bool {
	run := s.order[0]
	s.order = s.order[1:]
	t := s.open[run]
	delete(s.open, run)
	return s.yield(t, nil)
}
