package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Table is a part of a report: a title, a remark, and rows of text.
type Table struct {
	Title string     `json:"title"`
	Note  string     `json:"note,omitempty"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
	// sparse says that a column of zeros says nothing.
	sparse bool
}

// Tables returns the summary as tables, the measured figures apart from the
// published ones.
func (s *Summary) Tables() []Table {
	var tables []Table
	for _, t := range []Table{s.premiseTable(), s.cellTable(), s.chainTable(), s.publishedTable(), s.amplificationTable(), s.courseTable()} {
		if len(t.Rows) > 0 {
			t.dropIdle()
			tables = append(tables, t)
		}
	}
	return tables
}

// dropIdle takes out the columns of figures that are empty in every row. In a
// table of what went wrong, zeros are empty, too.
func (t *Table) dropIdle() {
	for column := len(t.Head) - 1; column > 1; column-- {
		idle := !slices.ContainsFunc(t.Rows, func(row []string) bool {
			return row[column] != "" && (row[column] != "0.00" || !t.sparse)
		})
		if !idle {
			continue
		}
		t.Head = slices.Delete(t.Head, column, column+1)
		for i := range t.Rows {
			t.Rows[i] = slices.Delete(t.Rows[i], column, column+1)
		}
	}
}

// Who says where the figures come from.
func (s *Summary) Who() string {
	if len(s.Courses) > 0 {
		return "simulated callers, no model"
	}
	if s.Scripted {
		return "scripted model " + strings.TrimPrefix(s.Model, "scripted:")
	}
	return "model " + s.Model
}

func (s *Summary) premiseTable() Table {
	t := Table{Title: "Premises", Note: s.Who(), Head: []string{"premise", "trials", ""}}
	for _, p := range s.Premises {
		state := "met"
		if !p.OK {
			state = "NOT MET"
		}
		t.Rows = append(t.Rows, []string{p.Text, fmt.Sprintf("%d of %d", p.Count, p.Of), state})
	}
	return t
}

func (s *Summary) cellTable() Table {
	t := Table{
		Title: "Measured", Note: s.Who() + "; means of a trial, ratios to the clean twin, 95 % intervals in brackets",
		Head: []string{"fault", "arm", "n", "success", "backend calls", "ratio", "model calls", "ratio", "seconds"},
	}
	if slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.Round != nil }) {
		t.Head = slices.Insert(t.Head, 0, "round")
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		row := []string{
			c.Fault, c.Arm, strconv.Itoa(c.N), percent(c.Success, c.SuccessCI), number(c.BackendCalls, nil),
			number(c.BackendX, c.BackendXCI), number(c.ModelCalls, nil), number(c.ModelX, c.ModelXCI), number(c.Seconds, nil),
		}
		if t.Head[0] == "round" {
			round := ""
			if c.Round != nil {
				round = strconv.Itoa(*c.Round)
			}
			row = slices.Insert(row, 0, round)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// chainTable shows the figures that only some experiments are about, where any
// of them is not zero.
func (s *Summary) chainTable() Table {
	t := Table{
		Title: "What the model did, and what it cost the backend", Note: s.Who() + "; shares and means of a trial",
		Head: []string{
			"fault", "arm", "self-healed", "changed arguments", "argument left out", "wrong values sent", "wasted calls", "root named",
			"duplicate effects", "invented",
		},
		sparse: true,
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		figures := []*float64{c.SelfHealed, c.ChangedArgs, c.MissingArg, c.WrongSpent, c.Wasted, c.RootNamed, c.DuplicateEffects, c.Invented}
		if !slices.ContainsFunc(figures, func(f *float64) bool { return f != nil && *f != 0 }) {
			continue
		}
		fault := c.Fault
		if c.Round != nil {
			fault += fmt.Sprintf(", round %d", *c.Round)
		}
		row := []string{fault, c.Arm}
		for _, f := range figures {
			row = append(row, number(f, nil))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *Summary) publishedTable() Table {
	t := Table{
		Title: "Published by the source", Note: "not measured here",
		Head: []string{"fault", "arm", "round", "success", "backend calls", "ratio", "model calls", "ratio"},
	}
	plain := func(v float64) string {
		if v == 0 {
			return ""
		}
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	for _, p := range s.Published {
		round := ""
		if p.Round > 0 {
			round = strconv.Itoa(p.Round)
		}
		t.Rows = append(t.Rows, []string{
			p.Fault, p.Arm, round, fmt.Sprintf("%d of %d", p.Success, p.Of), plain(p.BackendCalls), plain(p.BackendX), plain(p.ModelCalls), plain(p.ModelX),
		})
	}
	return t
}

func (s *Summary) amplificationTable() Table {
	t := Table{
		Title: "Calculation, a large run, and what twenty trials show",
		Note:  s.Who() + "; in brackets the range of 95 of 100 repetitions with twenty trials",
		Head: []string{
			"arm", "tries", "backend ratio by calculation", "n", "measured", "n = 20", "success by calculation", "measured", "n = 20",
			"backend calls for a success",
		},
	}
	for i := range s.Amplification {
		a := &s.Amplification[i]
		t.Rows = append(t.Rows, []string{
			a.Arm, strconv.Itoa(a.Tries), decimal(a.Expected.BackendX), strconv.Itoa(a.N), decimal(a.Large.BackendX),
			"[" + decimal(a.Low.BackendX) + ", " + decimal(a.High.BackendX) + "]",
			decimal(a.Expected.Success), decimal(a.Large.Success), "[" + decimal(a.Low.Success) + ", " + decimal(a.High.Success) + "]",
			strconv.FormatFloat(a.CostPerSuccess, 'f', 3, 64),
		})
	}
	return t
}

func (s *Summary) courseTable() Table {
	t := Table{
		Title: "Added waits, and the load on a backend that recovers",
		Note:  "a simulation; waits in seconds, of the callers that met the outage",
		Head: []string{
			"arm", "met it", "median wait", "p90", "longest", "calls while down", "busiest step after", "of capacity", "refused after",
		},
	}
	for i := range s.Courses {
		c := &s.Courses[i]
		down, busiest := 0, 0
		for step, n := range c.Attempts {
			if float64(step)*c.Step < c.Down {
				down += n
			} else {
				busiest = max(busiest, n)
			}
		}
		row := []string{c.Arm, strconv.Itoa(len(c.Waits)), "", "", "", strconv.Itoa(down), strconv.Itoa(busiest), decimal(float64(busiest) / c.Capacity), strconv.Itoa(c.Overload)}
		if len(c.Waits) > 0 {
			for j, q := range []float64{0.5, 0.9, 1} {
				row[2+j] = decimal(quantile(c.Waits, q)) //nolint:gosec // the row has a cell for each quantile
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// number writes a figure with its interval, "" where it does not apply.
func number(v *float64, ci *[2]float64) string {
	if v == nil {
		return ""
	}
	if ci == nil {
		return decimal(*v)
	}
	return fmt.Sprintf("%s [%s, %s]", decimal(*v), decimal(ci[0]), decimal(ci[1]))
}

// percent writes a rate with its interval.
func percent(v *float64, ci *[2]float64) string {
	if v == nil {
		return ""
	}
	text := fmt.Sprintf("%.4g %%", 100**v)
	if ci != nil {
		text += fmt.Sprintf(" [%.0f, %.0f]", 100*ci[0], 100*ci[1])
	}
	return text
}
