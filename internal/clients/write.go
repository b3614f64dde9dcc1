package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// backupEnding marks the file as it was before the guard.
const backupEnding = ".before-sequitur"

// Backup is where the file as it was is kept.
func (f *File) Backup() string { return f.File + backupEnding }

// Write keeps the file as it was, and then replaces it in one step. A file that
// was changed by somebody else since it was read is left alone.
func (f *File) Write() error {
	present, err := os.ReadFile(f.File)
	if err != nil {
		return err
	}
	if !bytes.Equal(present, f.text) {
		return fmt.Errorf("%s was changed in the meantime: run it again", f.File)
	}
	info, err := os.Stat(f.File)
	if err != nil {
		return err
	}
	if _, err := os.Stat(f.Backup()); errors.Is(err, fs.ErrNotExist) { // the first one is the one to go back to
		if err := replace(f.Backup(), f.text, info.Mode()); err != nil {
			return err
		}
	}
	return replace(f.File, f.Text(), info.Mode())
}

// Undo takes the guard away from the servers of a file, and leaves everything
// else as it is now: what was changed since stays. It says whether there was
// anything to undo, and which guarded servers it does not know from before.
func Undo(p Place) (done bool, kept []string, err error) {
	backup := p.File + backupEnding
	text, err := os.ReadFile(backup) //nolint:gosec // beside the file that the caller names
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	before, err := Parse(p, text)
	if err != nil {
		return false, nil, err
	}
	now, err := Read(p)
	if err != nil {
		return false, nil, err
	}
	info, err := os.Stat(p.File)
	if err != nil {
		return false, nil, err
	}
	for _, s := range now.Servers() {
		if !s.Guarded {
			continue
		}
		own := before.root.Find(s.path)
		if own == nil {
			kept = append(kept, s.Name)
			continue
		}
		now.root.Find(s.path).Value = own.Clone().Value
	}
	if err := replace(p.File, now.Text(), info.Mode()); err != nil {
		return false, nil, err
	}
	return true, kept, os.Remove(backup)
}

// replace writes a file beside its place, and then moves it there: nobody ever
// reads half a file. A link stays one.
func replace(name string, data []byte, mode fs.FileMode) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), ".sequitur-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Chmod(mode.Perm()), temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
