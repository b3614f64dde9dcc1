package stream

import (
	"errors"
	"iter"

	"github.com/sequitur-go/sequitur/traceformat/format"
)

// DefaultMax is the longest record that is read where Options do not say.
const DefaultMax = 64 << 20

// Options says how a recording is taken apart.
type Options struct {
	// Max is the longest record in bytes; 0 means DefaultMax. A longer one is
	// skipped and reported.
	Max int
	// Keys are the keys under which an object wraps the array of its records
	// ("simulations"). An object that stands alone and has none of them is a
	// record itself.
	Keys []string
	// Rest asks for the wrapper itself, too, behind its records.
	Rest bool
}

// A Record is one value of a recording.
type Record struct {
	// Value is valid until the next record is asked for, or until decode
	// returns: copy what is to be kept. Text and Raw do.
	Value
	// Line counts from 1, Offset is in bytes from the start.
	Line   int
	Offset int64
	// Key is the wrapper's key under which the record stands, and Outer the
	// wrapper with the fields that came before; "" and absent at the top.
	Key   string
	Outer Value
	// Rest says that this is a wrapper itself, all of it but the records that
	// were yielded before.
	Rest bool
}

// Values yields the records of a recording in order. An error that is a
// *format.BrokenRecord stands for a record that was skipped; any other ends the
// sequence.
func Values(in format.Input, opt Options) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		s := newSplitter(in, opt)
		for {
			b, err := s.next()
			for i := range b.records {
				if !yield(b.read(in.Source, i)) {
					return
				}
			}
			s.recycle(b)
			if err != nil {
				if !errors.Is(err, errEnd) {
					yield(Record{}, err)
				}
				return
			}
		}
	}
}

// read checks one record of the batch.
func (b *batch) read(source string, i int) (Record, error) {
	r := b.records[i]
	broken := &format.BrokenRecord{Source: source, Line: r.line, Offset: r.offset, Rule: r.rule}
	if r.rule != "" {
		return Record{}, broken
	}
	data := r.own
	if data == nil {
		data = b.data[r.from:r.to]
	}
	value, err := Parse(data)
	if err != nil {
		broken.Rule = err.Error()
		return Record{}, broken
	}
	return Record{Value: value, Line: r.line, Offset: r.offset, Key: r.key, Outer: r.outer, Rest: r.rest}, nil
}
