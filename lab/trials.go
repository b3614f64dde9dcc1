package lab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	manifestFile = "manifest.json"
	trialsFile   = "trials.jsonl"
	resultFile   = "result.json"
)

// trialKey names a trial within a run.
type trialKey struct {
	arm, fault   string
	round, index int
}

func (t *Trial) key() trialKey { return trialKey{t.Arm, t.Fault, t.Round, t.Index} }

// store appends trials to their file as they happen.
type store struct {
	file   io.WriteCloser
	done   map[trialKey]bool
	trials []Trial
}

// openStore opens the trials' file. What a kill left of a half-written last
// line is cut off, so that the next line begins a line.
func openStore(root *os.Root) (*store, error) {
	s := &store{done: make(map[trialKey]bool)}
	data, err := root.ReadFile(trialsFile)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", trialsFile, err)
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if err := s.read(data[:whole]); err != nil {
		return nil, err
	}
	file, err := root.OpenFile(trialsFile, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", trialsFile, err)
	}
	if whole < len(data) {
		err = file.Truncate(int64(whole))
	}
	if err == nil {
		_, err = file.Seek(int64(whole), io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", trialsFile, err), file.Close())
	}
	s.file = file
	return s, nil
}

// read takes the trials of an earlier run. Trials that the model's server
// failed are to be played again.
func (s *store) read(data []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for n := 1; lines.Scan(); n++ {
		var t Trial
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return &FolderError{fmt.Sprintf("%s:%d: not a trial: %v", trialsFile, n, err)}
		}
		s.keep(t)
	}
	return lines.Err()
}

// keep takes a trial; one that counts replaces an earlier one that did not.
func (s *store) keep(t Trial) {
	s.done[t.key()] = t.Infra == ""
	for i := range s.trials {
		if s.trials[i].Infra != "" && s.trials[i].key() == t.key() {
			s.trials[i] = t
			return
		}
	}
	s.trials = append(s.trials, t)
}

// add writes a trial and takes it. It is on its way to the disk when add
// returns; a trial that could not be written is cut out again.
func (s *store) add(t Trial) error {
	line, err := json.Marshal(t)
	if err != nil {
		return err
	}
	if n, err := s.file.Write(append(line, '\n')); err != nil {
		return &StorageError{File: trialsFile, Kept: len(s.trials), Partial: n > 0, cause: err}
	}
	s.keep(t)
	return nil
}

// A StorageError says that a result could not be written.
type StorageError struct {
	File string
	// Kept counts the trials that are safe.
	Kept int
	// Partial says that a part of a line was written; a resume cuts it off.
	Partial bool
	cause   error
}

// Error tells what is safe.
func (e *StorageError) Error() string {
	return fmt.Sprintf("write %s: %v; the %d trials before are kept", e.File, e.cause, e.Kept)
}

// Unwrap returns the cause.
func (e *StorageError) Unwrap() error { return e.cause }
