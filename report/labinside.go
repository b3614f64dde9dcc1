package report

import (
	"github.com/sequitur-go/sequitur/lab/result"
)

// inside is a published figure, and where twenty trials of a larger run fall.
type inside struct {
	arm, figure          string
	published, low, high float64
}

// rounding is what a figure of two places may be off.
const rounding = 0.005

func (i *inside) holds() bool {
	return i.published >= i.low-rounding && i.published <= i.high+rounding
}

func (i *inside) reading() string {
	return "published " + decimal(i.published) + ", twenty trials fall in " + span(i.low, i.high)
}

// insides pairs the published figures with the larger run.
func insides(r *result.Result) []inside {
	var list []inside
	for i := range r.Amplification {
		a := &r.Amplification[i]
		for _, p := range r.Published {
			if p.Arm != a.Arm || p.Fault != a.Fault || p.Of == 0 {
				continue
			}
			list = append(list, inside{a.Arm, "success", float64(p.Success) / float64(p.Of), a.Low.Success, a.High.Success})
			if p.BackendX > 0 {
				list = append(list, inside{a.Arm, "backend ×", p.BackendX, a.Low.BackendX, a.High.BackendX})
			}
			if p.ModelX > 0 {
				list = append(list, inside{a.Arm, "model ×", p.ModelX, a.Low.ModelX, a.High.ModelX})
			}
		}
	}
	return list
}

// insideTable says whether twenty trials can show what was published.
func insideTable(r *result.Result) Table {
	t := Table{
		Title: "Can twenty trials show what was published?", Note: "The range holds 95 of 100 repetitions with twenty trials, cut from the larger run.",
		Columns: columns(2, "arm", "figure", "published", "range", "inside"),
	}
	for _, i := range insides(r) {
		answer := "yes"
		if !i.holds() {
			answer = "NO"
		}
		t.Rows = append(t.Rows, []string{i.arm, i.figure, decimal(i.published), span(i.low, i.high), answer})
	}
	return t
}
