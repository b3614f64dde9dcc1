package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/lab/result"
)

// ours is the arm that charts set apart.
const ours = "guard"

const (
	scriptedCaution  = "A scripted model shows wiring: which call a policy makes, and which text arrives. It shows nothing about models."
	simulatedCaution = "A simulation in virtual time shows when calls come, and how many. No model was asked."
)

// Lab makes the document of one or more runs of the lab.
func Lab(results ...*result.Result) Document {
	d := Document{Title: "Sequitur lab"}
	scripted, simulated, labels := false, false, []string(nil)
	for _, r := range results {
		d.Sections = append(d.Sections, labSection(r))
		d.Checks = append(d.Checks, labChecks(r)...)
		scripted, simulated = scripted || r.Scripted && !r.Simulated(), simulated || r.Simulated()
		if !slices.Contains(labels, r.Who()) {
			labels = append(labels, r.Who())
		}
	}
	if len(results) == 1 {
		d.Title += ": " + results[0].Experiment
	}
	d.Label = strings.Join(labels, "; ")
	switch {
	case scripted:
		d.Caution = scriptedCaution
	case simulated:
		d.Caution = simulatedCaution
	}
	return d
}

func labSection(r *result.Result) Section {
	s := Section{
		ID: r.Experiment, Title: r.Title, Lead: strings.TrimSpace(r.Question), Reading: strings.TrimSpace(r.Reading), Warnings: r.Warnings,
		Facts: []string{r.Experiment, r.Who(), fmt.Sprintf("seed %d", r.Seed)},
	}
	if r.RubricHash != "" {
		s.Facts = append(s.Facts, "rubric "+clip(r.RubricHash, 13))
	}
	for _, c := range append([]Chart{successChart(r), ratioChart(r, "backend"), ratioChart(r, "model"), waitChart(r)}, loadCharts(r)...) {
		if len(c.Intervals)+len(c.Curves) > 0 {
			s.Charts = append(s.Charts, c)
		}
	}
	for _, t := range []Table{termTable(r), premiseTable(r), cellTable(r), conductTable(r), gainTable(r), spentTable(r), amplificationTable(r), insideTable(r), courseTable(r), publishedTable(r)} {
		if len(t.Rows) > 0 {
			if t.Label == "" {
				t.Label = r.Who()
			}
			s.Tables = append(s.Tables, t)
		}
	}
	return s
}

// labChecks are the premises, the published figures that twenty trials can show,
// and each cell that was measured.
func labChecks(r *result.Result) []Check {
	var checks []Check
	for _, p := range r.Premises {
		c := Check{Suite: r.Experiment + ".premise", Name: p.Text}
		switch {
		case p.Of == 0:
			c.Skipped = "no trial was measured"
		case !p.OK:
			c.Failure = fmt.Sprintf("%d of %d", p.Count, p.Of)
		}
		checks = append(checks, c)
	}
	for _, i := range insides(r) {
		c := Check{Suite: r.Experiment + ".published", Name: i.arm + ", " + i.figure, Note: i.reading()}
		if !i.holds() {
			c.Failure = i.reading()
		}
		checks = append(checks, c)
	}
	for i := range r.Cells {
		cell := &r.Cells[i]
		c := Check{Suite: r.Experiment + "." + cell.Fault, Name: cell.Arm}
		if cell.Round != nil {
			c.Name += fmt.Sprintf(", round %d", *cell.Round)
		}
		if cell.Success == nil {
			c.Skipped = "no trial was measured"
		} else {
			c.Note = fmt.Sprintf("success %.4g, n = %d, %s", *cell.Success, cell.N, r.Who())
		}
		checks = append(checks, c)
	}
	return checks
}

// faultOf names a cell's fault, and its round where it has one.
func faultOf(fault string, round *int) string {
	if round != nil {
		fault += ", round " + strconv.Itoa(*round)
	}
	return fault
}
