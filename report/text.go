package report

import (
	"io"
	"strings"
)

// DefaultWidth is the width of a terminal that does not tell its own.
const DefaultWidth = 100

// WriteText writes a document for a terminal of so many cells. A table that is
// too wide is written as records, one figure a line, so that none is cut off.
func WriteText(w io.Writer, d *Document, columns int) error {
	if columns <= 0 {
		columns = DefaultWidth
	}
	p := textPage{document: d, width: max(columns, 20)}
	p.say(d.Title)
	p.say(d.Label)
	p.say(d.Caution)
	for i := range d.Sections {
		p.section(&d.Sections[i])
	}
	_, err := io.WriteString(w, p.text.String())
	return err
}

type textPage struct {
	document *Document
	width    int
	text     strings.Builder
}

func (p *textPage) say(text string) {
	for _, line := range wrap(text, p.width) {
		p.text.WriteString(line + "\n")
	}
}

func (p *textPage) section(s *Section) {
	p.text.WriteString("\n")
	p.say(strings.ToUpper(s.Title))
	p.say(strings.Join(s.Facts, ", "))
	p.say(s.Lead)
	if s.Reading != "" {
		p.say("How to read it: " + s.Reading)
	}
	for _, warning := range s.Warnings {
		p.say("warning: " + warning)
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		p.text.WriteString("\n")
		p.say(t.Title + " (" + p.document.label(t) + ")")
		p.say(t.Note)
		p.table(t)
	}
}

func (p *textPage) table(t *Table) {
	widths, total := make([]int, len(t.Columns)), 0
	for i, c := range t.Columns {
		widths[i] = cells(printable(c.Name))
		for _, row := range t.Rows {
			widths[i] = max(widths[i], cells(printable(row[i])))
		}
		total += widths[i] + 2
	}
	if total > p.width {
		p.records(t)
		return
	}
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = c.Name
	}
	for _, row := range append([][]string{head}, t.Rows...) {
		var line strings.Builder
		for i, text := range row {
			line.WriteString("  " + pad(printable(text), widths[i], t.Columns[i].Figure))
		}
		p.text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func (p *textPage) records(t *Table) {
	name := 0
	for _, c := range t.Columns {
		name = max(name, cells(c.Name))
	}
	name = min(name, p.width/2)
	for n, row := range t.Rows {
		if n > 0 {
			p.text.WriteString("\n")
		}
		for i, text := range row {
			if text == "" {
				continue
			}
			lines := wrap(text, max(p.width-name-4, 8))
			p.text.WriteString("  " + pad(clip(t.Columns[i].Name, name), name, false) + "  " + strings.Join(lines, "\n"+strings.Repeat(" ", name+4)) + "\n")
		}
	}
}
