package mcplog

import (
	"fmt"
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// wrappersTable names the arrays that logs are wrapped in.
var wrappersTable = []string{"messages", "log", "entries", "frames"}

// Format reads logs of MCP.
func Format() format.Format {
	return format.Format{
		Name: "mcp", Title: "MCP traffic (JSON-RPC log)",
		Looks: `messages with "jsonrpc": "2.0", bare, in a wrapper, or behind the prefix of a log line`,
		Sniff: sniff, Read: read,
	}
}

func sniff(head []byte) int {
	for _, v := range stream.Peek(head) {
		if _, list := v.Wrapped(wrappersTable); list.Exists() {
			for element := range list.Elements() {
				if unwrap(element).rpc.Exists() {
					return 90
				}
			}
		}
		if unwrap(v).rpc.Exists() {
			return 90
		}
	}
	for l := range lines(head) {
		if v, err := stream.Parse(l.json); err == nil && unwrap(v).rpc.Exists() {
			return 80
		}
	}
	return 0
}

func read(in format.Input) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		open := sessions{source: in.Source, byKey: map[string]*session{}}
		for f, err := range frames(in) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			for _, done := range open.add(f) {
				if !yield(done, nil) {
					return
				}
			}
		}
		for _, s := range open.order {
			if t := s.trajectory(); t != nil && !yield(t, nil) {
				return
			}
		}
	}
}

// maxOpen is how many sessions are followed at once.
const maxOpen = 256

// sessions follows the sessions of a log.
type sessions struct {
	source string
	byKey  map[string]*session
	order  []*session
	begun  int
}

// add gives a frame to its session, and returns the runs that are over: those
// whose client begins anew, and the oldest where too many are open.
func (o *sessions) add(f frame) []*trajectory.Trajectory {
	var done []*trajectory.Trajectory
	begins := f.rpc.Get("method").Is("initialize")
	s := o.byKey[f.session]
	if s != nil && begins && s.initialized {
		done = o.end(s, done)
		s = nil
	}
	if s == nil {
		o.begun++
		s = &session{key: f.session, id: f.session, source: o.source, waiting: map[string][]pending{}, used: map[string]int{}}
		if s.id == "" {
			s.id = fmt.Sprintf("session-%d", o.begun)
		}
		o.byKey[f.session] = s
		o.order = append(o.order, s)
	}
	s.initialized = s.initialized || begins
	s.frame(f)
	if len(o.order) > maxOpen {
		done = o.end(o.order[0], done)
	}
	return done
}

// end closes a session.
func (o *sessions) end(s *session, done []*trajectory.Trajectory) []*trajectory.Trajectory {
	delete(o.byKey, s.key)
	for i, other := range o.order {
		if other == s {
			o.order = append(o.order[:i], o.order[i+1:]...)
			break
		}
	}
	if t := s.trajectory(); t != nil {
		done = append(done, t)
	}
	return done
}
