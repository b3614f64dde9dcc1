package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/sequitur-go/sequitur/lab/result"
)

// columns makes a head: the first texts, then figures.
func columns(texts int, names ...string) []Column {
	list := make([]Column, len(names))
	for i, name := range names {
		list[i] = Column{Name: name, Figure: i >= texts}
	}
	return list
}

// termTable says what the names stand for.
func termTable(r *result.Result) Table {
	t := Table{Title: "What is compared", Columns: columns(3, "kind", "name", "what it is")}
	for _, group := range []struct {
		kind  string
		terms []result.Term
	}{{"fault", r.Faults}, {"arm", r.Arms}} {
		for _, term := range group.terms {
			t.Rows = append(t.Rows, []string{group.kind, term.Name, term.About})
		}
	}
	return t
}

func premiseTable(r *result.Result) Table {
	t := Table{Title: "Premises", Columns: columns(2, "premise", "state", "trials")}
	for _, p := range r.Premises {
		state := "NOT MET"
		switch {
		case p.Of == 0:
			state = "not measured"
		case p.OK:
			state = "met"
		}
		t.Rows = append(t.Rows, []string{p.Text, state, fmt.Sprintf("%d of %d", p.Count, p.Of)})
	}
	return t
}

func cellTable(r *result.Result) Table {
	t := Table{
		Title: "Measured", Note: "Means of a trial; × is the ratio to the clean twin; 95 % intervals in brackets. " + aboutSampling(r),
		Columns: columns(2, "fault", "arm", "n", "independent", "success", "found", "backend calls", "backend ×", "model calls", "model ×"),
	}
	// What the tools gave is worth a column where the model made less of it.
	found := func(c *result.Cell) string { return "" }
	if slices.ContainsFunc(r.Cells, func(c result.Cell) bool { return c.Found != nil && *c.Found != *c.Success }) {
		t.Note += " Found: the tools gave the model what the task asks for."
		found = func(c *result.Cell) string { return percent(c.Found, nil) }
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		t.Rows = append(t.Rows, []string{
			faultOf(c.Fault, c.Round), c.Arm, strconv.Itoa(c.N), whole(c.Independent), percent(c.Success, c.SuccessCI), found(c), figure(c.BackendCalls, nil), figure(c.BackendX, c.BackendXCI),
			figure(c.ModelCalls, nil), figure(c.ModelX, c.ModelXCI),
		})
	}
	return t.withoutIdle(2, "")
}

// spentTable shows what a trial took besides calls.
func spentTable(r *result.Result) Table {
	t := Table{
		Title: "Tokens, time and money", Note: "Means of a trial. For a scripted model, tokens are an estimate and time is virtual.",
		Columns: columns(2, "fault", "arm", "tokens in", "tokens out", "seconds", "waited", "USD"),
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		t.Rows = append(t.Rows, []string{
			faultOf(c.Fault, c.Round), c.Arm, figure(c.TokensIn, nil), figure(c.TokensOut, nil), figure(c.Seconds, nil), figure(c.Waited, nil), figure(c.USD, nil),
		})
	}
	return t.withoutIdle(2, "")
}

// conductTable shows what only some experiments are about.
func conductTable(r *result.Result) Table {
	t := Table{
		Title: "What the model did, and what it cost the backend", Note: "Shares and means of a trial. Cells and columns without any are left out.",
		Columns: columns(2, "fault", "arm", "self-healed", "changed arguments", "argument left out", "wrong values sent", "wasted calls", "root named", "duplicate effects", "invented"),
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		row, told := []string{faultOf(c.Fault, c.Round), c.Arm}, false
		for _, f := range []*float64{c.SelfHealed, c.ChangedArgs, c.MissingArg, c.WrongSpent, c.Wasted, c.RootNamed, c.DuplicateEffects, c.Invented} {
			row, told = append(row, figure(f, nil)), told || f != nil && *f != 0
		}
		if told {
			t.Rows = append(t.Rows, row)
		}
	}
	return t.withoutIdle(2, "0.00")
}

// aboutSampling says what the intervals rest on.
func aboutSampling(r *result.Result) string {
	switch {
	case r.Simulated():
		return "The callers share one backend and are no independent trials, so that there are no intervals."
	case r.Scripted:
		return "Repeats that a scripted model can only repeat count once; where the fault is drawn by chance, each trial counts."
	default:
		return "Of one task, the repetitions are the sample and the rate is that of this task; of several tasks, the repetitions of each are a cluster."
	}
}

