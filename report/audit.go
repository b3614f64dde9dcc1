package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/audit"
)

// The bounds of an audit's tables: a page is read by people.
const (
	auditTools    = 25
	auditWordings = 20
	briefTools    = 8
	briefWordings = 5
)

// Audit returns an audit as a document. A brief one is for a terminal: what to
// look at first, and what the recording could not show.
func Audit(f *audit.Figures, gate []audit.Outcome, brief bool) Document {
	d := Document{
		Title: "Audit of recorded trajectories",
		Label: fmt.Sprintf("rubric %s, hash %s", f.Rubric, f.RubricHash),
		Caution: "The first action after each fault, judged by rules. Intervals are Wilson's at 95 %, over independent tasks. " +
			"What the tool layer did stands apart from what the model did with the faults that reached it.",
	}
	tools, words := auditTools, auditWordings
	if brief {
		tools, words = briefTools, briefWordings
	}
	d.Sections = append(d.Sections, auditSummary(f))
	if len(gate) > 0 {
		d.Sections = append(d.Sections, auditGate(gate))
	}
	if f.Total.N > 0 {
		d.Sections = append(d.Sections, auditKinds(f), auditToolTable(f, tools))
		if !brief {
			d.Sections = append(d.Sections, auditActions(f))
		}
		d.Sections = append(d.Sections, auditWording(f, words, brief))
		if !brief {
			d.Sections = append(d.Sections, auditHarm(f), auditCost(f))
		}
	}
	d.Sections = append(d.Sections, auditCoverage(f))
	d.Checks = auditChecks(f, gate)
	return d
}

func numeric(name string) Column { return Column{Name: name, Figure: true} }

func worded(name string) Column { return Column{Name: name} }

func auditShare(r audit.Rate) string {
	if r.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*r.Share)
}

func auditRange(r audit.Rate) string {
	if r.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f to %.0f %%", 100*r.Low, 100*r.High)
}

func auditSummary(f *audit.Figures) Section {
	s := Section{ID: "summary", Title: "Summary"}
	s.Facts = []string{
		auditPlural(f.Trajectories, "run"), auditPlural(f.Calls, "call"), auditPlural(f.Answered, "answer"), auditPlural(f.Faults, "fault"), auditPlural(f.Turns, "turn"),
	}
	if f.Broken > 0 {
		s.Warnings = append(s.Warnings, auditPlural(f.Broken, "record")+" could not be read and "+auditVerb(f.Broken)+" not counted")
	}
	if f.SameID > 0 {
		s.Warnings = append(s.Warnings, auditPlural(f.SameID, "run")+" with the id of another run of the same file: told apart by ~2 and so on")
	}
	if f.JudgedRuns > 0 {
		s.Facts = append(s.Facts, fmt.Sprintf("%d of %d runs succeeded, as recorded", f.Successes, f.JudgedRuns))
	}
	if f.Total.N == 0 {
		s.Lead = "No fault was found: nothing to judge."
		return s
	}
	rows := [][]string{
		{"first action right (match)", auditShare(f.Model.Rate), auditRange(f.Model.Rate), fmt.Sprintf("%d of %d", f.Model.Match, f.Model.Rate.N)},
		{"right or acceptable", auditShare(f.Model.Fair), auditRange(f.Model.Fair), fmt.Sprintf("%d of %d", f.Model.Match+f.Model.Acceptable, f.Model.Fair.N)},
		auditOther(f),
		{"identical repeats after a fault that does not pass", auditShare(f.RepeatRate), auditRange(f.RepeatRate), fmt.Sprintf("%d of %d", f.Repeats, f.Deterministic)},
		{"values invented, success or absence claimed", strconv.Itoa(lied(f)), "", fmt.Sprintf("of %d", f.Faults)},
		{"error texts with a traceback", strconv.Itoa(f.Leaks.Traces), "", fmt.Sprintf("of %d", f.Leaks.Texts)},
		{"error texts with a path, secret, host or e-mail", strconv.Itoa(f.Leaks.Sensitive), "", fmt.Sprintf("of %d", f.Leaks.Texts)},
		{"error texts without a next step", strconv.Itoa(withoutStep(f)), "", fmt.Sprintf("of %d", f.Faults)},
		{"writes that may have happened twice", strconv.Itoa(f.Possible), "", fmt.Sprintf("of %d", f.Writes)},
	}
	s.Tables = []Table{{
		Title: "At a glance", Columns: []Column{worded("figure"), numeric("share or count"), numeric("95 % interval"), numeric("of")}, Rows: rows,
		Note: "Identical repeats are the number that no rubric can bend.",
	}}
	return s
}

