package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/report"
)

const labFileMode = 0o644

// resultFile is the file of a run's folder that all its reports come from.
const resultFile = "result.json"

// labForms are the reports of a run by the name of their file.
func labForms() map[string]func(io.Writer, *report.Document) error {
	return map[string]func(io.Writer, *report.Document) error{
		"report.md": report.WriteMarkdown, "report.html": report.WriteHTML, "junit.xml": report.WriteJUnit,
	}
}

// writeLabRun writes what a run came to: result.json, and the reports.
func writeLabRun(dir string, r *result.Result) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := writeLabFile(dir, resultFile, append(data, '\n')); err != nil {
		return err
	}
	return writeLabReports(dir, r)
}

// writeLabReports writes the reports of a result.
func writeLabReports(dir string, r *result.Result) error {
	document := report.Lab(r)
	for name, write := range labForms() {
		if err := writeLabReport(dir, name, &document, write); err != nil {
			return err
		}
	}
	return nil
}

func writeLabReport(dir, name string, d *report.Document, write func(io.Writer, *report.Document) error) error {
	var b bytes.Buffer
	if err := write(&b, d); err != nil {
		return err
	}
	return writeLabFile(dir, name, b.Bytes())
}

// writeLabFile writes one file of a run's folder: whole, or not at all.
func writeLabFile(dir, name string, data []byte) error {
	path := filepath.Join(dir, name)
	part := path + ".part"
	err := os.WriteFile(part, data, labFileMode)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		_ = os.Remove(part) // what is left of it harms nothing
		return exitWith(exitFailed, fmt.Errorf("write %s: %w", name, err), "the trials are kept: make room, and run again with --resume")
	}
	return nil
}

// readLabResult reads the result of a run, by its file or by the run's folder.
func readLabResult(file string) (*result.Result, error) {
	const hint = "give the result.json that sequitur lab run wrote; a run that was killed is finished by --resume"
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, resultFile)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, badFile(err, hint)
	}
	r, err := result.Parse(data)
	if err != nil {
		return nil, badFile(fmt.Errorf("%s: %w", file, err), hint)
	}
	return &r, nil
}

// printLabResult prints what a run came to.
func printLabResult(w io.Writer, r *result.Result, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	}
	document := report.Lab(r)
	return report.WriteText(w, &document, columns(w))
}
