package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/internal/score"
	"github.com/sequitur-go/sequitur/resolve"
)

// resolvedLine is one labelled line with the answer to it.
type resolvedLine struct {
	id       string
	question resolve.Question
	label    resolveLabel
	got      resolve.Result
}

// neverNamedNames are the kinds of lines on which a name does the most harm.
var neverNamedNames = []string{"near_miss_id", "antonym", "dangerous"}

// resolveReport holds the figures of one resolver on labelled lines.
type resolveReport struct {
	Answerable int `json:"answerable"`
	Ambiguous  int `json:"ambiguous"`
	NoneFits   int `json:"none_fits"`

	Precision    score.Rate `json:"precision"`           // right names of all names
	Coverage     score.Rate `json:"coverage"`            // right names of the answerable lines
	CoverageSoft score.Rate `json:"coverage_not_hard"`   // of those that need no knowledge of the world
	CoverageHard score.Rate `json:"coverage_hard"`       // of those that do
	Hit          score.Rate `json:"hit_at_3_answerable"` // named, or in the shortlist
	Recall       float64    `json:"recall_at_3_ambiguous"`

	WrongAnswerable int `json:"wrong_named_answerable"`
	WrongAmbiguous  int `json:"wrong_named_ambiguous"`
	WrongNone       int `json:"wrong_named_none_fits"`
	ListedNone      int `json:"shortlists_none_fits"`

	// NamedWrongOf counts wrong names on the kinds that are never to be named.
	NamedWrongOf map[string]int        `json:"wrong_named_of"`
	Languages    map[string]score.Rate `json:"coverage_by_language"`
	Wrong        []wrongName           `json:"wrong"`
}

// wrongName is one line on which a wrong option was named.
type wrongName struct {
	ID       string `json:"id"`
	Given    string `json:"given"`
	Named    string `json:"named"`
	Answer   string `json:"answer,omitempty"`
	Evidence string `json:"evidence"`
}

// tallyResolved counts the answers of one resolver.
func tallyResolved(lines []resolvedLine, answer func(resolvedLine) resolve.Result) resolveReport {
	r := resolveReport{NamedWrongOf: map[string]int{}, Languages: map[string]score.Rate{}, Wrong: []wrongName{}}
	for _, kind := range neverNamedNames {
		r.NamedWrongOf[kind] = 0
	}
	recall := 0.0
	for _, line := range lines {
		got := answer(line)
		right := line.label.Answer != nil && got.Named == *line.label.Answer
		if got.Named != "" {
			r.named(line, got, right)
		}
		switch {
		case line.label.Answer != nil:
			r.answerable(line, got, right)
		case len(line.label.shortlist) > 0:
			r.Ambiguous++
			recall += recallOf(got.Ranked, line.label.shortlist)
		default:
			r.NoneFits++
			if len(got.Ranked) > 0 {
				r.ListedNone++
			}
		}
	}
	if r.Ambiguous > 0 {
		r.Recall = recall / float64(r.Ambiguous)
	}
	for _, rate := range []*score.Rate{&r.Precision, &r.Coverage, &r.CoverageSoft, &r.CoverageHard, &r.Hit} {
		*rate = score.NewRate(rate.Hits, rate.N)
	}
	for lang, rate := range r.Languages {
		r.Languages[lang] = score.NewRate(rate.Hits, rate.N)
	}
	return r
}

// named counts a line on which an option was named.
func (r *resolveReport) named(line resolvedLine, got resolve.Result, right bool) {
	r.Precision.N++
	if right {
		r.Precision.Hits++
		return
	}
	wrong := wrongName{ID: line.id, Given: line.question.Given, Named: got.Named, Evidence: got.Evidence}
	switch {
	case line.label.Answer != nil:
		wrong.Answer = *line.label.Answer
		r.WrongAnswerable++
	case len(line.label.shortlist) > 0:
		r.WrongAmbiguous++
	default:
		r.WrongNone++
	}
	if slices.Contains(neverNamedNames, line.label.Kind) {
		r.NamedWrongOf[line.label.Kind]++
	}
	r.Wrong = append(r.Wrong, wrong)
}

