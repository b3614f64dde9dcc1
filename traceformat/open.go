package traceformat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"sync/atomic"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// headSize is how much of a recording is looked at to recognise it.
const headSize = 256 << 10

// furtherTable is how much is looked at, in steps, where that does not do: a first
// message that holds images or a book is longer.
var furtherTable = [...]int{4 << 20, 32 << 20}

// A Recording is one recording that was opened and recognised.
type Recording struct {
	Source string
	Format format.Format
	// Size is the file's size as it lies there, 0 where unknown.
	Size int64

	in      format.Input
	read    *counter
	closers []io.Closer
}

// Open opens a file. Name is a format's, or Auto. The caller closes the
// recording.
func Open(path, name string) (*Recording, error) {
	file, err := os.Open(path) //nolint:gosec // the user names what is to be read
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s: is a directory, and a recording is a file", path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r, err := from(file, path, name)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r.closers = append(r.closers, file)
	r.Size = info.Size()
	if info.Mode().IsRegular() && len(r.closers) == 1 { // not compressed
		r.in.At, r.in.Size = file, info.Size()
	}
	return r, nil
}

// From reads a recording from r, such as the standard input. Source names it
// in messages.
func From(r io.Reader, source, name string) (*Recording, error) { return from(r, source, name) }

func from(r io.Reader, source, name string) (*Recording, error) {
	read := &counter{in: r}
	plain, closers, err := decompress(read)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	recording := &Recording{Source: source, read: read, closers: closers}
	if err := recording.recognise(plain, name); err != nil {
		return nil, errors.Join(err, recording.Close())
	}
	return recording, nil
}

// recognise looks at the head and leaves it to be read.
func (r *Recording) recognise(plain io.Reader, name string) error {
	head, err := readOn(nil, plain, headSize)
	if err != nil && len(head) == 0 {
		return fmt.Errorf("%s: %w", r.Source, err)
	}
	r.Format, err = choose(r.Source, name, head)
	for _, size := range furtherTable {
		if _, unknown := errors.AsType[*UnknownFormatError](err); !unknown || !cutJSON(head) {
			break
		}
		before := len(head)
		head, _ = readOn(head, plain, size) // whoever reads on will meet the failure
		if len(head) == before {
			break
		}
		short := stream.Shorten(head)
		if f, ok := Detect(short[:min(len(short), furtherTable[0])]); ok {
			r.Format, err = f, nil
		}
	}
	r.in = format.Input{Source: r.Source, Reader: io.MultiReader(bytes.NewReader(head), plain)}
	return err
}

// readOn reads until head has the size, or the recording ends.
func readOn(head []byte, plain io.Reader, size int) ([]byte, error) {
	from := len(head)
	head = slices.Grow(head, size-from)[:size]
	n, err := io.ReadFull(plain, head[from:])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:from+n], err
}

// cutJSON says whether a head is JSON that may go on: there is more to see.
func cutJSON(head []byte) bool {
	return len(head) >= headSize && len(stream.Peek(head[:64])) > 0
}

// Trajectories yields the recording's runs. It can be called once.
func (r *Recording) Trajectories() iter.Seq2[*trajectory.Trajectory, error] {
	return r.Format.Read(r.in)
}

// Read says how many bytes of the file were read so far, compressed as they
// are; it may be asked while Trajectories runs.
func (r *Recording) Read() int64 { return r.read.n.Load() }

// Close closes what was opened.
func (r *Recording) Close() error {
	var failed []error
	for _, c := range r.closers {
		failed = append(failed, c.Close())
	}
	return errors.Join(failed...)
}

// counter counts what is read.
type counter struct {
	in io.Reader
	n  atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n.Add(int64(n))
	return n, err
}
