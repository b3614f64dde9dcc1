// Package format holds what every reader of recorded runs has in common: what
// a format is, what it is given, and how it reports a record that it could not
// read.
package format

import (
	"fmt"
	"io"
	"iter"

	"github.com/sequitur-go/sequitur/trajectory"
)

// An Input is one recording, already decompressed.
type Input struct {
	// Source names it in messages and in Trajectory.Source.
	Source string
	Reader io.Reader
	// At and Size are set where the input can be read out of order, as zip
	// archives must be; a reader that needs it and has it not copies Reader to
	// memory, up to a stated limit.
	At   io.ReaderAt
	Size int64
}

// A Format recognises and reads one family of recordings.
type Format struct {
	// Name is what --format takes: lower-case words with hyphens.
	Name string
	// Title is what people call it.
	Title string
	// Looks says by what it is recognised, for the refusal of a file that no
	// format knows.
	Looks string
	// Sniff says how sure it is, from 0 (not mine) to 100, that a recording
	// begins with head, which may be cut at any byte.
	Sniff func(head []byte) int
	// Read yields the runs in the order of the recording, with memory bounded
	// by the longest run. An error that is a *BrokenRecord counts one record
	// that was skipped, and reading goes on; any other error ends it.
	Read func(in Input) iter.Seq2[*trajectory.Trajectory, error]
}

// A BrokenRecord is a part of a recording that could not be read and was
// skipped.
type BrokenRecord struct { //nolint:errname // a record is what is broken; the reading goes on
	Source string
	// Line counts from 1; 0 where the format has no lines.
	Line int
	// Offset is in bytes from the start, -1 where unknown.
	Offset int64
	// Rule says what the record breaks, without quoting its contents.
	Rule string
}

// Error names the place and the rule.
func (b *BrokenRecord) Error() string {
	switch {
	case b.Line > 0:
		return fmt.Sprintf("%s:%d: %s", b.Source, b.Line, b.Rule)
	case b.Offset >= 0:
		return fmt.Sprintf("%s: byte %d: %s", b.Source, b.Offset, b.Rule)
	default:
		return fmt.Sprintf("%s: %s", b.Source, b.Rule)
	}
}
