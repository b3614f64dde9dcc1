package report

import (
	"io"
	"strings"
)

// WriteMarkdown writes a document as Markdown. Charts have no form there; their
// figures stand in the tables.
func WriteMarkdown(w io.Writer, d *Document) error {
	var b strings.Builder
	paragraph := func(text string) {
		if text != "" {
			b.WriteString(text + "\n\n")
		}
	}
	paragraph("# " + inline(d.Title))
	paragraph("**" + inline(d.Label) + "**")
	paragraph(inline(d.Caution))
	for i := range d.Sections {
		s := &d.Sections[i]
		paragraph("## " + inline(s.Title))
		paragraph(inline(strings.Join(s.Facts, ", ")))
		paragraph(inline(s.Lead))
		if s.Reading != "" {
			paragraph("**How to read it:** " + inline(s.Reading))
		}
		for _, warning := range s.Warnings {
			paragraph("> **Warning:** " + inline(warning))
		}
		for j := range s.Tables {
			t := &s.Tables[j]
			paragraph("### " + inline(t.Title))
			paragraph("*" + inline(d.label(t)) + "*")
			paragraph(inline(t.Note))
			markdownTable(&b, t)
		}
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func markdownTable(b *strings.Builder, t *Table) {
	var rule strings.Builder
	for _, c := range t.Columns {
		b.WriteString("| " + inline(c.Name) + " ")
		if c.Figure {
			rule.WriteString("|---:")
		} else {
			rule.WriteString("|---")
		}
	}
	b.WriteString("|\n" + rule.String() + "|\n")
	for _, row := range t.Rows {
		for _, text := range row {
			b.WriteString("| " + inline(text) + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
}

// inline keeps a text on one line, and its characters from being markup.
func inline(text string) string {
	text = strings.Join(strings.Fields(printable(text)), " ")
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`).Replace(text)
}