// gainTable shows success gained against cost added.
func gainTable(r *result.Result) Table {
	if len(r.Comparisons) == 0 {
		return Table{}
	}
	t := Table{
		Title: "Success gained, and cost added, against " + r.Comparisons[0].Base,
		Note: "Points of success; mean calls of a trial. Won and lost: pairs of the same task and seed in which one of the two alone succeeded; exact McNemar test, adjusted by Holm for the whole table. " +
			"By script: the ends stand in the model's script, and no test applies.",
		Columns: columns(3, "fault", "arm", "difference", "points gained", "backend calls added", "model calls added", "backend calls for a success", "won", "lost", "p"),
	}
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		row := []string{
			faultOf(c.Fault, c.Round), c.Arm, string(c.Verdict), fmt.Sprintf("%+.4g", c.Points), fmt.Sprintf("%+.2f", c.BackendAdded), fmt.Sprintf("%+.2f", c.ModelAdded),
			figure(c.BackendPerSuccess, nil), strconv.Itoa(c.Won), strconv.Itoa(c.Lost), "",
		}
		if c.PHolm != nil {
			row[9] = chance(*c.PHolm)
		}
		t.Rows = append(t.Rows, row)
	}
	return t.withoutIdle(3, "")
}

// chance writes a p-value.
func chance(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return strconv.FormatFloat(p, 'f', 4, 64)
}

func amplificationTable(r *result.Result) Table {
	t := Table{
		Title: "Calculation, a large run, and what twenty trials show", Note: "In brackets the range of 95 of 100 repetitions with twenty trials.",
		Columns: columns(1, "arm", "tries", "backend × by calculation", "n", "measured", "n = 20", "success by calculation", "measured", "n = 20", "backend calls for a success"),
	}
	for i := range r.Amplification {
		a := &r.Amplification[i]
		t.Rows = append(t.Rows, []string{
			a.Arm, strconv.Itoa(a.Tries), decimal(a.Expected.BackendX), strconv.Itoa(a.N), decimal(a.Large.BackendX), span(a.Low.BackendX, a.High.BackendX),
			decimal(a.Expected.Success), decimal(a.Large.Success), span(a.Low.Success, a.High.Success), strconv.FormatFloat(a.CostPerSuccess, 'f', 3, 64),
		})
	}
	return t
}

func courseTable(r *result.Result) Table {
	t := Table{
		Title: "Added waits, and the load on a backend that recovers", Note: "A simulation; waits in seconds, of the callers that met the outage.",
		Columns: columns(1, "arm", "met it", "median wait", "p90", "longest", "calls while down", "busiest step after", "of capacity", "refused after", "refused unasked"),
	}
	for i := range r.Courses {
		c := &r.Courses[i]
		down, busiest := 0, 0
		for step, n := range c.Attempts {
			if float64(step)*c.Step < c.Down {
				down += n
			} else {
				busiest = max(busiest, n)
			}
		}
		row := []string{c.Arm, strconv.Itoa(len(c.Waits)), "", "", "", strconv.Itoa(down), strconv.Itoa(busiest), "", strconv.Itoa(c.Overload), strconv.Itoa(c.Unasked)}
		if len(c.Waits) > 0 {
			for j, q := range []float64{0.5, 0.9, 1} {
				row[2+j] = decimal(result.Percentile(c.Waits, q)) //nolint:gosec // the row has a cell for each quantile
			}
		}
		if c.Capacity > 0 {
			row[7] = decimal(float64(busiest)/c.Capacity) + "×"
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func publishedTable(r *result.Result) Table {
	t := Table{
		Title: "Published by the source", Label: "not measured here",
		Columns: columns(2, "fault", "arm", "success", "backend calls", "backend ×", "model calls", "model ×"),
	}
	for _, p := range r.Published {
		var round *int
		if p.Round > 0 {
			round = &p.Round
		}
		row := []string{faultOf(p.Fault, round), p.Arm, fmt.Sprintf("%d of %d", p.Success, p.Of)}
		for _, v := range []float64{p.BackendCalls, p.BackendX, p.ModelCalls, p.ModelX} {
			text := ""
			if v != 0 {
				text = decimal(v)
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return t.withoutIdle(3, "")
}

// withoutIdle leaves out the columns, after the first so many, in which every
// row is empty or has the idle text.
func (t Table) withoutIdle(from int, idle string) Table {
	for i := len(t.Columns) - 1; i >= from; i-- {
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return row[i] != "" && row[i] != idle }) {
			continue
		}
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for j := range t.Rows {
			t.Rows[j] = slices.Delete(t.Rows[j], i, i+1)
		}
	}
	return t
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

func span(low, high float64) string { return "[" + decimal(low) + ", " + decimal(high) + "]" }

// whole writes a number of trials, "" where there is none.
func whole(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(math.Round(*v*10)/10, 'f', -1, 64)
}

// figure writes a figure with its interval, "" where it does not apply.
func figure(v *float64, ci *[2]float64) string {
	switch {
	case v == nil:
		return ""
	case ci == nil:
		return decimal(*v)
	default:
		return decimal(*v) + " " + span(ci[0], ci[1])
	}
}

func percent(v *float64, ci *[2]float64) string {
	if v == nil {
		return ""
	}
	text := fmt.Sprintf("%.4g %%", 100**v)
	if ci != nil {
		places := 0
		if ci[1]-ci[0] < 0.05 {
			places = 1 // else a narrow interval would show no width
		}
		text += fmt.Sprintf(" [%.*f, %.*f]", places, 100*ci[0], places, 100*ci[1])
	}
	return text
}
