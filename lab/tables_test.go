package lab

import (
	"slices"
	"strings"
	"testing"
)

func TestTablesKeepMeasuredAndPublishedApart(t *testing.T) {
	t.Parallel()
	s := Summarize(play(t, "wording", 1))
	tables := s.Tables()
	titles := make([]string, len(tables))
	for i, table := range tables {
		titles[i] = table.Title
		for _, row := range table.Rows {
			if len(row) != len(table.Head) {
				t.Errorf("%s: a row of %d cells under %d heads", table.Title, len(row), len(table.Head))
			}
		}
		published := strings.HasPrefix(table.Title, "Published")
		if published == strings.Contains(table.Note, "scripted model") {
			t.Errorf("%s: the note %q does not say where the figures come from", table.Title, table.Note)
		}
	}
	want := []string{"Premises", "Measured", "What the model did, and what it cost the backend", "Published by the source"}
	if !slices.Equal(titles, want) {
		t.Errorf("tables %q, want %q", titles, want)
	}
	if head := tables[3].Head; !slices.Equal(head, []string{"fault", "arm", "round", "success"}) {
		t.Errorf("published columns %q: those without a figure are to be left out", head)
	}
	if slices.Contains(tables[2].Head, "duplicate effects") {
		t.Error("a column of zeros says nothing here")
	}
}
