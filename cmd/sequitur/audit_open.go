package main

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/trajectory"
)

// formatAuto asks for the format to be recognised.
const formatAuto = traceformat.Auto

const recordingHint = "sequitur audit --help lists the formats; --format names one"

// openRecording yields the runs of one file.
func openRecording(name, formatName string) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		r, err := openNamed(name, formatName)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close() //nolint:errcheck // only read
		for t, err := range r.Trajectories() {
			if !yield(t, err) {
				return
			}
		}
	}
}

// stdinName stands for the standard input.
const stdinName = "-"

// openNamed opens a file, or the standard input.
func openNamed(name, formatName string) (*traceformat.Recording, error) {
	if name == stdinName {
		return traceformat.From(os.Stdin, "stdin", formatName)
	}
	return traceformat.Open(name, formatName)
}

// recordings lists the files to read: those named, and all in the folders
// named, hidden ones left out. found says which came from a folder: they may be
// something else. What is named twice is read once.
func recordings(args []string) (files []string, found map[string]bool, err error) {
	files, found, err = allRecordings(args)
	slices.Sort(files)
	return slices.Compact(files), found, err
}

// namedTwice counts the names that are left out since they stand there already.
func namedTwice(args, files []string) int {
	all, _, err := allRecordings(args)
	if err != nil {
		return 0
	}
	return max(len(all)-len(files), 0)
}

func allRecordings(args []string) (files []string, found map[string]bool, err error) {
	found = map[string]bool{}
	for _, arg := range args {
		if arg == stdinName {
			files = append(files, arg)
			continue
		}
		info, err := os.Stat(arg)
		if err != nil {
			return nil, nil, err
		}
		if !info.IsDir() {
			if clean := filepath.Clean(arg); clean != stdinName {
				arg = clean
			}
			files = append(files, arg)
			continue
		}
		err = filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case path != arg && strings.HasPrefix(entry.Name(), "."):
				if entry.IsDir() {
					return fs.SkipDir
				}
			case entry.Type().IsRegular():
				files = append(files, path)
				found[path] = true
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return files, found, nil
}

// formatNames lists the formats that can be read, for help texts.
func formatNames() string {
	var b strings.Builder
	for _, f := range traceformat.Formats() {
		b.WriteString("\n  " + f.Name + "  " + f.Title)
	}
	return b.String()
}

// isBroken says whether an error is a record that was skipped: reading goes on.
func isBroken(err error) (*format.BrokenRecord, bool) {
	return errors.AsType[*format.BrokenRecord](err)
}

// isUnknown says whether an error is a file that no format knows.
func isUnknown(err error) bool {
	_, ok := errors.AsType[*traceformat.UnknownFormatError](err)
	return ok
}
