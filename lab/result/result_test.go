package result_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sequitur-go/sequitur/lab/result"
)

func near() cmp.Option { return cmpopts.EquateApprox(0, 5e-4) }

func TestWilson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{
		{0, 20, 0, 0.1611},
		{20, 20, 0.8389, 1},
		{17, 20, 0.6396, 0.9476},
		{10, 20, 0.2993, 0.7007},
		{0, 0, 0, 1},
	} {
		low, high := result.Wilson(c.hits, c.n)
		if d := cmp.Diff([]float64{c.low, c.high}, []float64{low, high}, near()); d != "" {
			t.Errorf("%d of %d: %s", c.hits, c.n, d)
		}
	}
}

func TestClusterRate(t *testing.T) {
	t.Parallel()
	same := []result.Cluster{{Hits: 5, N: 5}, {Hits: 0, N: 5}, {Hits: 5, N: 5}, {Hits: 0, N: 5}}
	if got := result.ClusterRate(same).Effective; got > 4 {
		t.Errorf("repetitions that always agree are worth %v trials, more than their 4 tasks", got)
	}
	// 17 of 20 single trials are 17 of 20 independent ones.
	var single []result.Cluster
	for i := range 20 {
		single = append(single, result.Cluster{Hits: min(i/3, 1), N: 1})
	}
	if got := result.ClusterRate(single); got.Effective != 20 || math.Abs(got.Low-0.6396) > 5e-4 || math.Abs(got.High-0.9476) > 5e-4 {
		t.Errorf("single trials: %+v, want Wilson's interval", got)
	}
	mixed := []result.Cluster{{Hits: 1, N: 2}, {Hits: 1, N: 2}, {Hits: 1, N: 2}}
	if got := result.ClusterRate(mixed).Effective; got != 6 {
		t.Errorf("repetitions that do not agree: %v trials, want 6", got)
	}
	once := []result.Cluster{{Hits: 100, N: 100, Deterministic: true}, {Hits: 0, N: 100, Deterministic: true}}
	low, high := result.Wilson(1, 2)
	want := result.Rate{Share: 0.5, Low: low, High: high, Effective: 1}
	got := result.ClusterRate(once)
	if got.Effective > 2 || got.Share != want.Share || got.Low > want.Low {
		t.Errorf("deterministic repeats count more than once: %+v", got)
	}
	if got := result.ClusterRate([]result.Cluster{{Hits: 20, N: 20}}); got.Effective != 1 {
		t.Errorf("one task in 20 repetitions is worth %v trials, want 1", got.Effective)
	}
	if got := result.ClusterRate(nil); got.Low != 0 || got.High != 1 {
		t.Errorf("no trial: %+v", got)
	}
}

func TestMcNemar(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		won, lost int
		want      float64
	}{{0, 0, 1}, {5, 0, 0.0625}, {0, 6, 0.03125}, {10, 2, 0.03857}, {3, 3, 1}, {20, 0, 1.9073e-6}} {
		if got := result.McNemar(c.won, c.lost); math.Abs(got-c.want) > 1e-3*c.want {
			t.Errorf("McNemar(%d, %d) = %v, want %v", c.won, c.lost, got, c.want)
		}
	}
}

func TestHolm(t *testing.T) {
	t.Parallel()
	got := result.Holm([]float64{0.01, 0.04, 0.03, 0.005})
	if d := cmp.Diff([]float64{0.03, 0.06, 0.06, 0.02}, got, near()); d != "" {
		t.Error(d)
	}
}

func TestPercentile(t *testing.T) {
	t.Parallel()
	values := []float64{4, 1, 3, 2}
	for q, want := range map[float64]float64{0: 1, 0.5: 2.5, 1: 4, 0.9: 3.7} {
		if got := result.Percentile(values, q); math.Abs(got-want) > 1e-9 {
			t.Errorf("Percentile(%v) = %v, want %v", q, got, want)
		}
	}
	if !math.IsNaN(result.Percentile(nil, 0.5)) {
		t.Error("the median of nothing is a number")
	}
}

