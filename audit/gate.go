package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/lab/result"
)

// A Requirement is one threshold: METRIC[KIND] OP NUMBER.
type Requirement struct {
	Text   string
	Metric string
	Kind   string // a kind of fault, "" for all
	Op     string
	Number float64
}

// metricTable holds the metrics that a gate can ask for.
var metricTable = map[string]func(f *Figures, c *Cell) Rate{
	"match":      func(_ *Figures, c *Cell) Rate { return c.Rate },
	"acceptable": func(_ *Figures, c *Cell) Rate { return c.Fair },
	"mismatch": func(_ *Figures, c *Cell) Rate {
		r := c.Fair
		return Rate{Share: 1 - r.Share, Low: 1 - r.High, High: 1 - r.Low, N: r.N}
	},
	"repeat":    func(f *Figures, _ *Cell) Rate { return f.RepeatRate },
	"faults":    func(f *Figures, _ *Cell) Rate { return plainRate(f.Faults, f.Answered) },
	"trace":     func(f *Figures, _ *Cell) Rate { return plainRate(f.Leaks.Traces, f.Leaks.Texts) },
	"sensitive": func(f *Figures, _ *Cell) Rate { return plainRate(f.Leaks.Sensitive, f.Leaks.Texts) },
	"duplicate": func(f *Figures, _ *Cell) Rate { return plainRate(f.Possible, f.Writes) },
	"invented": func(f *Figures, _ *Cell) Rate {
		return plainRate(f.Answers["invented_value"]+f.Answers["false_success"]+f.Answers["wrong_value"]+f.Answers["error_as_fact"], f.Faults)
	},
}

func plainRate(hits, n int) Rate {
	r := Rate{N: n}
	if n > 0 {
		r.Share = float64(hits) / float64(n)
	}
	r.Low, r.High = result.Wilson(hits, n)
	return r
}

// Metrics returns the names of the metrics.
func Metrics() []string {
	names := make([]string, 0, len(metricTable))
	for name := range metricTable {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// operatorTable lists the operators, the longer ones first.
var operatorTable = []string{">=", "<=", "==", ">", "<"}

// ParseGate reads thresholds, separated by commas.
func ParseGate(text string) ([]Requirement, error) {
	var all []Requirement
	for part := range strings.SplitSeq(text, ",") {
		r, err := parseRequirement(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

func parseRequirement(text string) (Requirement, error) {
	r := Requirement{Text: text}
	for _, op := range operatorTable {
		left, right, ok := strings.Cut(text, op)
		if !ok {
			continue
		}
		r.Op = op
		number, isPercent := strings.CutSuffix(strings.TrimSpace(right), "%")
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil {
			return r, fmt.Errorf("threshold %q: %q is no number", text, strings.TrimSpace(right))
		}
		if isPercent {
			value /= 100
		}
		if !(value >= 0 && value <= 1) {
			return r, fmt.Errorf("threshold %q must be a share between 0 and 1, got %v", text, value)
		}
		r.Number = value
		return r, r.name(strings.TrimSpace(left))
	}
	return r, fmt.Errorf("threshold %q must have one of %s", text, strings.Join(operatorTable, " "))
}

func (r *Requirement) name(left string) error {
	metric, kind, bracketed := strings.Cut(left, "[")
	r.Metric = strings.TrimSpace(metric)
	if metricTable[r.Metric] == nil {
		return fmt.Errorf("metric must be one of %s, got %q", strings.Join(Metrics(), ", "), r.Metric)
	}
	if !bracketed {
		return nil
	}
	r.Kind = strings.TrimSuffix(strings.TrimSpace(kind), "]")
	if _, err := fault.ParseKind(r.Kind); err != nil {
		return err
	}
	if r.Metric != "match" && r.Metric != "acceptable" && r.Metric != "mismatch" {
		return fmt.Errorf("metric %s is not counted by kind", r.Metric)
	}
	return nil
}

// A State is what became of a threshold.
type State string

// The states.
const (
	Passed       State = "pass"
	Missed       State = "miss"
	Inconclusive State = "inconclusive"
)

// An Outcome is one threshold held against the figures.
type Outcome struct {
	Requirement string `json:"requirement"`
	State       State  `json:"state"`
	Measured    Rate   `json:"measured"`
	Why         string `json:"why"`
}

// Gate holds figures against thresholds. A figure that misses a threshold which
// its interval reaches is inconclusive, and so is one that was not measured.
func Gate(f *Figures, requirements []Requirement) []Outcome {
	out := make([]Outcome, len(requirements))
	for i := range requirements {
		r := &requirements[i]
		cell := &f.Model
		if r.Kind != "" {
			at := slices.IndexFunc(f.Kinds, func(c Cell) bool { return c.Name == r.Kind })
			if at < 0 {
				out[i] = Outcome{r.Text, Inconclusive, Rate{}, "no such fault was found"}
				continue
			}
			cell = &f.Kinds[at]
		}
		out[i] = r.hold(metricTable[r.Metric](f, cell))
	}
	return out
}

func (r *Requirement) hold(rate Rate) Outcome {
	o := Outcome{Requirement: r.Text, Measured: rate}
	switch {
	case rate.N == 0:
		o.State, o.Why = Inconclusive, "nothing to measure it on"
	case r.meets(rate.Share):
		o.State, o.Why = Passed, "the measured figure meets it"
	case r.meets(rate.Low) || r.meets(rate.High):
		o.State, o.Why = Inconclusive, "missed, but the interval reaches it: too few cases"
	default:
		o.State, o.Why = Missed, "missed, and so is it by the whole interval"
	}
	return o
}

func (r *Requirement) meets(share float64) bool {
	switch r.Op {
	case ">=":
		return share >= r.Number
	case "<=":
		return share <= r.Number
	case ">":
		return share > r.Number
	case "<":
		return share < r.Number
	}
	return share == r.Number //nolint:float-compare // the user asks for equality
}
