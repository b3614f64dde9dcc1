package traceformat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sync/atomic"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/trajectory"
)

// headSize is how much of a recording is looked at to recognise it.
const headSize = 256 << 10

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
	in := bufio.NewReaderSize(plain, headSize)
	head, err := in.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return fmt.Errorf("%s: %w", r.Source, err)
	}
	r.Format, err = choose(r.Source, name, head)
	r.in = format.Input{Source: r.Source, Reader: in}
	return err
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