func cell(arm string, hits int, calls float64) result.Cell {
	low, high := result.Wilson(hits, 20)
	return result.Cell{Arm: arm, Fault: "transient", N: 20, Independent: new(20.0), Success: new(float64(hits) / 20), SuccessCI: &[2]float64{low, high}, BackendCalls: new(calls)}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	table := []result.Comparison{
		{Arm: "good", Won: 12, Lost: 1},
		{Arm: "bad", Won: 0, Lost: 10},
		{Arm: "same", Won: 3, Lost: 2},
		{Arm: "scripted", Won: 20, Verdict: result.ByScript},
		{Arm: "nearly", Won: 6, Lost: 0},
	}
	result.Settle(table)
	var verdicts []result.Verdict
	for _, c := range table {
		verdicts = append(verdicts, c.Verdict)
		if (c.P == nil) != (c.Verdict == result.ByScript) || (c.P == nil) != (c.PHolm == nil) || c.P != nil && *c.PHolm < *c.P {
			t.Errorf("%s: p %v, adjusted %v", c.Arm, c.P, c.PHolm)
		}
	}
	// 6 to 0 is 0.031 by itself, and 0.0625 as the third of four.
	want := []result.Verdict{result.Better, result.Worse, result.Inconclusive, result.ByScript, result.Inconclusive}
	if d := cmp.Diff(want, verdicts); d != "" {
		t.Error(d)
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(cell("guard", 20, 3))
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	figures := result.Figures()
	for _, name := range figures {
		if _, ok := fields[name]; !ok {
			t.Errorf("the figure %s is not in result.json", name)
		}
	}
	for name := range fields {
		switch {
		case slices.Contains([]string{"arm", "fault", "framework", "round"}, name), strings.HasSuffix(name, "_ci"):
		case !slices.Contains(figures, name):
			t.Errorf("%s is no figure, so that no gate can ask for it", name)
		}
	}
	c := cell("guard", 17, 3)
	if v, ci := c.Figure("success"); *v != 0.85 || ci == nil {
		t.Errorf("success: %v %v", v, ci)
	}
	if v, _ := c.Figure("usd"); v != nil {
		t.Errorf("a price that nobody knows: %v", *v)
	}
	c.N = 0
	if v, _ := c.Figure("success"); v != nil {
		t.Errorf("a figure of no trials: %v", *v)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"unknown field": `{"cell":[]}`, "not JSON": `x`, "cut off": `{"cells":[`, "two": `{"cells":[{}]} {}`, "no cells": `{"cells":[]}`} {
		if _, err := result.Parse([]byte(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Every field is documented, and every documented one is there.
func TestSchema(t *testing.T) {
	t.Parallel()
	compiler := jsonschema.NewCompiler()
	schema, err := compiler.Compile("result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	r := result.Result{
		Reading: "so", Faults: []result.Term{{Name: "transient"}}, Arms: []result.Term{{Name: "guard"}}, Cells: []result.Cell{cell("guard", 20, 3)}, Premises: []result.Premise{{Text: "a", OK: true}}, Warnings: []string{"w"},
		Comparisons:   []result.Comparison{{Verdict: result.Inconclusive, Round: new(1), P: new(0.5), PHolm: new(0.5), BackendPerSuccess: new(1.0)}},
		Published:     []result.Published{{Arm: "guard", Round: 1, BackendCalls: 1, ModelCalls: 1, BackendX: 1, ModelX: 1}},
		Amplification: []result.Amplification{{}}, Courses: []result.Course{{}},
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	back, err := result.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(r, back); d != "" {
		t.Error(d)
	}
	var documented struct {
		Properties map[string]struct {
			Items struct {
				Properties map[string]any `json:"properties"`
			} `json:"items"`
		} `json:"properties"`
	}
	text, err := os.ReadFile("result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &documented); err != nil {
		t.Fatal(err)
	}
	read, ok := value.(map[string]any)
	if !ok {
		t.Fatalf("got %T, want an object", value)
	}
	for name, p := range documented.Properties {
		if _, ok := read[name]; !ok {
			t.Errorf("%s is documented and not read", name)
			continue
		}
		list, ok := read[name].([]any)
		if !ok || len(p.Items.Properties) == 0 {
			continue
		}
		for field := range p.Items.Properties {
			item, ok := list[0].(map[string]any)
			if !ok {
				t.Fatalf("%s[0] is %T, want an object", name, list[0])
			}
			if _, ok := item[field]; !ok {
				t.Errorf("%s.%s is documented and not read", name, field)
			}
		}
	}
}

func ExampleMcNemar() {
	fmt.Printf("p = %.4f\n", result.McNemar(10, 2))
	// Output: p = 0.0386
}
