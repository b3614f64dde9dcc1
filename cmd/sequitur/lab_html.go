package main

import (
	"bytes"
	_ "embed" // for the page
	"fmt"
	"html/template"
	"math"

	"github.com/sequitur-go/sequitur/lab"
)

//go:embed lab_report.tmpl
var labPageText string

// bar is one row of a chart: a share of the width, with its interval.
type bar struct {
	Label, Value         string
	Width, Low, High     float64 // percent of the width
	HasInterval, IsGuard bool
}

// chart is a group of bars with one scale.
type chart struct {
	Title string
	Bars  []bar
}

// histogram is the course of the load on a backend, arm by arm.
type histogram struct {
	Label   string
	Bars    []float64 // percent of the height
	Down    float64   // percent of the width at which the backend came back
	Ceiling float64   // percent of the height that is its capacity
	Note    string
}

// labPage is an experiment on the page.
type labPage struct {
	Summary    *lab.Summary
	Who        string
	Tables     []lab.Table
	Charts     []chart
	Histograms []histogram
}

// labHTML is a page that needs nothing from elsewhere.
func labHTML(all []*lab.Summary) ([]byte, error) {
	page, err := template.New("page").Parse(labPageText)
	if err != nil {
		return nil, err
	}
	pages := make([]labPage, len(all))
	for i, s := range all {
		pages[i] = labPage{Summary: s, Who: s.Who(), Tables: s.Tables(), Charts: labCharts(s), Histograms: labHistograms(s)}
	}
	var b bytes.Buffer
	if err := page.Execute(&b, pages); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// labCharts draws success and backend calls, fault by fault.
func labCharts(s *lab.Summary) []chart {
	success, calls := chart{Title: "Success, with 95 % interval"}, chart{Title: "Backend calls in a trial"}
	most := 1.0
	for i := range s.Cells {
		if v := s.Cells[i].BackendCalls; v != nil {
			most = max(most, *v)
		}
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		if c.Success == nil || c.BackendCalls == nil {
			continue
		}
		label := c.Fault + " · " + c.Arm
		if c.Round != nil {
			label += fmt.Sprintf(" · round %d", *c.Round)
		}
		b := bar{Label: label, Value: fmt.Sprintf("%.0f of %d", math.Round(*c.Success*float64(c.N)), c.N), Width: 100 * *c.Success, IsGuard: c.Arm == "guard"}
		if ci := c.SuccessCI; ci != nil {
			b.HasInterval, b.Low, b.High = true, 100*ci[0], 100*(ci[1]-ci[0])
		}
		success.Bars = append(success.Bars, b)
		calls.Bars = append(calls.Bars, bar{
			Label: label, Value: fmt.Sprintf("%.2f", *c.BackendCalls), Width: 100 * *c.BackendCalls / most, IsGuard: c.Arm == "guard",
		})
	}
	return []chart{success, calls}
}

// labHistograms draws when the calls came, on one scale for all arms.
func labHistograms(s *lab.Summary) []histogram {
	most, steps := 1, 1
	for i := range s.Courses {
		steps = max(steps, len(s.Courses[i].Attempts))
		for _, n := range s.Courses[i].Attempts {
			most = max(most, n)
		}
	}
	var list []histogram
	for i := range s.Courses {
		c := &s.Courses[i]
		h := histogram{
			Label: c.Arm, Down: 100 * c.Down / (c.Step * float64(steps)), Ceiling: 100 * c.Capacity / float64(most),
			Note: fmt.Sprintf("%d refused after the backend was back", c.Overload), Bars: make([]float64, steps),
		}
		for j, n := range c.Attempts {
			h.Bars[j] = 100 * float64(n) / float64(most)
		}
		list = append(list, h)
	}
	return list
}
