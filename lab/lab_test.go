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
	// requirement "succes[guard,transient]>=0.95", column 1: the metric must be one of success, backend_calls, backend_x, model_calls, model_x, tokens_in, tokens_out, seconds, usd, self_healed, changed_args, missing_arg, duplicate_effects, invented, waited, wrong_spent, wasted_calls, root_named, found, independent, n, got "succes"
}

func TestGuardInStrategies(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		out := run(t, "strategies", func(c *lab.Config) { c.Seed = seed })
		transient := total(out.Trials, "guard", "transient", 0)
		if transient.success != 20 || transient.backend != 60 || transient.model != 40 {
			t.Errorf("seed %d, transient: %+v, want 20 successes with 3 backend calls each", seed, transient)
		}
		args := total(out.Trials, "guard", "bad-args", 0)
		if args.success < 17 || args.wrongSpent != 0 {
			t.Errorf("seed %d, bad-args: %+v, want 17 successes and no backend call with a wrong value", seed, args)
		}
		fatal := total(out.Trials, "guard", "fatal", 0)
		if fatal.success != 0 || fatal.backend != 20 || fatal.model != 20 {
			t.Errorf("seed %d, fatal: %+v, want one backend call and one model call each", seed, fatal)
		}
	}
}

func TestWordingReproducesThePublishedRounds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		out := run(t, "wording", func(c *lab.Config) { c.Seed = seed })
		for _, p := range out.Experiment.Published {
			if got := total(out.Trials, p.Arm, p.Fault, p.Round); got.success != p.Success || got.n != 20 || got.firstRight != 0 {
				t.Errorf("seed %d, %s, round %d: %+v, want %d of 20", seed, p.Arm, p.Round, got, p.Success)
			}
		}
		if got := total(out.Trials, "rewritten", "bad-args", 2); got.missing != 2 {
			t.Errorf("seed %d, round 2: %d calls leave the argument out, want 2", seed, got.missing)
		}
		for round, want := range map[int]int{1: 17, 2: 15} {
			for _, arm := range []string{"list-in-schema", "guard"} {
				if got := total(out.Trials, arm, "bad-args", round); got.success != want {
					t.Errorf("seed %d, %s, round %d: %d of 20, want %d", seed, arm, round, got.success, want)
				}
			}
		}
	}
}

func TestDependencyNamesTheRoot(t *testing.T) {
	t.Parallel()
	out := run(t, "dependency", nil)
	for arm, want := range map[string]sums{
		"tell-model": {n: 20, wasted: 40},
		"classify":   {n: 20, wasted: 40},
		"guard":      {n: 20, success: 20, rootNamed: 20},
	} {
		got := total(out.Trials, arm, "upstream-down", 0)
		if got.n != want.n || got.success != want.success || got.wasted != want.wasted || got.rootNamed != want.rootNamed {
			t.Errorf("%s: %+v, want %+v", arm, got, want)
		}
	}
	for arm, want := range map[string]int{"tell-model": 0, "classify": 20, "guard": 20} {
		if got := total(out.Trials, arm, "upstream-blip", 0); got.success != want {
			t.Errorf("%s after a blip: %d of 20, want %d", arm, got.success, want)
		}
	}
}

func TestSelfRetry(t *testing.T) {
	t.Parallel()
	if got := total(run(t, "self-retry", nil).Trials, "tell-model", "transient", 0); got.success != 0 || got.n != 20 || got.model != 40 {
		t.Errorf("got %+v, want no success in 20", got)
	}
}
