package report

import (
	_ "embed" // for the page
	"fmt"
	"html/template"
	"io"
)

//go:embed page.tmpl
var pageText string

// WriteHTML writes a document as one page that needs nothing from elsewhere
// and no script. It is also well-formed XML, save for its first line.
func WriteHTML(w io.Writer, d *Document) error {
	page, err := template.New("page").Funcs(template.FuncMap{
		"chart": func(c Chart, section string, n int) template.HTML {
			return template.HTML(draw(&c, fmt.Sprintf("%s-c%d", section, n))) //nolint:gosec // draw escapes every text
		},
		"label": func(t Table) string { return d.label(&t) },
		"plain": printable,
	}).Parse(pageText)
	if err != nil {
		return fmt.Errorf("read the page's template: %w", err)
	}
	return page.Execute(w, d)
}
