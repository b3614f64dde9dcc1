package journal

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/trajectory"
)

// A Writer appends episodes to a journal. It is safe for concurrent use, and is
// a recorder for a guard.
type Writer struct {
	cfg  Config
	root *os.Root

	mu      sync.Mutex
	file    *os.File
	size    int64     // bytes in the file, as far as known
	begun   time.Time // when its first line was written
	checked time.Time // when the file was last compared with its name
	torn    bool      // the last line may have broken off
	stuck   time.Time // when rotating failed last
	warning error     // what went wrong besides the writing, until it is told
	closed  bool
	err     error
	dropped uint64
}

// recheck is how often a writer looks whether another process has rotated the
// file that it writes.
const recheck = time.Second

// Open opens the journal, and begins or continues its file.
func Open(cfg Config) (*Writer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	cfg = cfg.withDefaults()
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	root, err := os.OpenRoot(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	w := &Writer{cfg: cfg, root: root}
	if err := w.open(); err != nil {
		_ = root.Close() // the first error tells more
		return nil, fmt.Errorf("journal: %w", err)
	}
	w.report(w.retain())
	return w, nil
}

// Record appends the episode. A failure is counted and told to OnError, and
// never reaches the tool whose call is recorded.
func (w *Writer) Record(_ context.Context, e trajectory.Episode) {
	w.report(w.Append(e))
	w.mu.Lock()
	warning := w.warning
	w.warning = nil
	w.mu.Unlock()
	w.report(warning)
}

// Append appends the episode, and returns why it could not.
func (w *Writer) Append(e trajectory.Episode) error {
	now := w.cfg.Now()
	e = prepare(e, w.cfg.Contents, w.cfg.Redactor)
	data, err := encode(&e, now)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		err = w.write(data, now)
	}
	if err != nil {
		w.dropped++
		err = fmt.Errorf("journal: episode of %q lost: %w", e.Tool, err)
	}
	w.err = err
	return err
}

// Err returns why the last episode could not be written; nil once one could be
// again.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Dropped counts the episodes that could not be written.
func (w *Writer) Dropped() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dropped
}

// Close closes the file. Episodes after that are dropped.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	err := w.file.Close()
	if e := w.root.Close(); err == nil {
		err = e
	}
	return err
}

func (w *Writer) report(err error) {
	if err != nil && w.cfg.OnError != nil {
		w.cfg.OnError(err)
	}
}

// write appends one whole line by one call of the system.
func (w *Writer) write(data []byte, now time.Time) error {
	if w.closed {
		return os.ErrClosed
	}
	if err := w.follow(now, int64(len(data))); err != nil {
		return err
	}
	if w.torn {
		data = append([]byte{'\n'}, data...)
	}
	n, err := w.file.Write(data)
	w.size += int64(n)
	w.torn = err != nil && (n > 0 || w.torn)
	if err == nil && w.begun.IsZero() {
		w.begun = now
	}
	return err
}
