package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sample is a result in which every part of a report has something to show. Its
// figures are made up.
func sample(t *testing.T) *result.Result {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "lab.json"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := result.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

func render(t *testing.T, write func(io.Writer, *report.Document) error) string {
	t.Helper()
	d := report.Lab(sample(t))
	var b bytes.Buffer
	if err := write(&b, &d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func writeText(columns int) func(io.Writer, *report.Document) error {
	return func(w io.Writer, d *report.Document) error { return report.WriteText(w, d, columns) }
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(io.Writer, *report.Document) error{
		"lab.wide.txt": writeText(160), "lab.narrow.txt": writeText(60), "lab.md": report.WriteMarkdown,
		"lab.html": report.WriteHTML, "lab.xml": report.WriteJUnit,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, file := render(t, write), filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestPage reads the page as strict XML, so that no element stays open and no
// text becomes markup.
func TestPage(t *testing.T) {
	t.Parallel()
	page := render(t, report.WriteHTML)
	if strings.Contains(page, "<b>") || strings.Contains(page, "<markup>") {
		t.Error("a text became markup")
	}
	ids := make(map[string]bool)
	var refs []string
	pictures := 0
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "script", "link", "img", "iframe", "object":
			t.Errorf("<%s> in a page that needs nothing", e.Name.Local)
		case "svg":
			pictures++
		}
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "id":
				if ids[a.Value] {
					t.Errorf("id %q twice", a.Value)
				}
				ids[a.Value] = true
			case "aria-labelledby":
				refs = append(refs, strings.Fields(a.Value)...)
			}
		}
	}
	for _, ref := range refs {
		if !ids[ref] {
			t.Errorf("nothing has the id %q", ref)
		}
	}
	if pictures == 0 || len(refs) != 2*pictures+strings.Count(page, "<table ") {
		t.Errorf("%d charts with %d text alternatives", pictures, len(refs)/2)
	}
	if found := regexp.MustCompile(`(?i)https?://|url\(|@import|NaN|Inf\b`).FindString(page); found != "" {
		t.Errorf("%q in the page", found)
	}
	if tables, labels := strings.Count(page, "<table "), strings.Count(page, `<span class="from">`); tables != labels {
		t.Errorf("%d tables, of which %d say where their figures come from", tables, labels)
	}
}

func TestNarrowTextFits(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(render(t, writeText(60))) {
		wide := 0
		for _, r := range strings.TrimRight(line, "\n") {
			wide++
			if r >= 0x2e80 && r <= 0xffef {
				wide++
			}
		}
		if wide > 60 {
			t.Errorf("%d cells: %s", wide, line)
		}
	}
}

func TestTextSteersNoTerminal(t *testing.T) {
	t.Parallel()
	d := report.Document{Title: "a\x1b[31mb", Sections: []report.Section{{Title: "\u202ec", Tables: []report.Table{{
		Columns: []report.Column{{Name: "x"}}, Rows: [][]string{{"\x1b]0;t\x07"}, {"two\nlines"}},
	}}}}}
	var b bytes.Buffer
	if err := report.WriteText(&b, &d, 80); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\x07\u202e") {
		t.Errorf("%q", b.String())
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	var quiet, loud bytes.Buffer
	p := report.Progress{W: &quiet}
	p.Show("lab", 1, 4, time.Second)
	p.Clear()
	if quiet.Len() > 0 {
		t.Errorf("written to a file: %q", quiet.String())
	}
	p = report.Progress{W: &loud, Terminal: true}
	p.Show("lab", 0, 4, 0)
	p.Show("lab", 1, 4, 30*time.Second)
	p.Show("lab", 1, 4, 30*time.Second)
	p.Show("lab", 4, 4, 40*time.Second)
	p.Clear()
	const start = "\r\x1b[K"
	want := start + "lab: 0 of 4" + start + "lab: 1 of 4, about 30s left" + start + "lab: 4 of 4" + start
	if d := cmp.Diff(want, loud.String()); d != "" {
		t.Error(d)
	}
}
