package score

import (
	"cmp"
	"slices"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// A Report holds the figures of the strict lines and of all of them.
type Report struct {
	Strict Figures `json:"strict"`
	All    Figures `json:"all"`
}

// Figures are what was counted over some lines.
type Figures struct {
	N int `json:"n"`
	// Kind counts the lines whose kind is right.
	Kind Rate `json:"kind"`
	// Retryable counts the flag where the label has it, over transient kinds.
	Retryable Rate `json:"retryable_found"`
	// EffectNone counts "none" where the label has it, over faults.
	EffectNone Rate `json:"effect_none_found"`
	Traceback  Rate `json:"traceback"`
	Sensitive  Rate `json:"secret_or_path"`
	NextStep   Rate `json:"has_next_step"`
	// Dangerous lists every line on which acting would do harm.
	Dangerous []Finding `json:"dangerous"`
	// Leaks lists the messages that hold what no model may read.
	Leaks  []Finding `json:"leaks"`
	Floors Floors    `json:"floors"`
	// Confusion counts the pairs of label and answer, commonest first.
	Confusion []Pair `json:"confusion"`
}

// Floors are what rules without any knowledge reach on the same lines.
type Floors struct {
	// NeverRetry counts the lines whose label is not retryable.
	NeverRetry Rate `json:"never_retry"`
	// Retry counts the classifier's own flag on the same question.
	Retry Rate `json:"retryable_right"`
	// Commonest is the kind that most lines have.
	Commonest     fault.Kind `json:"commonest"`
	CommonestKind Rate       `json:"commonest_kind"`
	// FlagAlone counts the lines on which the protocol's flag tells a fault
	// from a success; Told counts the classifier's own answers to that.
	FlagAlone Rate `json:"flag_alone"`
	Told      Rate `json:"fault_or_not"`
}

// A Finding names a line and what is wrong with it.
type Finding struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// A Pair is one cell of the confusion table.
type Pair struct {
	Label fault.Kind `json:"label"`
	Got   fault.Kind `json:"got"`
	N     int        `json:"n"`
}

// Tally counts.
func Tally(lines []Line) Report {
	var strict []Line
	for _, l := range lines {
		if l.Strict {
			strict = append(strict, l)
		}
	}
	return Report{Strict: count(strict), All: count(lines)}
}

func count(lines []Line) Figures {
	f := Figures{N: len(lines), Dangerous: []Finding{}, Leaks: []Finding{}}
	labels := map[fault.Kind]int{}
	cells := map[Pair]int{}
	for _, l := range lines {
		f.add(l)
		labels[l.Label.Kind]++
		cells[Pair{Label: l.Label.Kind, Got: l.Got.Kind}]++
	}
	for kind := range fault.Canceled + 1 {
		if labels[kind] > labels[f.Floors.Commonest] {
			f.Floors.Commonest = kind
		}
	}
	f.Floors.CommonestKind = NewRate(labels[f.Floors.Commonest], len(lines))
	f.Confusion = table(cells)
	for _, r := range []*Rate{
		&f.Kind, &f.Retryable, &f.EffectNone, &f.Traceback, &f.Sensitive, &f.NextStep,
		&f.Floors.NeverRetry, &f.Floors.Retry, &f.Floors.FlagAlone, &f.Floors.Told,
	} {
		r.settle()
	}
	return f
}

// add counts one line.
func (f *Figures) add(l Line) {
	faulty := l.Label.Kind != fault.OK
	f.Kind.add(l.Got.Kind == l.Label.Kind)
	f.Traceback.add(l.Got.Trace == l.Label.Traceback)
	f.Sensitive.add(l.Got.Sensitive == l.Label.SecretOrPath)
	f.NextStep.add(l.Got.Advice == l.Label.NextStep)
	if l.Label.Retryable && transient(l.Label.Kind) {
		f.Retryable.add(l.Got.Retryable)
	}
	if faulty && l.Label.Effect == EffectNone {
		f.EffectNone.add(l.Got.Effect == tool.EffectNone)
	}
	f.Floors.NeverRetry.add(!l.Label.Retryable)
	f.Floors.Retry.add(l.Got.Retryable == l.Label.Retryable)
	f.Floors.FlagAlone.add((l.Flag == tool.FlagFailure) == faulty)
	f.Floors.Told.add((l.Got.Kind != fault.OK) == faulty)
	for _, reason := range l.dangers() {
		f.Dangerous = append(f.Dangerous, Finding{ID: l.ID, Reason: reason})
	}
	for _, leak := range l.Leaks {
		f.Leaks = append(f.Leaks, Finding{ID: l.ID, Reason: leak})
	}
}

// table orders the cells so that equal counts print alike in every run.
func table(cells map[Pair]int) []Pair {
	pairs := make([]Pair, 0, len(cells))
	for pair, n := range cells {
		pair.N = n
		pairs = append(pairs, pair)
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Got, b.Got))
	})
	return pairs
}
