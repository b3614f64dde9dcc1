package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
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

// metricNames are the figures of a cell that can be required.
var metricNames = []string{
	"success", "backend_calls", "backend_x", "model_calls", "model_x", "tokens_in", "tokens_out", "seconds", "usd",
	"self_healed", "changed_args", "missing_arg", "duplicate_effects", "invented", "waited", "wrong_spent", "wasted_calls",
	"root_named", "n",
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
	if !slices.Contains(metricNames, r.Metric) {
		return fail(0, "the metric must be one of %s, got %q", strings.Join(metricNames, ", "), r.Metric)
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
	Requirement string    `json:"requirement"`
	Cell        string    `json:"cell"`
	State       GateState `json:"state"`
	Value       *float64  `json:"value"`
	Interval    []float64 `json:"interval,omitempty"`
	N           int       `json:"n"`
	Why         string    `json:"why"`
}

// cellRow is a cell as it stands in result.json.
type cellRow struct {
	label     string
	arm       string
	fault     string
	framework string
	round     int
	n         int
	fields    map[string]json.RawMessage
}

// readCells reads the cells of a result.json.
func readCells(data []byte) ([]cellRow, error) {
	var file struct {
		Cells []map[string]json.RawMessage `json:"cells"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("not a result.json: %w", err)
	}
	if len(file.Cells) == 0 {
		return nil, fmt.Errorf("not a result.json: it holds no cells")
	}
	rows := make([]cellRow, len(file.Cells))
	for i, fields := range file.Cells {
		row := cellRow{fields: fields}
		for name, into := range map[string]any{
			"arm": &row.arm, "fault": &row.fault, "framework": &row.framework, "round": &row.round, "n": &row.n,
		} {
			if raw, ok := fields[name]; ok {
				if err := json.Unmarshal(raw, into); err != nil {
					return nil, fmt.Errorf("not a result.json: cells[%d].%s: %w", i, name, err)
				}
			}
		}
		row.label = row.arm + "," + row.fault
		if row.round > 0 {
			row.label += fmt.Sprintf(",round=%d", row.round)
		}
		if row.framework != "" {
			row.label += ",framework=" + row.framework
		}
		rows[i] = row
	}
	return rows, nil
}

// Gate holds requirements against a result.json. Where several cells fit one
// requirement (rounds), each has to hold it. A cell that is not there is an
// error.
//
// A requirement is passed where the measured figure meets it; missed where it
// does not, and the interval does not reach the threshold either; inconclusive
// where the interval reaches it, or nothing was measured.
func Gate(data []byte, requirements []Requirement) ([]GateResult, error) {
	rows, err := readCells(data)
	if err != nil {
		return nil, err
	}
	var results []GateResult
	for i := range requirements {
		r := &requirements[i]
		found := false
		for j := range rows {
			if r.fits(&rows[j]) {
				found = true
				results = append(results, r.hold(&rows[j]))
			}
		}
		if !found {
			labels := make([]string, len(rows))
			for j := range rows {
				labels[j] = rows[j].label
			}
			return nil, fmt.Errorf("requirement %q: no such cell; there are %s", r.Text, strings.Join(labels, "; "))
		}
	}
	return results, nil
}

func (r *Requirement) fits(row *cellRow) bool {
	return r.Arm == row.arm && r.Fault == row.fault && (r.Round == 0 || r.Round == row.round) &&
		(r.Framework == "" || r.Framework == row.framework)
}

// hold compares one cell's figure.
func (r *Requirement) hold(row *cellRow) GateResult {
	out := GateResult{Requirement: r.Text, Cell: row.label, N: row.n, State: GateInconclusive, Why: "it was not measured"}
	var value *float64
	if raw, ok := row.fields[r.Metric]; ok && json.Unmarshal(raw, &value) == nil && value != nil && row.n > 0 {
		out.Value = value
	}
	if raw, ok := row.fields[r.Metric+"_ci"]; ok {
		var interval []float64
		if json.Unmarshal(raw, &interval) == nil && len(interval) == 2 {
			out.Interval = interval
		}
	}
	if out.Value == nil {
		return out
	}
	reached := slices.ContainsFunc(out.Interval, r.met)
	switch {
	case r.met(*value):
		out.State, out.Why = GatePassed, "the measured figure meets it"
	case reached:
		out.Why = "the measured figure misses it, and its interval reaches it: more trials are needed"
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