// answerable counts a line with one right option.
func (r *resolveReport) answerable(line resolvedLine, got resolve.Result, right bool) {
	r.Answerable++
	tell := func(rate *score.Rate, hit bool) {
		rate.N++
		if hit {
			rate.Hits++
		}
	}
	tell(&r.Coverage, right)
	tell(&r.Hit, right || slices.Contains(got.Ranked[:min(3, len(got.Ranked))], *line.label.Answer))
	if line.label.Hard {
		tell(&r.CoverageHard, right)
	} else {
		tell(&r.CoverageSoft, right)
	}
	if line.label.Lang != "" {
		rate := r.Languages[line.label.Lang]
		tell(&rate, right)
		r.Languages[line.label.Lang] = rate
	}
}

// recallOf is the share of the wanted options among the first three of a list.
func recallOf(ranked, wanted []string) float64 {
	found := 0
	for _, name := range ranked[:min(3, len(ranked))] {
		if slices.Contains(wanted, name) {
			found++
		}
	}
	return float64(found) / float64(len(wanted))
}

// printResolveScore prints the figures beside the floors.
func printResolveScore(w io.Writer, lines []resolvedLine, format string) error {
	own := tallyResolved(lines, func(l resolvedLine) resolve.Result { return l.got })
	floors := make(map[string]resolveReport, len(resolveFloorsTable))
	for name, floor := range resolveFloorsTable {
		floors[name] = tallyResolved(lines, func(l resolvedLine) resolve.Result { return floor(l.question) })
	}
	if format == formatJSON {
		return writeJSON(w, struct {
			Lines int `json:"lines"`
			resolveReport
			Floors map[string]resolveReport `json:"floors"`
		}{len(lines), own, floors})
	}
	_, err := io.WriteString(w, own.text(len(lines), floors))
	return err
}

// text lays the figures out for people.
func (r *resolveReport) text(lines int, floors map[string]resolveReport) string {
	var b strings.Builder
	fmt.Fprintf(&b, "lines: %d (%d answerable, %d ambiguous, %d where none fits)\n\n", lines, r.Answerable, r.Ambiguous, r.NoneFits)
	rows := [][]string{{"figure", "share", "hits", "95 % interval"}}
	add := func(name string, rate score.Rate) {
		rows = append(rows, []string{name, percent(rate.Share()), fmt.Sprintf("%d of %d", rate.Hits, rate.N), percent(rate.Low) + " to " + percent(rate.High)})
	}
	add("named: precision", r.Precision)
	add("named: coverage", r.Coverage)
	add("  without hard lines", r.CoverageSoft)
	add("  hard lines", r.CoverageHard)
	for _, lang := range slices.Sorted(maps.Keys(r.Languages)) {
		add("  "+lang, r.Languages[lang])
	}
	add("answerable: hit@3", r.Hit)
	rows = append(rows, []string{"ambiguous: recall@3", percent(r.Recall), fmt.Sprintf("n %d", r.Ambiguous)},
		[]string{"none fits: shortlists", "", fmt.Sprintf("%d of %d", r.ListedNone, r.NoneFits)})
	writeColumns(&b, rows)

	fmt.Fprintf(&b, "\nwrong names: %d (%d answerable, %d ambiguous, %d where none fits)\n",
		len(r.Wrong), r.WrongAnswerable, r.WrongAmbiguous, r.WrongNone)
	for _, kind := range neverNamedNames {
		fmt.Fprintf(&b, "  of kind %s: %d\n", kind, r.NamedWrongOf[kind])
	}
	for _, wrong := range r.Wrong {
		fmt.Fprintf(&b, "  %q: given %q, named %q, wanted %q (%s)\n", wrong.ID, wrong.Given, wrong.Named, wrong.Answer, wrong.Evidence)
	}

	b.WriteString("\nfloors\n")
	rows = [][]string{{"rule", "names", "right", "wrong", "precision", "coverage", "recall@3"}}
	for _, name := range slices.Sorted(maps.Keys(floors)) {
		f := floors[name]
		rows = append(rows, []string{
			name, fmt.Sprint(f.Precision.N), fmt.Sprint(f.Precision.Hits), fmt.Sprint(len(f.Wrong)),
			percent(f.Precision.Share()), percent(f.Coverage.Share()), percent(f.Recall),
		})
	}
	writeColumns(&b, rows)
	return b.String()
}
