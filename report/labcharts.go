package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/sequitur-go/sequitur/lab/result"
)

// interval is a cell as a row of a chart.
func interval(c *result.Cell, value float64, ci *[2]float64, factor float64, text string) Interval {
	i := Interval{Group: faultOf(c.Fault, c.Round), Name: c.Arm, Value: factor * value, Text: text, Ours: c.Arm == ours}
	if ci != nil {
		i.Known, i.Low, i.High = true, factor*ci[0], factor*ci[1]
	}
	return i
}

func successChart(r *result.Result) Chart {
	chart := Chart{Title: "Success", Note: r.Who() + "; share of trials", Unit: " %", Max: 100}
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Success == nil {
			continue
		}
		ci := c.SuccessCI
		if r.Scripted && c.Independent != nil && *c.Independent < float64(c.N) {
			ci = nil // what stands in a script is not spread
		}
		text := fmt.Sprintf("%.0f of %d", math.Round(*c.Success*float64(c.N)), c.N)
		chart.Intervals = append(chart.Intervals, interval(c, *c.Success, ci, 100, text))
	}
	chart.Note += aboutIntervals(&chart)
	return chart
}

// aboutIntervals says what the whiskers are, where a chart has any.
func aboutIntervals(c *Chart) string {
	if slices.ContainsFunc(c.Intervals, func(i Interval) bool { return i.Known }) {
		return ", with 95 % interval"
	}
	return ""
}

// ratioChart shows what the arms cost against the clean twin, whose ratio is 1.
func ratioChart(r *result.Result, what string) Chart {
	chart := Chart{
		Title: "Cost in " + what + " calls", Note: r.Who() + "; ratio to the clean twin of the trial",
		Unit: "×", Reference: 1, ReferenceLabel: "clean twin",
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		x, ci := c.BackendX, c.BackendXCI
		if what == "model" {
			x, ci = c.ModelX, c.ModelXCI
		}
		if x != nil {
			chart.Intervals = append(chart.Intervals, interval(c, *x, ci, 1, decimal(*x)+"×"))
		}
	}
	chart.Note += aboutIntervals(&chart)
	return chart
}

// waitChart shows the share of callers that waited no longer than so long.
func waitChart(r *result.Result) Chart {
	chart := Chart{Title: "Waits that the tool layer added", Note: "Share of callers that waited no longer than so many seconds. A simulation.", Unit: " %", Max: 100, XLabel: "seconds"}
	for i := range r.Courses {
		c := &r.Courses[i]
		if len(c.Waits) == 0 {
			continue
		}
		waits := slices.Sorted(slices.Values(c.Waits))
		curve := Curve{Name: fmt.Sprintf("%s (n = %d)", c.Arm, len(waits)), X: []float64{0}, Y: []float64{0}, Ours: c.Arm == ours}
		for n, w := range waits {
			if n+1 < len(waits) && waits[n+1] == w {
				continue // one step where several waited as long
			}
			curve.X, curve.Y = append(curve.X, w), append(curve.Y, 100*float64(n+1)/float64(len(waits)))
		}
		chart.Curves = append(chart.Curves, curve)
	}
	return chart
}

// loadCharts show one arm each, on one scale.
func loadCharts(r *result.Result) []Chart {
	most := 1.0
	for i := range r.Courses {
		most = max(most, r.Courses[i].Capacity)
		for _, n := range r.Courses[i].Attempts {
			most = max(most, float64(n))
		}
	}
	axis := ticks(most)
	var charts []Chart
	for i := range r.Courses {
		c := &r.Courses[i]
		curve := Curve{Name: c.Arm, Ours: c.Arm == ours, X: make([]float64, len(c.Attempts)+1), Y: make([]float64, len(c.Attempts)+1)}
		for j, n := range c.Attempts {
			// A step holds to its end, the last one to the end of the chart.
			curve.X[j+1], curve.Y[j], curve.Y[j+1] = float64(j+1)*c.Step, float64(n), float64(n)
		}
		charts = append(charts, Chart{
			Title: "Load on the backend: " + c.Arm, Note: fmt.Sprintf("Calls refused after it was back: %d. One scale for all arms. A simulation.", c.Overload),
			Max: axis[len(axis)-1], Reference: c.Capacity, ReferenceLabel: "capacity", Shaded: c.Down, ShadedLabel: "down",
			XLabel: fmt.Sprintf("seconds (calls per %g s)", c.Step), Curves: []Curve{curve},
		})
	}
	return charts
}
