package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// A Store is the file of a matrix's trials. Each is written as it ends, so that
// a run can be interrupted and gone on with.
type Store struct {
	file  *os.File
	lines []Line
	done  map[Key]bool
}

// OpenStore opens or begins a file of trials. A last line that was not written
// to its end is cut off; any other line that cannot be read is an error.
func OpenStore(name string) (*Store, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600) //nolint:gosec // the user's own file
	if err != nil {
		return nil, fmt.Errorf("open the trials: %w", err)
	}
	s := &Store{file: file, done: make(map[Key]bool)}
	if err := s.load(name); err != nil {
		_ = file.Close() // nothing was written
		return nil, err
	}
	return s, nil
}

func (s *Store) load(name string) error {
	data, err := os.ReadFile(name) //nolint:gosec // the user's own file
	if err != nil {
		return fmt.Errorf("read the trials: %w", err)
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	number := 0
	for text := range bytes.Lines(whole) {
		number++
		var l Line
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("%s:%d: no trial: %w", name, number, err)
		}
		s.take(l)
	}
	if err := s.file.Truncate(int64(len(whole))); err != nil {
		return fmt.Errorf("cut the last trial off: %w", err)
	}
	_, err = s.file.Seek(int64(len(whole)), 0)
	return err
}

// take keeps a line in memory. A trial that failed for the lab's own parts is
// played again, and its new line takes the old one's place.
func (s *Store) take(l Line) {
	for i := range s.lines {
		if s.lines[i].Key == l.Key {
			s.lines[i], s.done[l.Key] = l, l.Infra == ""
			return
		}
	}
	s.lines = append(s.lines, l)
	s.done[l.Key] = l.Infra == ""
}

// Keep writes a trial.
func (s *Store) Keep(l Line) error {
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("write a trial: %w", err)
	}
	if _, err := s.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("write a trial: %w", err)
	}
	s.take(l)
	return nil
}

// Lines returns the trials.
func (s *Store) Lines() []Line { return s.lines }

// Done says whether a trial was played and counts. It must not be called while
// trials are kept.
func (s *Store) Done(key Key) bool { return s.done[key] }

// Close closes the file.
func (s *Store) Close() error { return s.file.Close() }
