package lab

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestWilson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{{0, 20, 0, 0.161}, {20, 20, 0.839, 1}, {17, 20, 0.640, 0.948}, {15, 18, 0.608, 0.942}, {1, 1, 0.207, 1}} {
		got := wilson(c.hits, c.n)
		if math.Abs(got[0]-c.low) > 0.001 || math.Abs(got[1]-c.high) > 0.001 {
			t.Errorf("%d of %d: got %.3f, want [%.3f, %.3f]", c.hits, c.n, *got, c.low, c.high)
		}
	}
	if wilson(0, 0) != nil {
		t.Error("nothing measured has an interval")
	}
}

func TestRatio(t *testing.T) {
	t.Parallel()
	var r ratio
	for _, over := range []float64{1, 1, 2, 3, 1, 1} {
		r.add(over, 1)
	}
	q, ci := r.value()
	// Mean 1.5, standard deviation 0.8367, over the root of 6, times 1.96.
	if *q != 1.5 || math.Abs(ci[0]-0.8306) > 0.001 || math.Abs(ci[1]-2.1694) > 0.001 {
		t.Errorf("got %v %v", *q, *ci)
	}
	if q, ci := (&ratio{}).value(); q != nil || ci != nil {
		t.Errorf("no pairs gave %v %v", q, ci)
	}
	single := ratio{}
	single.add(3, 2)
	if q, ci := single.value(); *q != 1.5 || ci != nil {
		t.Errorf("one pair gave %v %v", *q, ci)
	}
}

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
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(ResultSchema()))
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
