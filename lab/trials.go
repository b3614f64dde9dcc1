package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
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
	failed map[trialKey]int // where in trials those are that do not count
	trials []Trial
	// damaged are the lines of the file that hold no trial.
	damaged []span
}

// span is a line of a file.
type span struct{ number, from, to int }

// openStore opens the trials' file, for this process alone. What a kill left of
// a half-written last line is cut off, so that the next line begins a line;
// what damaged a line before it is blanked out, so that its trial is played
// again.
func openStore(root *os.Root) (*store, error) {
	s := &store{done: make(map[trialKey]bool), failed: make(map[trialKey]int)}
	file, err := root.OpenFile(trialsFile, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", trialsFile, err)
	}
	if !lock(file) {
		return nil, errors.Join(&BusyError{Dir: root.Name()}, file.Close())
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read %s: %w", trialsFile, err), file.Close())
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	s.read(data[:whole])
	if err := s.repair(file, whole, len(data)); err != nil {
		return nil, errors.Join(fmt.Errorf("repair %s: %w", trialsFile, err), file.Close())
	}
	s.file = file
	return s, nil
}

// repair leaves the file with whole trials, and at its end.
func (s *store) repair(file *os.File, whole, size int) error {
	for _, line := range s.damaged {
		if _, err := file.WriteAt(bytes.Repeat([]byte{' '}, line.to-line.from), int64(line.from)); err != nil {
			return err
		}
	}
	if whole < size {
		if err := file.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	_, err := file.Seek(int64(whole), io.SeekStart)
	return err
}

// read takes the trials of an earlier run. Trials that the model's server
// failed are to be played again.
func (s *store) read(data []byte) {
	for from, number := 0, 1; from < len(data); number++ {
		to := from + bytes.IndexByte(data[from:], '\n')
		line := bytes.TrimSpace(data[from:to])
		var t Trial
		switch err := json.Unmarshal(line, &t); {
		case len(line) == 0: // blanked out earlier
		case err != nil || t.Arm == "" || t.Fault == "":
			s.damaged = append(s.damaged, span{number, from, to})
		default:
			s.keep(t)
		}
		from = to + 1
	}
}

// warning tells which lines were dropped.
func (s *store) warning() string {
	if len(s.damaged) == 0 {
		return ""
	}
	const most = 5
	var places []string
	for _, line := range s.damaged[:min(most, len(s.damaged))] {
		places = append(places, fmt.Sprintf("%s:%d", trialsFile, line.number))
	}
	text := strings.Join(places, ", ")
	if more := len(s.damaged) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("damaged lines, dropped and played again: %s", text)
}

// keep takes a trial. One that counts replaces one that did not; of two that
// count, the first one stands.
func (s *store) keep(t Trial) {
	key := t.key()
	if s.done[key] {
		return
	}
	s.done[key] = t.Infra == ""
	if i, ok := s.failed[key]; ok {
		s.trials[i] = t
		return
	}
	if t.Infra != "" {
		s.failed[key] = len(s.trials)
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

// A BusyError says that another process plays the run of a folder.
type BusyError struct{ Dir string }

// Error names the folder.
func (e *BusyError) Error() string { return "another process is playing the run in " + e.Dir }
