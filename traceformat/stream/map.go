package stream

import (
	"errors"
	"iter"
	"runtime"

	"github.com/sequitur-go/sequitur/traceformat/format"
)

// Map decodes the records of a recording on every core and yields what decode
// makes of them, in the order of the recording. Decode runs on several
// goroutines at once. An error of decode is turned into a *format.BrokenRecord
// with the record's place, and reading goes on. The recording itself is read on
// the caller's goroutine, and at most a few megabytes ahead, so that to stop
// early leaves nothing behind.
func Map[T any](in format.Input, opt Options, decode func(Record) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s := newSplitter(in, opt)
		var pending []*decoded[T]
		defer func() {
			for _, d := range pending {
				<-d.done
			}
		}()
		var end error
		for end == nil || len(pending) > 0 {
			for end == nil && len(pending) <= runtime.GOMAXPROCS(0) {
				var b *batch
				b, end = s.next()
				pending = append(pending, startDecoding(in.Source, b, decode))
			}
			first := pending[0]
			<-first.done
			pending = pending[1:]
			for i := range first.values {
				if !yield(first.values[i], first.errs[i]) {
					return
				}
			}
			s.recycle(first.batch)
		}
		if !errors.Is(end, errEnd) {
			var zero T
			yield(zero, end)
		}
	}
}

// decoded is what became of a batch, once done is closed.
type decoded[T any] struct {
	batch  *batch
	values []T
	errs   []error
	done   chan struct{}
}

func startDecoding[T any](source string, b *batch, decode func(Record) (T, error)) *decoded[T] {
	d := &decoded[T]{batch: b, values: make([]T, len(b.records)), errs: make([]error, len(b.records)), done: make(chan struct{})}
	go func() {
		defer close(d.done)
		for i := range b.records {
			record, err := b.read(source, i)
			if err == nil {
				d.values[i], err = decode(record)
				err = placed(err, source, record)
			}
			d.errs[i] = err
		}
	}()
	return d
}

// placed gives an error the record's place.
func placed(err error, source string, r Record) error {
	if broken := (*format.BrokenRecord)(nil); err == nil || errors.As(err, &broken) {
		return err
	}
	return &format.BrokenRecord{Source: source, Line: r.Line, Offset: r.Offset, Rule: err.Error()}
}
