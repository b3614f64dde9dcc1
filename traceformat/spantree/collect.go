package spantree

import (
	"errors"
	"fmt"
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/trajectory"
)

const (
	// maxHeld is how many bytes of spans are held while their traces are not
	// known to be complete.
	maxHeld = 48 << 20
	// maxTrace is how many bytes one trace may hold.
	maxTrace = 1 << 30
)

// Collect groups spans by trace and yields the runs of each, in the order in
// which the traces began in the recording. An error that is a
// *format.BrokenRecord passes through; any other ends the sequence.
func Collect(source string, spans iter.Seq2[*Span, error]) iter.Seq2[*trajectory.Trajectory, error] {
	return collect(source, spans, maxHeld, maxTrace)
}

func collect(source string, spans iter.Seq2[*Span, error], held, longest int) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		c := &collector{builder: builder{source: source, seen: map[string]struct{}{}}, traces: map[string]*trace{}, given: map[string]int{}, held: held, longest: longest}
		for s, err := range spans {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				if _, ok := errors.AsType[*format.BrokenRecord](err); !ok {
					return
				}
				continue
			}
			c.add(s)
			for c.full() {
				if !c.give(c.complete(), true, yield) {
					return
				}
			}
		}
		for len(c.order) > 0 {
			if !c.give(0, false, yield) {
				return
			}
		}
	}
}

// trace is the spans of one trace so far.
type trace struct {
	id     string
	spans  []*Span
	size   int
	rooted bool
}

// collector holds the traces that may go on.
type collector struct {
	builder       builder
	traces        map[string]*trace
	order         []*trace
	size          int
	held, longest int
	// given counts how often a trace was handed out before the recording's
	// end.
	given map[string]int
}

func (c *collector) add(s *Span) {
	t := c.traces[s.Trace]
	if t == nil {
		t = &trace{id: s.Trace}
		c.traces[s.Trace] = t
		c.order = append(c.order, t)
	}
	t.spans = append(t.spans, s)
	t.size += s.Size
	c.size += s.Size
	t.rooted = t.rooted || s.Parent == ""
}

// full says whether a trace has to go.
func (c *collector) full() bool {
	return c.size > c.held && len(c.order) > 1 || c.size > c.longest
}

// complete is the index of the first trace whose root was read, as its last
// span as a rule, else of the first.
func (c *collector) complete() int {
	for i, t := range c.order {
		if t.rooted {
			return i
		}
	}
	return 0
}

// give hands a trace out. Early says that the recording goes on.
func (c *collector) give(index int, early bool, yield func(*trajectory.Trajectory, error) bool) bool {
	t := c.order[index]
	c.order = append(c.order[:index], c.order[index+1:]...)
	delete(c.traces, t.id)
	c.size -= t.size
	piece := c.given[t.id]
	if early && len(c.given) < maxSeen {
		c.given[t.id]++
	}
	if piece > 0 && !yield(nil, &format.BrokenRecord{
		Source: c.builder.source, Offset: -1,
		Rule: fmt.Sprintf("trace %.40q is read in pieces: its spans lie too far apart", t.id),
	}) {
		return false
	}
	for _, r := range c.builder.build(t.spans) {
		if piece > 0 {
			r.ID = fmt.Sprintf("%s~%d", r.ID, piece+1)
		}
		if !yield(r, nil) {
			return false
		}
	}
	return true
}
