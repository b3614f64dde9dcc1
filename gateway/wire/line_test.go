package wire_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/gateway/wire"
)

// taken is how many bytes a function allocates. No other test may run beside it.
func taken(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A large message is read into little more than twice its size, and written
// without another copy.
func TestALargeMessageIsHardlyCopied(t *testing.T) { //nolint:paralleltest // it measures what all goroutines allocate
	const size = 16 << 20
	text := `{"id":1,"result":"` + strings.Repeat("x", size) + `"}`
	var line []byte
	read := taken(func() {
		got, err := wire.NewLineReader(strings.NewReader(text + "\n{}\n")).Next()
		if err != nil {
			t.Error(err)
		}
		line = got
	})
	if string(line) != text {
		t.Errorf("read %d bytes, want %d", len(line), len(text))
	}
	if read > 6*size { // with the text and its end themselves
		t.Errorf("reading took %d bytes", read)
	}
	written := &counted{}
	wrote := taken(func() {
		w := wire.NewLineWriter(written)
		defer w.Close()
		if err := w.Write(t.Context(), line); err != nil {
			t.Error(err)
		}
	})
	if wrote > size/8 {
		t.Errorf("writing took %d bytes", wrote)
	}
	if written.bytes != len(text)+1 || written.last != '\n' {
		t.Errorf("wrote %d bytes that end with %q", written.bytes, written.last)
	}
}

// counted counts what is written.
type counted struct {
	bytes int
	last  byte
}

func (c *counted) Write(p []byte) (int, error) {
	c.bytes += len(p)
	c.last = p[len(p)-1]
	return len(p), nil
}

// Lines of all lengths around the bounds of their parts come as they were.
func TestLinesOfManyLengths(t *testing.T) {
	t.Parallel()
	var all bytes.Buffer
	var want []string
	for _, n := range []int{1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 128 << 10, 192<<10 - 1, 192 << 10, 192<<10 + 1, 5 << 20, 9 << 20} {
		line := strings.Repeat("0123456789abcde", n/15+1)[:n]
		want = append(want, line)
		all.WriteString(line + "\n")
	}
	lines := wire.NewLineReader(&all)
	for _, line := range want {
		if got, err := lines.Next(); err != nil || string(got) != line {
			t.Errorf("a line of %d bytes came as %d bytes: %v", len(line), len(got), err)
		}
	}
	if _, err := lines.Next(); err != io.EOF { //nolint:errorlint // it is returned bare
		t.Errorf("got %v", err)
	}
}
