package journal

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

const ending = ".jsonl"

// current is the name of the file being written.
func (w *Writer) current() string { return w.cfg.Name + ending }

// open opens the current file, and finds out how old it is and whether its last
// line is whole.
func (w *Writer) open() error {
	file, err := w.root.OpenFile(w.current(), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close() // the first error tells more
		return err
	}
	w.file, w.size, w.begun, w.torn = file, info.Size(), time.Time{}, false
	w.checked = w.cfg.Now()
	if w.size > 0 {
		w.begun = firstWritten(file, info)
		w.torn = !endsWhole(file, w.size)
	}
	return nil
}

// firstWritten returns when the file's first line was written.
func firstWritten(file *os.File, info fs.FileInfo) time.Time {
	first, err := bufio.NewReader(io.NewSectionReader(file, 0, maxLine)).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return info.ModTime()
	}
	l, err := decode(first)
	if err != nil || l.Written.IsZero() {
		return info.ModTime()
	}
	return l.Written
}

func endsWhole(file *os.File, size int64) bool {
	var last [1]byte
	_, err := file.ReadAt(last[:], size-1)
	return err == nil && last[0] == '\n'
}

// follow makes sure that the current file is the one to append to: it rotates a
// file that is full or old, and notices when another process has done so.
func (w *Writer) follow(now time.Time, more int64) error {
	due := w.due(now, more)
	if !due && now.Sub(w.checked).Abs() < recheck {
		return nil
	}
	w.checked = now
	ours, err := w.file.Stat()
	if err != nil {
		return err
	}
	w.size = ours.Size() // another process may have added lines
	named, err := w.root.Stat(w.current())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return w.reopen()
	case err != nil:
		return err
	case !os.SameFile(ours, named):
		return w.reopen()
	case !due:
		return nil
	}
	return w.rotate(now)
}

// due says whether the current file is full or old.
func (w *Writer) due(now time.Time, more int64) bool {
	full := w.cfg.Rotate.Size > 0 && w.size > 0 && w.size+more > w.cfg.Rotate.Size
	old := w.cfg.Rotate.Age > 0 && !w.begun.IsZero() && now.Sub(w.begun) >= w.cfg.Rotate.Age
	return (full || old) && (w.stuck.IsZero() || now.Sub(w.stuck).Abs() >= recheck)
}

// rotate finishes the current file and begins the next. Where it cannot be
// finished, it is written on: a large file is better than a lost line.
func (w *Writer) rotate(now time.Time) error {
	err := w.root.Rename(w.current(), w.finished(now))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.stuck, w.warning = now, fmt.Errorf("journal: file not rotated: %w", err)
		return nil
	}
	w.stuck = time.Time{}
	if err := w.reopen(); err != nil {
		return err
	}
	if err := w.retain(); err != nil {
		w.warning = fmt.Errorf("journal: old files not removed: %w", err)
	}
	return nil
}

func (w *Writer) reopen() error {
	before := w.file
	if err := w.open(); err != nil {
		return err
	}
	return before.Close()
}

// stamp sorts by time; a random part behind it keeps two processes apart.
const stamp = "20060102T150405.000000000Z"

// finished is the name that a full file is given.
func (w *Writer) finished(now time.Time) string {
	return w.cfg.Name + "-" + now.UTC().Format(stamp) + "-" + rand.Text()[:8] + ending
}

// isFinished says whether the name is one of a finished file of this journal.
func (w *Writer) isFinished(name string) bool {
	rest, ok := strings.CutPrefix(name, w.cfg.Name+"-")
	if !ok {
		return false
	}
	rest, ok = strings.CutSuffix(rest, ending)
	if !ok || len(rest) != len(stamp)+1+8 {
		return false
	}
	_, err := time.Parse(stamp, rest[:len(stamp)])
	return err == nil
}

// retain removes finished files, oldest first, until what is left may be kept.
func (w *Writer) retain() error {
	files, err := w.finishedFiles()
	if err != nil {
		return err
	}
	var total int64
	var errs []error
	for i, f := range slices.Backward(files) { // newest first
		total += f.Size()
		newer := len(files) - 1 - i
		if w.keeps(newer, total, w.cfg.Now().Sub(f.ModTime())) {
			continue
		}
		if err := w.root.Remove(f.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// keeps says whether a file is kept that has so many newer ones, which together
// with it are of a total size.
func (w *Writer) keeps(newer int, total int64, age time.Duration) bool {
	r := w.cfg.Retain
	return (r.Files < 0 || newer < r.Files) && (r.Bytes == 0 || total <= r.Bytes) && (r.Age == 0 || age <= r.Age)
}

// finishedFiles lists the finished files, oldest first.
func (w *Writer) finishedFiles() ([]fs.FileInfo, error) {
	entries, err := fs.ReadDir(w.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var files []fs.FileInfo
	for _, entry := range entries {
		if !w.isFinished(entry.Name()) {
			continue
		}
		if info, err := entry.Info(); err == nil { // else it is gone already
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return cmp.Compare(a.Name(), b.Name()) })
	return files, nil
}
