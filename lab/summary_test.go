package lab

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sequitur-go/sequitur/lab/result"
)

func TestSummaryHasThePublishedShape(t *testing.T) {
	t.Parallel()
	s := Summarize(play(t, "strategies", 3))
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Scripted *bool
		Premises []json.RawMessage
		Cells    []map[string]any
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if file.Scripted == nil || !*file.Scripted || len(file.Premises) != 3 || len(file.Cells) != 13 {
		t.Errorf("scripted %v, %d premises, %d cells", file.Scripted, len(file.Premises), len(file.Cells))
	}
	for _, name := range []string{
		"arm", "fault", "framework", "round", "n", "success", "success_ci", "backend_calls", "backend_x", "backend_x_ci", "model_calls",
		"model_x", "model_x_ci", "tokens_in", "tokens_out", "seconds", "usd", "self_healed", "changed_args", "missing_arg",
		"duplicate_effects", "invented",
	} {
		if _, ok := file.Cells[0][name]; !ok {
			t.Errorf("a cell has no %s", name)
		}
	}
	blind := file.Cells[1]
	if blind["arm"] != "blind-retry" || blind["backend_x"] != 3.0 || blind["model_x"] != 1.0 || blind["usd"] != nil || blind["round"] != nil {
		t.Errorf("blind-retry, transient: %v", blind)
	}
}

func TestEverySummaryFitsTheSchema(t *testing.T) {
	t.Parallel()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(result.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("result.schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := json.Marshal(Summarize(play(t, name, 2)))
			if err != nil {
				t.Fatal(err)
			}
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(value); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTrialsOfAFailingServerAreInNoCell(t *testing.T) {
	t.Parallel()
	out := play(t, "self-retry", 1)
	out.Trials[1].Infra = "model server failed"
	s := Summarize(out)
	if s.Infra != 1 || s.Cells[1].N != 19 || s.Cells[0].N != 20 || len(s.Warnings) != 1 {
		t.Errorf("infra %d, cells of %d and %d, warnings %q", s.Infra, s.Cells[0].N, s.Cells[1].N, s.Warnings)
	}
}

// What the intervals rest on: repeats of a script, draws, and tasks.
func TestIndependentTrials(t *testing.T) {
	t.Parallel()
	cells := func(out *Outcome) map[string]result.Cell {
		byLabel := make(map[string]result.Cell)
		r := Summarize(out)
		for _, c := range r.Cells {
			byLabel[c.Label()] = c
		}
		return byLabel
	}
	scripted := cells(play(t, "strategies", 1))["guard,transient"]
	if *scripted.Independent != 1 || *scripted.Success != 1 || scripted.SuccessCI[0] > 0.21 || scripted.BackendXCI != nil {
		t.Errorf("repeats of a script: %v independent, %v, ratio %v", *scripted.Independent, *scripted.SuccessCI, scripted.BackendXCI)
	}
	drawn := cells(play(t, "amplification", 1))["blind-retry,intermittent"]
	if *drawn.Independent != 20 || drawn.BackendXCI == nil {
		t.Errorf("drawn faults: %v independent, ratio %v", *drawn.Independent, drawn.BackendXCI)
	}
	asked := play(t, "strategies", 1)
	asked.Manifest.Scripted = false
	one := cells(asked)["tell-model,transient"]
	low, high := result.Wilson(0, 20)
	if *one.Independent != 20 || *one.SuccessCI != [2]float64{low, high} {
		t.Errorf("one task of a real model: %v independent, %v", *one.Independent, *one.SuccessCI)
	}
	two := play(t, "self-retry", 1)
	two.Manifest.Scripted = false
	for i := range two.Trials {
		two.Trials[i].Task = []string{"named-zh", "named-en"}[i/2%2]
		two.Trials[i].Success = two.Trials[i].Task == "named-en"
	}
	if got := cells(two)["tell-model,transient"]; *got.Independent > 2 || *got.Success != 0.5 {
		t.Errorf("two tasks that always agree with themselves: %v independent, success %v", *got.Independent, *got.Success)
	}
}

func TestComparisons(t *testing.T) {
	t.Parallel()
	r := Summarize(play(t, "strategies", 1))
	if len(r.Comparisons) != 9 {
		t.Fatalf("%d comparisons, want three arms under three faults", len(r.Comparisons))
	}
	for _, c := range r.Comparisons {
		if c.Verdict != result.ByScript || c.P != nil || c.Pairs != 20 {
			t.Errorf("%s, %s: %+v", c.Arm, c.Fault, c)
		}
	}
	blind := r.Comparisons[0]
	if blind.Arm != "blind-retry" || blind.Won != 20 || blind.Lost != 0 || blind.Points != 100 || blind.BackendAdded != 2 || *blind.BackendPerSuccess != 3 {
		t.Errorf("blind-retry, transient: %+v", blind)
	}
	out := play(t, "strategies", 1)
	out.Manifest.Scripted = false
	for _, c := range Summarize(out).Comparisons {
		want := result.Inconclusive
		if c.Won >= 17 {
			want = result.Better
		}
		if c.Verdict != want || c.PHolm == nil {
			t.Errorf("as of a real model, %s, %s: %s, won %d, lost %d", c.Arm, c.Fault, c.Verdict, c.Won, c.Lost)
		}
	}
}

// A scripted model makes of what the tools gave what there is to be made.
func TestFoundIsApartFromSuccess(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"strategies", "wording", "dependency"} {
		out := play(t, name, 1)
		for i := range out.Trials {
			if trial := &out.Trials[i]; trial.Success != trial.Found {
				t.Errorf("%s, %s, %s, %d: success %v, found %v", name, trial.Arm, trial.Fault, trial.Index, trial.Success, trial.Found)
			}
		}
	}
}
