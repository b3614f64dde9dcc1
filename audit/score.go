package audit

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/sequitur-go/sequitur/internal/score"
	"github.com/sequitur-go/sequitur/judge"
)

// A Score says how far a judge agrees with hand labels.
type Score struct {
	Labels int `json:"labels"`
	// Unmatched are labels whose trajectory or call was not found.
	Unmatched []string    `json:"unmatched,omitempty"`
	Rows      []ScoreRow  `json:"rows"`
	Confusion []Confusion `json:"confusion"`
	Misses    []Miss      `json:"misses"`
}

// A ScoreRow is one figure.
type ScoreRow struct {
	Name string `json:"name"`
	// Sure is the agreement on labels that the annotator was sure of; Lenient
	// counts the other fair labels too, over all labels.
	Sure    score.Rate `json:"sure"`
	Lenient score.Rate `json:"lenient"`
	// Floor is what always saying the commonest label would score of the sure ones.
	Floor     float64 `json:"floor"`
	FloorName string  `json:"floor_name"`
	// Wanted is the least that is asked for, 0 where nothing is.
	Wanted float64 `json:"wanted,omitempty"`
}

// A Confusion counts what was said where a label says something else, or the same.
type Confusion struct {
	Field string         `json:"field"`
	Label string         `json:"label"`
	Said  map[string]int `json:"said"`
}

// A Miss is one disagreement on a sure label, or on an unsure one.
type Miss struct {
	Trajectory string `json:"trajectory"`
	CallID     string `json:"call_id"`
	Field      string `json:"field"`
	Label      string `json:"label"`
	Said       string `json:"said"`
	Why        string `json:"why"`
	Sure       bool   `json:"sure"`
	Allowed    bool   `json:"allowed"`
}

// Held says whether a trajectory belongs to the part, one in three, that is
// held back while rules are written.
func Held(trajectory string) bool {
	sum := sha256.Sum256([]byte(trajectory))
	return sum[0]%3 == 0
}

// A Judged is a judge's view of one labelled call.
type Judged struct {
	Found   bool
	Finding *judge.Finding // nil where no fault was found
}

// scoreTable holds the figures: the field, which labels count, and what is asked.
var scoreTable = []struct {
	name, field string
	wanted      float64
	counts      func(l *Label) bool
}{
	{"fault or not", "", 0.97, func(*Label) bool { return true }},
	{"kind of fault", fieldKind, 0.93, hasFault},
	{"effect", fieldEffect, 0, hasFault},
	{"first action, structural", fieldAction, 0.97, structural},
	{"first action, textual", fieldAction, 0.85, textual},
	{"answer kind", fieldAnswer, 0, func(l *Label) bool { return l.Answer != nil }},
	{"published verdict", fieldPublished, 0.90, hasFault},
	{"refined verdict", fieldRefined, 0.90, hasFault},
}

func hasFault(l *Label) bool { return l.Fault != nil }

func structural(l *Label) bool {
	var a judge.Action
	return l.Action != nil && a.UnmarshalText([]byte(*l.Action)) == nil && a.Structural()
}

func textual(l *Label) bool {
	return l.Action != nil && !structural(l)
}

// ScoreLabels holds what a judge says against labels.
func ScoreLabels(labels []Label, look func(l *Label) Judged) Score {
	s := Score{Labels: len(labels)}
	said := make([]Judged, len(labels))
	for i := range labels {
		if said[i] = look(&labels[i]); !said[i].Found {
			s.Unmatched = append(s.Unmatched, labels[i].Trajectory+" "+labels[i].CallID)
		}
	}
	for _, row := range scoreTable {
		s.row(row.name, row.field, row.wanted, row.counts, labels, said)
	}
	for _, field := range []string{fieldKind, fieldAction, fieldAnswer, fieldPublished, fieldRefined} {
		s.confusion(field, labels, said)
	}
	return s
}

func (s *Score) row(name, field string, wanted float64, counts func(*Label) bool, labels []Label, said []Judged) {
	var sureHits, sureN, hits, n int
	common := map[string]int{}
	for i := range labels {
		l := &labels[i]
		if !said[i].Found || !counts(l) {
			continue
		}
		want, got := pair(field, l, said[i])
		ok := want == got
		lenient := ok || slices.Contains(l.Alt[field], got)
		n++
		if lenient {
			hits++
		}
		if l.Sure {
			sureN++
			common[want]++
			if ok {
				sureHits++
			}
		}
		if !ok {
			s.Misses = append(s.Misses, Miss{l.Trajectory, l.CallID, cmp.Or(field, name), want, got, l.Why, l.Sure, lenient})
		}
	}
	row := ScoreRow{Name: name, Sure: score.NewRate(sureHits, sureN), Lenient: score.NewRate(hits, n), Wanted: wanted}
	for _, label := range slices.Sorted(maps.Keys(common)) {
		if share := float64(common[label]) / float64(sureN); share > row.Floor {
			row.Floor, row.FloorName = share, label
		}
	}
	s.Rows = append(s.Rows, row)
}

// pair returns what a label wants and what was said of a field.
func pair(field string, l *Label, j Judged) (want, got string) {
	if field == "" {
		word := func(fault bool) string {
			if fault {
				return "fault"
			}
			return "no fault"
		}
		return word(l.Fault != nil), word(j.Finding != nil)
	}
	want = l.field(field)
	if field == fieldKind {
		want = cmp.Or(want, "no fault")
	}
	f := j.Finding
	if f == nil {
		if field == fieldPublished || field == fieldRefined {
			return want, judge.NotJudged.String()
		}
		return want, "no fault"
	}
	switch field {
	case fieldKind:
		got = f.Fault.Kind.String()
	case fieldEffect:
		got = f.Fault.Effect.String()
	case fieldAction:
		got = f.Action.String()
	case fieldAnswer:
		got = f.Answer.String()
	case fieldPublished:
		got = f.Published.Verdict.String()
	case fieldRefined:
		got = f.Refined.Verdict.String()
	}
	return want, got
}

func (s *Score) confusion(field string, labels []Label, said []Judged) {
	table := map[string]map[string]int{}
	for i := range labels {
		if !said[i].Found || labels[i].Fault == nil && field != fieldKind {
			continue
		}
		want, got := pair(field, &labels[i], said[i])
		want, got = cmp.Or(want, "–"), cmp.Or(got, "–")
		if table[want] == nil {
			table[want] = map[string]int{}
		}
		table[want][got]++
	}
	for _, want := range slices.Sorted(maps.Keys(table)) {
		s.Confusion = append(s.Confusion, Confusion{field, want, table[want]})
	}
}

// Below names the figures that are below what is wanted of them.
func (s *Score) Below() []string {
	var names []string
	for _, r := range s.Rows {
		if r.Sure.N > 0 && r.Sure.Share() < r.Wanted {
			names = append(names, r.Name)
		}
	}
	return names
}

// Fields returns the fields that the confusion tables are about.
func (s *Score) Fields() []string {
	var fields []string
	for _, c := range s.Confusion {
		if !slices.Contains(fields, c.Field) {
			fields = append(fields, c.Field)
		}
	}
	return fields
}

// A Pair is one cell of a confusion table.
type Pair struct {
	Label, Said string
	N           int
}

// Pairs returns the cells of a field's confusion table.
func (s *Score) Pairs(field string) []Pair {
	var pairs []Pair
	for _, c := range s.Confusion {
		if c.Field != field {
			continue
		}
		for _, said := range slices.Sorted(maps.Keys(c.Said)) {
			pairs = append(pairs, Pair{c.Label, said, c.Said[said]})
		}
	}
	return pairs
}
