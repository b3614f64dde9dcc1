package lab

import (
	"math"

	"github.com/sequitur-go/sequitur/lab/result"
)

// small is the size of the published runs.
const small = 20

// amplifications compares calculation and larger run, arm by arm.
func amplifications(out *Outcome) []result.Amplification {
	if len(out.Large) == 0 {
		return nil
	}
	var list []result.Amplification
	for i := range out.Experiment.Faults {
		s := &out.Experiment.Faults[i]
		for j := range out.Experiment.Arms {
			arm := &out.Experiment.Arms[j]
			a := result.Amplification{Arm: arm.Name, Fault: s.Name, P: probability(s), Tries: tries(arm, s)}
			a.Expected = expect(a.P, a.Tries, out.Experiment.Profile)
			measureLarge(&a, out.Large)
			list = append(list, a)
		}
	}
	return list
}

func probability(s *Scenario) float64 {
	p := 0.0
	for i := range s.Inject {
		p = max(p, s.Inject[i].When.Probability)
	}
	return p
}

// tries is how many attempts an arm makes at what passes.
func tries(arm *Arm, s *Scenario) int {
	if !arm.Guard {
		return max(arm.Retry.Attempts, 1)
	}
	return guardTries(s.Inject[0].Tool)
}

// expect calculates what independent faults with chance p cost. An arm of one
// try leaves the retry to the scripted model, which makes one in one of twenty
// trials under the profile "amplification".
func expect(p float64, tries int, profile string) result.Ratios {
	k := float64(tries)
	failed := math.Pow(p, k) // every try fails
	r := result.Ratios{Success: 1 - failed, BackendX: (1 - failed) / (1 - p), ModelX: 1}
	if profile == "amplification" {
		again := failed / small // the model asks once more
		r.Success += again * (1 - failed)
		r.BackendX += again * r.BackendX
		r.ModelX += again / 2
	}
	return r
}

// measureLarge adds the larger run up.
func measureLarge(a *result.Amplification, trials []Trial) {
	var mine, twins []Trial
	for i := range trials {
		switch t := trials[i]; {
		case t.Arm == a.Arm && t.Fault == a.Fault:
			mine = append(mine, t)
		case t.Fault == noFault:
			twins = append(twins, t)
		}
	}
	a.N = len(mine)
	a.Large = ratios(mine, twins)
	a.CostPerSuccess = costPerSuccess(mine)
	var blocks [3][]float64
	for from := 0; from+small <= len(mine); from += small {
		r := ratios(mine[from:from+small], twins[from:from+small])
		for i, value := range []float64{r.Success, r.BackendX, r.ModelX} {
			blocks[i] = append(blocks[i], value)
		}
	}
	bound := func(q float64) result.Ratios {
		return result.Ratios{Success: result.Percentile(blocks[0], q), BackendX: result.Percentile(blocks[1], q), ModelX: result.Percentile(blocks[2], q)}
	}
	a.Low, a.High = bound(0.025), bound(0.975)
}

// ratios compares trials with their clean twins.
func ratios(mine, twins []Trial) result.Ratios {
	var success, backend, calls, twinBackend, twinCalls float64
	for i := range mine {
		if mine[i].Success {
			success++
		}
		backend += float64(mine[i].BackendCalls)
		calls += float64(mine[i].ModelCalls)
		twinBackend += float64(twins[i].BackendCalls)
		twinCalls += float64(twins[i].ModelCalls)
	}
	return result.Ratios{Success: success / float64(len(mine)), BackendX: backend / twinBackend, ModelX: calls / twinCalls}
}

// costPerSuccess is the backend calls that one success takes, 0 where there was
// none.
func costPerSuccess(trials []Trial) float64 {
	backend, success := 0.0, 0.0
	for i := range trials {
		backend += float64(trials[i].BackendCalls)
		if trials[i].Success {
			success++
		}
	}
	if success == 0 {
		return 0
	}
	return backend / success
}
