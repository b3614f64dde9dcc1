package lab

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/lab/result"
)

// A Requirement is one line of a gate: "success[guard,transient]>=0.95".
type Requirement struct {
	Text   string
	Metric string
	// Arm and Fault name the cell; Round and Framework narrow it, "" and 0 do
	// not.
	Arm, Fault string
	Round      int
	Framework  string
	Op         string
	Value      float64
}

// opNames are the comparisons; longer ones first, so that ">=" is not read as ">".
var opNames = []string{">=", "<=", "==", ">", "<"}

// ParseRequirement reads a requirement. Its error names place, rule and value.
func ParseRequirement(text string) (Requirement, error) {
	r := Requirement{Text: text}
	fail := func(at int, format string, a ...any) (Requirement, error) {
		return Requirement{}, fmt.Errorf("requirement %q, column %d: %s", text, at+1, fmt.Sprintf(format, a...))
	}
	open := strings.IndexByte(text, '[')
	if open < 0 {
		return fail(len(text), "expected METRIC[ARM,FAULT]>=NUMBER, found no [")
	}
	r.Metric = strings.TrimSpace(text[:open])
	if !slices.Contains(result.Figures(), r.Metric) {
		return fail(0, "the metric must be one of %s, got %q", strings.Join(result.Figures(), ", "), r.Metric)
	}
	end := strings.IndexByte(text, ']')
	if end < open {
		return fail(len(text), "expected a ] after the arm and the fault")
	}
	if at, err := r.selectors(text, open+1, end); err != nil {
		return fail(at, "%v", err)
	}
	rest := strings.TrimLeft(text[end+1:], " ")
	at := len(text) - len(rest)
	i := slices.IndexFunc(opNames, func(op string) bool { return strings.HasPrefix(rest, op) })
	if i < 0 {
		return fail(at, "expected one of %s, got %q", strings.Join(opNames, " "), rest)
	}
	r.Op = opNames[i]
	number := strings.TrimSpace(rest[len(r.Op):])
	at += len(r.Op)
	plain, percent := strings.CutSuffix(number, "%")
	value, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return fail(at, "expected a number, got %q", number)
	}
	r.Value = value
	if percent {
		r.Value /= 100
	}
	switch share := result.Share(r.Metric); {
	case share && (r.Value < 0 || r.Value > 1):
		return fail(at, "%s is a share and must be held against a number between 0 and 1, or 0%% and 100%%, got %q", r.Metric, number)
	case r.Value < 0:
		return fail(at, "no figure is below 0, got %q", number)
	}
	return r, nil
}

// selectors reads what stands between the brackets.
func (r *Requirement) selectors(text string, from, to int) (int, error) {
	parts := strings.Split(text[from:to], ",")
	if len(parts) < 2 {
		return from, fmt.Errorf("expected ARM,FAULT, got %q", text[from:to])
	}
	for i, part := range parts {
		value := strings.TrimSpace(part)
		name, given, named := strings.Cut(value, "=")
		switch {
		case value == "":
			return from, fmt.Errorf("an empty name between the brackets")
		case i == 0:
			r.Arm = value
		case i == 1:
			r.Fault = value
		case named && name == "framework" && given != "":
			r.Framework = given
		case named && name == "round":
			round, err := strconv.Atoi(given)
			if err != nil || round < 1 {
				return from, fmt.Errorf("a round is a whole number of at least 1, got %q", given)
			}
			r.Round = round
		default:
			return from, fmt.Errorf("after ARM,FAULT only round=N or framework=NAME can follow, got %q", value)
		}
		from += len(part) + 1
	}
	return from, nil
}

// A GateState says how a requirement came out.
type GateState string

// The states.
const (
	GatePassed       GateState = "passed"
	GateMissed       GateState = "missed"
	GateInconclusive GateState = "inconclusive"
)

// A GateResult is a requirement held against one cell.
type GateResult struct {
	Requirement string      `json:"requirement"`
	Cell        string      `json:"cell"`
	State       GateState   `json:"state"`
	Value       *float64    `json:"value"`
	Interval    *[2]float64 `json:"interval,omitempty"`
	N           int         `json:"n"`
	Independent *float64    `json:"independent,omitempty"`
	Why         string      `json:"why"`
}

// Gate holds requirements against a result. Where several cells fit one
// requirement (rounds), each has to hold it. A cell that is not there is an
// error.
//
// A requirement is passed where the measured figure meets it; missed where it
// does not, and the interval does not reach the threshold either; inconclusive
// where the interval reaches it, or nothing was measured.
func Gate(of *result.Result, requirements []Requirement) ([]GateResult, error) {
	var results []GateResult
	for i := range requirements {
		r := &requirements[i]
		found := false
		for j := range of.Cells {
			if r.fits(&of.Cells[j]) {
				found = true
				results = append(results, r.hold(&of.Cells[j]))
			}
		}
		if !found {
			labels := make([]string, len(of.Cells))
			for j := range of.Cells {
				labels[j] = of.Cells[j].Label()
			}
			return nil, fmt.Errorf("requirement %q: no such cell; there are %s", r.Text, strings.Join(labels, "; "))
		}
	}
	return results, nil
}

func (r *Requirement) fits(c *result.Cell) bool {
	return r.Arm == c.Arm && r.Fault == c.Fault &&
		(r.Round == 0 || c.Round != nil && r.Round == *c.Round) &&
		(r.Framework == "" || c.Framework != nil && r.Framework == *c.Framework)
}

// hold compares one cell's figure.
func (r *Requirement) hold(c *result.Cell) GateResult {
	out := GateResult{Requirement: r.Text, Cell: c.Label(), N: c.N, Independent: c.Independent}
	out.Value, out.Interval = c.Figure(r.Metric)
	switch {
	case out.Value == nil:
		out.State, out.Why = GateInconclusive, "it was not measured"
	case r.met(*out.Value):
		out.State, out.Why = GatePassed, "the measured figure meets it"
	case out.Interval != nil && (r.met(out.Interval[0]) || r.met(out.Interval[1])):
		out.State, out.Why = GateInconclusive, "the measured figure misses it, and its interval reaches it: more independent trials are needed"
	default:
		out.State, out.Why = GateMissed, "the measured figure misses it"
	}
	return out
}

func (r *Requirement) met(value float64) bool {
	switch r.Op {
	case ">=":
		return value >= r.Value
	case "<=":
		return value <= r.Value
	case ">":
		return value > r.Value
	case "<":
		return value < r.Value
	default:
		return value == r.Value
	}
}
