package lab

import (
	"math"
	"testing"

	"github.com/sequitur-go/sequitur/lab/model"
)

// play runs an embedded experiment with its own model in a folder of the test.
func play(t *testing.T, name string, seed uint64) *Outcome {
	t.Helper()
	e, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := model.ParseRef(e.Model)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), Config{Experiment: e, Model: ref, Seed: seed, Out: t.TempDir(), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAmplification(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{1, 2, 3} {
		out := play(t, "amplification", seed)
		byArm := map[string]Amplification{}
		for _, a := range amplifications(out) {
			byArm[a.Arm] = a
			if a.N < 5000 {
				t.Errorf("seed %d, %s: the larger run has %d trials, want 5000", seed, a.Arm, a.N)
			}
			for name, pair := range map[string][2]float64{
				"success":   {a.Expected.Success, a.Large.Success},
				"backend_x": {a.Expected.BackendX, a.Large.BackendX},
				"model_x":   {a.Expected.ModelX, a.Large.ModelX},
			} {
				if math.Abs(pair[0]-pair[1]) > 0.03 {
					t.Errorf("seed %d, %s: %s is %.3f by calculation and %.3f in the larger run", seed, a.Arm, name, pair[0], pair[1])
				}
			}
		}
		for _, p := range out.Experiment.Published {
			a := byArm[p.Arm]
			for name, c := range map[string][3]float64{
				"success":   {float64(p.Success) / float64(p.Of), a.Low.Success, a.High.Success},
				"backend_x": {p.BackendX, a.Low.BackendX, a.High.BackendX},
				"model_x":   {p.ModelX, a.Low.ModelX, a.High.ModelX},
			} {
				// Published ratios are rounded to two places.
				if c[0] < c[1]-0.005 || c[0] > c[2]+0.005 {
					t.Errorf("seed %d, %s: the published %s %.2f lies outside what twenty trials show, %.3f to %.3f",
						seed, p.Arm, name, c[0], c[1], c[2])
				}
			}
		}
		guard, classify := byArm["guard"], byArm["classify"]
		if off := math.Abs(guard.CostPerSuccess/classify.CostPerSuccess - 1); off > 0.02 {
			t.Errorf("seed %d: a success costs %.4f with the guard and %.4f with classify: %.1f %% apart",
				seed, guard.CostPerSuccess, classify.CostPerSuccess, 100*off)
		}
		t.Logf("seed %d: %+v", seed, byArm)
	}
}
