package result

import "math"

// A Gain is what an arm has over a baseline arm under the same fault.
type Gain struct {
	Arm, Base, Fault string
	Round            *int
	// Points of success gained, in percent points.
	Points float64
	// Backend and Model are what it costs: mean calls added to a trial.
	Backend, Model *float64
	// PerSuccess is the arm's mean backend calls for one success, nil where it
	// had none.
	PerSuccess *float64
	Verdict    Verdict
}

// A Verdict says whether a difference in success can be told from chance.
type Verdict string

// The verdicts.
const (
	Inconclusive Verdict = "INCONCLUSIVE"
	Better       Verdict = "better"
	Worse        Verdict = "worse"
)

// Gains compares every arm with the arm called base, fault by fault and round
// by round, in the order of the cells. A cell without trials is left out.
//
// The cells of a result no longer know which trials are pairs, so the verdict
// comes from the interval of a difference of independent rates (Newcombe's),
// which is wider than what [McNemar] would find in the pairs.
func (r *Result) Gains(base string) []Gain {
	var gains []Gain
	for i := range r.Cells {
		c := &r.Cells[i]
		b := r.find(base, c)
		if c.Arm == base || b == nil || c.Success == nil || b.Success == nil {
			continue
		}
		g := Gain{Arm: c.Arm, Base: base, Fault: c.Fault, Round: c.Round, Points: 100 * (*c.Success - *b.Success), Verdict: verdict(c, b)}
		g.Backend, g.Model = added(c.BackendCalls, b.BackendCalls), added(c.ModelCalls, b.ModelCalls)
		if c.BackendCalls != nil && *c.Success > 0 {
			g.PerSuccess = new(*c.BackendCalls / *c.Success)
		}
		gains = append(gains, g)
	}
	return gains
}

// find returns the cell of an arm beside c.
func (r *Result) find(arm string, c *Cell) *Cell {
	for i := range r.Cells {
		o := &r.Cells[i]
		sameRound := o.Round == c.Round || o.Round != nil && c.Round != nil && *o.Round == *c.Round
		if o.Arm == arm && o.Fault == c.Fault && sameRound {
			return o
		}
	}
	return nil
}

func added(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	return new(*a - *b)
}

// verdict compares two rates by their Wilson intervals. Cells without an
// interval have no independent trials, and nothing can be told from them.
func verdict(c, b *Cell) Verdict {
	if c.SuccessCI == nil || b.SuccessCI == nil {
		return Inconclusive
	}
	d := *c.Success - *b.Success
	low := d - math.Hypot(*c.Success-c.SuccessCI[0], b.SuccessCI[1]-*b.Success)
	high := d + math.Hypot(c.SuccessCI[1]-*c.Success, *b.Success-b.SuccessCI[0])
	switch {
	case low > 0:
		return Better
	case high < 0:
		return Worse
	default:
		return Inconclusive
	}
}
