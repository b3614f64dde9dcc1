package report

import (
	"io"
	"slices"
	"strings"
)

// DefaultWidth is the width of a terminal that does not tell its own.
const DefaultWidth = 100

// WriteText writes a document for a terminal of so many cells. No figure is cut
// off: a table that is too wide is broken into blocks, or written as records.
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

// table writes a table. Figures that do not fit stand in a further block below,
// beside the texts that name their rows again; where not even one figure fits
// there, each row is written as a record.
func (p *textPage) table(t *Table) {
	widths := make([]int, len(t.Columns))
	var names []int // columns of text
	left := p.width
	for i, c := range t.Columns {
		widths[i] = cells(printable(c.Name))
		for _, row := range t.Rows {
			widths[i] = max(widths[i], cells(printable(row[i])))
		}
		if !c.Figure {
			names = append(names, i)
			left -= widths[i] + 2
		}
	}
	block, room := names, left
	var blocks [][]int
	for i, c := range t.Columns {
		if !c.Figure {
			continue
		}
		need := widths[i] + 2
		if need > left {
			p.records(t)
			return
		}
		if need > room {
			blocks = append(blocks, block)
			block, room = names, left
		}
		block, room = append(slices.Clone(block), i), room-need
	}
	if left < 0 {
		p.records(t)
		return
	}
	for n, columns := range append(blocks, block) {
		if n > 0 {
			p.text.WriteString("\n")
		}
		p.block(t, columns, widths)
	}
}

// block writes some columns of a table.
func (p *textPage) block(t *Table, columns, widths []int) {
	write := func(text func(column int) string) {
		var line strings.Builder
		for _, i := range columns {
			line.WriteString("  " + pad(printable(text(i)), widths[i], t.Columns[i].Figure))
		}
		p.text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	write(func(i int) string { return t.Columns[i].Name })
	for _, row := range t.Rows {
		write(func(i int) string { return row[i] })
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
