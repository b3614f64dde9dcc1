package report

import (
	"bytes"
	"cmp"
	_ "embed" // for the findings
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/audit"
)

//go:embed audit.tmpl
var auditText string

// verdictNames is the order of findings on a page: what to look at comes first.
var verdictNames = []string{"mismatch", "acceptable", "match", "not_judged"}

// WriteAuditHTML writes an audit as one page that needs nothing from elsewhere
// and no script. Each finding opens the few messages around it, redacted.
func WriteAuditHTML(w io.Writer, d *Document, records []audit.Record, omitted int) error {
	var page, style, findings bytes.Buffer
	if err := WriteHTML(&page, d); err != nil {
		return err
	}
	t, err := template.New("findings").Funcs(template.FuncMap{"plain": printable, "lines": block, "wait": waitText}).Parse(auditText)
	if err != nil {
		return fmt.Errorf("read the findings' template: %w", err)
	}
	if err := t.ExecuteTemplate(&style, "style", nil); err != nil {
		return err
	}
	sorted := slices.Clone(records)
	slices.SortStableFunc(sorted, func(a, b audit.Record) int {
		return cmp.Compare(slices.Index(verdictNames, a.Verdict), slices.Index(verdictNames, b.Verdict))
	})
	data := struct {
		Findings []audit.Record
		Omitted  int
	}{sorted, omitted}
	if err := t.ExecuteTemplate(&findings, "findings", data); err != nil {
		return err
	}
	text := page.Bytes()
	text = insertBefore(text, "</style>", style.Bytes())
	text = insertBefore(text, "</ul></nav>", []byte(`<li><a href="#findings">Findings</a></li>`))
	text = insertBefore(text, "</main>", findings.Bytes())
	_, err = w.Write(text)
	return err
}

func insertBefore(text []byte, mark string, part []byte) []byte {
	at := bytes.LastIndex(text, []byte(mark))
	if at < 0 {
		return text
	}
	return append(text[:at:at], append(bytes.Clone(part), text[at:]...)...)
}

func waitText(seconds *float64) string {
	if seconds == nil {
		return "wait: cannot tell"
	}
	return fmt.Sprintf("wait: %.1f s", *seconds)
}

// block is a text of several lines without what no page may hold.
func block(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}
