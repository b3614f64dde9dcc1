package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/sequitur-go/sequitur/lab"
)

const labFileMode = 0o644

// writeLabFile writes one file of a run's folder.
func writeLabFile(dir, name string, data []byte) error {
	if err := os.WriteFile(filepath.Join(dir, name), data, labFileMode); err != nil {
		return exitWith(exitFailed, fmt.Errorf("write %s: %w", name, err), "the trials are kept: make room, and run again with --resume")
	}
	return nil
}

// printLabSummary prints what a run came to.
func printLabSummary(w io.Writer, s *lab.Summary, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(s)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s: %s\n%s, seed %d\n", s.Experiment, s.Title, s.Who(), s.Seed)
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	for _, t := range s.Tables() {
		fmt.Fprintf(&b, "\n%s (%s)\n", t.Title, t.Note)
		writeColumns(&b, append([][]string{t.Head}, t.Rows...))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeColumns writes rows in columns. Wide characters take two cells.
func writeColumns(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], cells(text))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			line.WriteString("  " + text + strings.Repeat(" ", widths[i]-cells(text)))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// cells is how many cells of a terminal a text takes.
func cells(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		if r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xffef) {
			n++
		}
	}
	return n
}

// writeLabReports writes the reports of a summary.
func writeLabReports(dir string, s *lab.Summary) error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := writeLabFile(dir, "result.json", append(data, '\n')); err != nil {
		return err
	}
	if err := writeLabFile(dir, "report.md", []byte(labMarkdown(s))); err != nil {
		return err
	}
	page, err := labHTML([]*lab.Summary{s})
	if err != nil {
		return err
	}
	if err := writeLabFile(dir, "report.html", page); err != nil {
		return err
	}
	suites, err := labJUnit(s)
	if err != nil {
		return err
	}
	return writeLabFile(dir, "junit.xml", suites)
}

// writeDemo writes one page with all experiments.
func writeDemo(dir string, all []*lab.Summary) error {
	page, err := labHTML(all)
	if err != nil {
		return err
	}
	return writeLabFile(dir, "report.html", page)
}

// labMarkdown is a summary as Markdown.
func labMarkdown(s *lab.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n%s\n\n%s, seed %d\n", s.Experiment, s.Title, strings.TrimSpace(s.Question), s.Who(), s.Seed)
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "\n**Warning:** %s\n", warning)
	}
	for _, t := range s.Tables() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", t.Title, t.Note)
		for i, row := range append([][]string{t.Head}, t.Rows...) {
			for _, text := range row {
				b.WriteString("| " + strings.ReplaceAll(text, "|", `\|`) + " ")
			}
			b.WriteString("|\n")
			if i == 0 {
				b.WriteString(strings.Repeat("|---", len(row)) + "|\n")
			}
		}
	}
	return b.String()
}