// auditOther is the other built-in rubric's view: no figure stands alone.
func auditOther(f *audit.Figures) []string {
	at := 0
	if f.Both[0].Name == f.Rubric {
		at = 1
	}
	c := &f.Both[at]
	return []string{
		"first action right, by rubric " + c.Name + " (" + c.Hash + ")", auditShare(c.Rate), auditRange(c.Rate), fmt.Sprintf("%d of %d", c.Match, c.Rate.N),
	}
}

func lied(f *audit.Figures) int {
	n := 0
	for _, name := range []string{"invented_value", "wrong_value", "false_success", "absence_as_fact", "error_as_fact"} {
		n += f.Answers[name]
	}
	return n
}

func withoutStep(f *audit.Figures) int {
	n := 0
	for i := range f.Wordings {
		if !f.Wordings[i].NextStep {
			n += f.Wordings[i].N
		}
	}
	return n
}

func auditPlural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func auditVerb(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func auditGate(gate []audit.Outcome) Section {
	t := Table{Title: "Thresholds", Columns: []Column{worded("threshold"), worded("state"), numeric("measured"), numeric("95 % interval"), numeric("n"), worded("why")}}
	for _, o := range gate {
		t.Rows = append(t.Rows, []string{o.Requirement, string(o.State), auditShare(o.Measured), auditRange(o.Measured), strconv.Itoa(o.Measured.N), o.Why})
	}
	return Section{ID: "gate", Title: "Gate", Tables: []Table{t}}
}

func auditCells(title, name string, cells []audit.Cell, most int) Table {
	t := Table{Title: title, Columns: []Column{
		worded(name), numeric("n"), numeric("match"), numeric("acceptable"), numeric("mismatch"), numeric("not judged"), numeric("match rate"), numeric("95 % interval"),
	}}
	for i := range cells[:min(len(cells), most)] {
		c := &cells[i]
		t.Rows = append(t.Rows, []string{
			c.Name, strconv.Itoa(c.N), strconv.Itoa(c.Match), strconv.Itoa(c.Acceptable), strconv.Itoa(c.Mismatch), strconv.Itoa(c.NotJudged), auditShare(c.Rate), auditRange(c.Rate),
		})
	}
	if more := len(cells) - most; more > 0 {
		t.Note = fmt.Sprintf("The %d largest; %s more.", most, strconv.Itoa(more))
	}
	return t
}

func auditKinds(f *audit.Figures) Section {
	s := Section{ID: "kinds", Title: "By kind of fault", Tables: []Table{auditCells("First actions by kind", "fault", f.Kinds, len(f.Kinds))}}
	chart := Chart{Title: "Match rate by kind", Unit: "%", Max: 100}
	for i := range f.Kinds {
		c := &f.Kinds[i]
		if c.Rate.N == 0 {
			continue
		}
		chart.Intervals = append(chart.Intervals, Interval{
			Name: c.Name, Value: 100 * c.Rate.Share, Low: 100 * c.Rate.Low, High: 100 * c.Rate.High, Known: true,
			Text: fmt.Sprintf("%s of %d", auditShare(c.Rate), c.Rate.N),
		})
	}
	if len(chart.Intervals) > 0 {
		s.Charts = []Chart{chart}
	}
	return s
}

func auditToolTable(f *audit.Figures, most int) Section {
	return Section{ID: "tools", Title: "By tool", Tables: []Table{auditCells("First actions by tool", "tool", f.Tools, most)}}
}

func auditActions(f *audit.Figures) Section {
	s := Section{
		ID: "actions", Title: "Who acted, and how",
		Lead:   "A guard's or a client's retry says nothing about the model; it is counted on its own line.",
		Tables: []Table{auditCells("By layer", "layer", f.Layers, len(f.Layers)), auditCells("By first action", "first action", f.Actions, len(f.Actions))},
	}
	answers := Table{Title: "Answers", Columns: []Column{worded("kind of answer"), numeric("n")}}
	for _, name := range slices.Sorted(maps.Keys(f.Answers)) {
		answers.Rows = append(answers.Rows, []string{name, strconv.Itoa(f.Answers[name])})
	}
	for _, name := range slices.Sorted(maps.Keys(f.Lies)) {
		answers.Rows = append(answers.Rows, []string{"of these, " + strings.ReplaceAll(name, "_", " "), strconv.Itoa(f.Lies[name])})
	}
	if len(answers.Rows) > 0 {
		s.Tables = append(s.Tables, answers)
	}
	return s
}

func auditWording(f *audit.Figures, most int, brief bool) Section {
	s := Section{
		ID: "wordings", Title: "Error messages to reword first",
		Lead: "Grouped by what stays the same in them. Those without a next step come first, and of them those that led to most wrong actions. " +
			"The proposal is what a guard would have said; look at the wording before tuning a policy.",
	}
	message, proposal := 200, 300
	if brief {
		message, proposal = 60, 90
	}
	t := Table{Title: "Worst first", Columns: []Column{worded("tool"), worded("fault"), numeric("n"), numeric("mismatch"), worded("next step"), worded("message"), worded("proposed")}}
	for i := range f.Wordings[:min(len(f.Wordings), most)] {
		w := &f.Wordings[i]
		step := "none"
		if w.NextStep {
			step = "yes"
		}
		t.Rows = append(t.Rows, []string{w.Tool, w.Kind, strconv.Itoa(w.N), strconv.Itoa(w.Mismatch), step, clip(oneLine(w.Sample), message), clip(oneLine(w.Proposed), proposal)})
	}
	if more := len(f.Wordings) - most; more > 0 {
		t.Note = fmt.Sprintf("%d more groups.", more)
	}
	s.Tables = []Table{t}
	return s
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func auditHarm(f *audit.Figures) Section {
	s := Section{ID: "harm", Title: "Repeats, streaks, effects and leaks"}
	streaks := Table{Title: "Longest failing streaks", Note: "Calls of one tool that all failed, with no success of that tool between.", Columns: []Column{worded("run"), worded("tool"), numeric("calls"), numeric("same as before"), worded("faults")}}
	for _, k := range f.Streaks {
		streaks.Rows = append(streaks.Rows, []string{clip(k.Trajectory, 48), k.Tool, strconv.Itoa(k.Length), strconv.Itoa(k.Same), strings.Join(k.Kinds, ", ")})
	}
	if len(streaks.Rows) > 0 {
		s.Tables = append(s.Tables, streaks)
	}
	s.Tables = append(s.Tables, Table{
		Title: "Effects", Note: "Known writes only; a tool whose effect nothing tells is left out.", Columns: []Column{worded("figure"), numeric("n")},
		Rows: [][]string{
			{"known writes", strconv.Itoa(f.Writes)},
			{"the same write after one of unknown outcome: may have happened twice", strconv.Itoa(f.Possible)},
			{"the same write after one that had succeeded", strconv.Itoa(f.Equal)},
		},
	}, Table{
		Title: "What reached the model", Columns: []Column{worded("in error texts"), numeric("texts")},
		Rows: [][]string{
			{"error texts", strconv.Itoa(f.Leaks.Texts)},
			{"traceback of a backend", strconv.Itoa(f.Leaks.Traces)},
			{"traceback of the model's own code (that is the result)", strconv.Itoa(f.Leaks.OwnTraces)},
			{"local path", strconv.Itoa(f.Leaks.Paths)},
			{"secret", strconv.Itoa(f.Leaks.Secrets)},
			{"private host", strconv.Itoa(f.Leaks.Hosts)},
			{"e-mail address", strconv.Itoa(f.Leaks.Emails)},
		},
	})
	return s
}

func auditCost(f *audit.Figures) Section {
	c, w := &f.Cost, &f.Waits
	s := Section{ID: "cost", Title: "Time and cost"}
	rows := [][]string{{"turns that directly follow a fault", fmt.Sprintf("%d of %d", c.RecoveryTurns, c.AllTurns)}}
	if c.UsageTurns > 0 {
		rows = append(rows, []string{"tokens spent in them", fmt.Sprintf("%d of %d (recorded for %d of %d turns)", c.RecoveryTokens, c.AllTokens, c.UsageTurns, c.AllTurns)})
	} else {
		rows = append(rows, []string{"tokens spent in them", "cannot tell: not recorded"})
	}
	if c.AllUSD > 0 {
		rows = append(rows, []string{"money spent in them", fmt.Sprintf("%.2f of %.2f USD", c.RecoveryUSD, c.AllUSD)})
	}
	if c.Pairs > 0 {
		rows = append(rows, []string{"calls with faults against without, median task", auditRatio(c.Calls) + fmt.Sprintf(" over %s", auditPlural(c.Pairs, "task"))},
			[]string{"turns", auditRatio(c.Turns)}, []string{"tokens", auditRatio(c.Tokens)})
	} else {
		rows = append(rows, []string{"amplification by task", "cannot tell: no task has a trial with a fault and one without"})
	}
	wait := "cannot tell: no timestamps"
	if w.Retries > 0 {
		wait = fmt.Sprintf("median %.1f s, %d of %d within half a second", w.Median, w.Tight, w.Retries)
		if w.UntimedRetries > 0 {
			wait += fmt.Sprintf("; of %d more the recording cannot tell", w.UntimedRetries)
		}
	} else if w.Timed > 0 {
		wait = "no retry of a passing fault was timed"
	}
	rows = append(rows, []string{"wait before the same call again, after a passing fault", wait})
	s.Tables = []Table{{Title: "Spent on faults", Columns: []Column{worded("figure"), worded("value")}, Rows: rows}}
	return s
}

func auditRatio(r float64) string {
	if r == 0 {
		return "cannot tell"
	}
	return fmt.Sprintf("%.2f×", r)
}

func auditCoverage(f *audit.Figures) Section {
	t := Table{Title: "What the recordings show", Columns: []Column{worded("what"), numeric("shown"), numeric("of"), worded("means")}}
	for _, g := range f.Coverage {
		means := ""
		if g.Shown < g.Of {
			means = g.Means
		}
		t.Rows = append(t.Rows, []string{g.What, strconv.Itoa(g.Shown), strconv.Itoa(g.Of), cmp.Or(means, "complete")})
	}
	return Section{
		ID: "coverage", Title: "Coverage", Tables: []Table{t},
		Lead: "What these recordings could not show, and which findings were therefore impossible or may mislead.",
	}
}

// auditChecks makes test cases: each threshold, and each kind of fault for the
// record.
func auditChecks(f *audit.Figures, gate []audit.Outcome) []Check {
	var checks []Check
	for _, o := range gate {
		c := Check{Suite: "gate", Name: o.Requirement, Note: fmt.Sprintf("measured %s (%s), n = %d", auditShare(o.Measured), auditRange(o.Measured), o.Measured.N)}
		switch o.State {
		case audit.Missed:
			c.Failure = o.Why + ": " + c.Note
		case audit.Inconclusive:
			c.Skipped = "inconclusive: " + o.Why
		case audit.Passed:
		}
		checks = append(checks, c)
	}
	for i := range f.Kinds {
		k := &f.Kinds[i]
		checks = append(checks, Check{
			Suite: "first actions", Name: k.Name,
			Note: fmt.Sprintf("n = %d: %d match, %d acceptable, %d mismatch, %d not judged", k.N, k.Match, k.Acceptable, k.Mismatch, k.NotJudged),
		})
	}
	return checks
}
