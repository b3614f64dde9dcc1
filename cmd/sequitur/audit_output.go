package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/report"
)

const auditFileNames = "findings.jsonl, audit.json, report.md, report.html, junit.xml, findings.sarif"

// write writes the reports: all of them beside their places first, so that a full
// disk leaves none half written.
func (j *auditJob) write(f *audit.Figures, gate []audit.Outcome) error {
	defer j.clean()
	document := report.Audit(f, gate, false)
	forms := []struct {
		name  string
		write func(w io.Writer) error
	}{
		{"findings.jsonl", j.join},
		{"audit.json", func(w io.Writer) error {
			encoder := json.NewEncoder(w)
			encoder.SetEscapeHTML(false)
			encoder.SetIndent("", "  ")
			return encoder.Encode(auditResult{f, gate})
		}},
		{"report.md", func(w io.Writer) error { return report.WriteMarkdown(w, &document) }},
		{"report.html", func(w io.Writer) error { return report.WriteAuditHTML(w, &document, f.Findings, f.Omitted) }},
		{"junit.xml", func(w io.Writer) error { return report.WriteJUnit(w, &document) }},
		{"findings.sarif", func(w io.Writer) error { return report.WriteSARIF(w, j.sarif) }},
	}
	const hint = "make room, or name another folder"
	for _, form := range forms {
		if err := writeFile(filepath.Join(j.temp, form.name), form.write); err != nil {
			return exitWith(exitFailed, err, hint)
		}
	}
	for _, form := range forms {
		if err := os.Rename(filepath.Join(j.temp, form.name), filepath.Join(j.out, form.name)); err != nil {
			return exitWith(exitFailed, err, hint)
		}
	}
	return nil
}

func writeFile(name string, write func(w io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// join puts the files' findings one after the other.
func (j *auditJob) join(w io.Writer) error {
	for i := range j.files {
		part, err := os.ReadFile(j.part(i))
		if errors.Is(err, os.ErrNotExist) {
			continue // no recording
		}
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, bytes.NewReader(part)); err != nil {
			return err
		}
	}
	return nil
}
