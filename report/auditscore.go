package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/audit"
)

// AuditScore returns a judge's agreement with hand labels as a document.
func AuditScore(s *audit.Score) Document {
	figures := Table{Title: "Agreement", Columns: []Column{
		worded("figure"), numeric("sure"), numeric("hits"), numeric("95 % interval"), numeric("lenient"), numeric("hits"), worded("floor"), numeric("wanted"),
	}}
	for _, r := range s.Rows {
		wanted := ""
		if r.Wanted > 0 {
			wanted = scorePercent(r.Wanted)
		}
		figures.Rows = append(figures.Rows, []string{
			r.Name, scorePercent(r.Sure.Share()), fmt.Sprintf("%d of %d", r.Sure.Hits, r.Sure.N), scorePercent(r.Sure.Low) + " to " + scorePercent(r.Sure.High),
			scorePercent(r.Lenient.Share()), fmt.Sprintf("%d of %d", r.Lenient.Hits, r.Lenient.N), scorePercent(r.Floor) + " (always " + r.FloorName + ")", wanted,
		})
	}
	section := Section{ID: "agreement", Title: "Agreement with hand labels", Facts: []string{auditPlural(s.Labels, "label")}, Tables: []Table{figures}}
	for _, field := range s.Fields() {
		section.Tables = append(section.Tables, confusionTable(field, s.Pairs(field)))
	}
	return Document{Title: "The judge against hand labels", Label: "rows are labels, columns what the judge said", Sections: []Section{section}}
}

func scorePercent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// confusionTable has a row for each label, and a column for each answer.
func confusionTable(field string, pairs []audit.Pair) Table {
	var labels, answers []string
	counts := map[[2]string]int{}
	for _, p := range pairs {
		counts[[2]string{p.Label, p.Said}] = p.N
		for list, name := range map[*[]string]string{&labels: p.Label, &answers: p.Said} {
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
	}
	slices.Sort(labels)
	slices.Sort(answers)
	t := Table{Title: strings.ReplaceAll(field, "_", " "), Columns: []Column{worded("label")}}
	for _, name := range answers {
		t.Columns = append(t.Columns, numeric(name))
	}
	for _, label := range labels {
		row := []string{label}
		for _, name := range answers {
			cell := ""
			if n := counts[[2]string{label, name}]; n > 0 {
				cell = strconv.Itoa(n)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
