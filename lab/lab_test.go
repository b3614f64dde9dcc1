package lab_test

import (
	"fmt"
	"testing"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/model"
)

// run plays an embedded experiment with its own model in a folder of the test.
func run(t *testing.T, name string, change func(*lab.Config)) *lab.Outcome {
	t.Helper()
	e, err := lab.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := model.ParseRef(e.Model)
	if err != nil {
		t.Fatal(err)
	}
	cfg := lab.Config{Experiment: e, Model: ref, Seed: 1, Out: t.TempDir(), Version: "test"}
	if change != nil {
		change(&cfg)
	}
	out, err := lab.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sums adds a cell's trials up.
type sums struct{ n, success, backend, model, missing, firstRight, wrongSpent, wasted, rootNamed int }

func total(trials []lab.Trial, arm, fault string, round int) sums {
	var s sums
	for i := range trials {
		t := &trials[i]
		if t.Arm != arm || t.Fault != fault || t.Round != round {
			continue
		}
		s.n++
		s.backend += t.BackendCalls
		s.model += t.ModelCalls
		s.wrongSpent += t.WrongSpent
		s.wasted += t.Wasted
		for _, c := range []struct {
			is  bool
			sum *int
		}{{t.Success, &s.success}, {t.MissingArg, &s.missing}, {t.FirstRight, &s.firstRight}, {t.RootNamed, &s.rootNamed}} {
			if c.is {
				*c.sum++
			}
		}
	}
	return s
}

func TestStrategiesReproduceThePublishedCellsForAnySeed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			out := run(t, "strategies", func(c *lab.Config) { c.Seed = seed })
			for _, p := range out.Experiment.Published {
				got := total(out.Trials, p.Arm, p.Fault, p.Round)
				want := sums{n: 20, success: p.Success, backend: int(20 * p.BackendCalls), model: int(20 * p.ModelCalls)}
				if got.n != want.n || got.success != want.success || got.backend != want.backend || got.model != want.model {
					t.Errorf("%s, %s: got %+v, want %+v", p.Arm, p.Fault, got, want)
				}
			}
		})
	}
}

func ExampleParseRequirement() {
	_, err := lab.ParseRequirement("succes[guard,transient]>=0.95")
	fmt.Println(err)
	// Output:
	// requirement "succes[guard,transient]>=0.95", column 1: the metric must be one of success, backend_calls, backend_x, model_calls, model_x, tokens_in, tokens_out, seconds, usd, self_healed, changed_args, missing_arg, duplicate_effects, invented, n, got "succes"
}
