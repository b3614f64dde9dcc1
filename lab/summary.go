package lab

import (
	"math"

	"github.com/sequitur-go/sequitur/lab/result"
)

// Summarize adds a run up.
func Summarize(out *Outcome) result.Result {
	list, failed := premises(out)
	r := result.Result{
		Experiment: out.Experiment.Name, Title: out.Experiment.Title, Question: out.Experiment.Question, Reading: out.Experiment.Reading,
		Model: out.Manifest.Model, Scripted: out.Manifest.Scripted, Seed: out.Manifest.Seed, RubricHash: out.Manifest.RubricHash,
		Premises: append([]result.Premise{}, list...), Warnings: append(append([]string{}, failed...), warnings(out)...), Published: out.Experiment.Published,
		Amplification: amplifications(out), Courses: out.Courses,
	}
	for i := range out.Experiment.Faults {
		r.Faults = append(r.Faults, result.Term{Name: out.Experiment.Faults[i].Name, About: out.Experiment.Faults[i].About})
	}
	for i := range out.Experiment.Arms {
		r.Arms = append(r.Arms, result.Term{Name: out.Experiment.Arms[i].Name, About: out.Experiment.Arms[i].About})
	}
	for i := range out.Trials {
		if out.Trials[i].Infra != "" {
			r.Infra++
		}
	}
	rounds := []int{0}
	if n := len(out.Experiment.Rounds); n > 0 {
		rounds = rounds[:0]
		for round := range n {
			rounds = append(rounds, round+1)
		}
	}
	for _, round := range rounds {
		newTally(out, out.Trials, round).write(&r, "")
	}
	if len(out.Large) > 0 {
		newTally(out, out.Large, 0).write(&r, "-large")
	}
	result.Settle(r.Comparisons)
	return r
}

// tally holds the trials of one round by cell.
type tally struct {
	out    *Outcome
	round  int
	groups map[trialKey][]*Trial
	// twins are the clean twins by number.
	twins map[int]*Trial
}

// newTally sorts trials; those of a failing server are in no cell.
func newTally(out *Outcome, trials []Trial, round int) *tally {
	t := &tally{out: out, round: round, groups: make(map[trialKey][]*Trial), twins: make(map[int]*Trial)}
	for i := range trials {
		trial := &trials[i]
		if trial.Infra != "" || trial.Round != round {
			continue
		}
		key := trialKey{arm: trial.Arm, fault: trial.Fault}
		t.groups[key] = append(t.groups[key], trial)
		if trial.Fault == noFault {
			t.twins[trial.Index] = trial
		}
	}
	return t
}

// write adds the round's cells and comparisons to the result, in the order of
// the experiment.
func (t *tally) write(r *result.Result, suffix string) {
	if list := t.groups[trialKey{arm: baseline, fault: noFault}]; len(list) > 0 {
		r.Cells = append(r.Cells, t.cell(baseline, noFault, suffix, t.sampling(nil)))
	}
	for i := range t.out.Experiment.Faults {
		scenario := &t.out.Experiment.Faults[i]
		for j := range t.out.Experiment.Arms {
			arm := t.out.Experiment.Arms[j].Name
			r.Cells = append(r.Cells, t.cell(arm, scenario.Name, suffix, t.sampling(scenario)))
			if c, ok := t.compare(arm, scenario, suffix); ok {
				r.Comparisons = append(r.Comparisons, c)
			}
		}
	}
}

// cell adds one cell up.
func (t *tally) cell(arm, fault, suffix string, s sampling) result.Cell {
	trials := t.groups[trialKey{arm: arm, fault: fault}]
	c := result.Cell{Arm: arm, Fault: fault + suffix, Round: t.number(), N: len(trials)}
	if c.N == 0 {
		return c
	}
	c.Success = mean(trials, func(t *Trial) float64 { return one(t.Success) })
	c.BackendCalls = mean(trials, func(t *Trial) float64 { return float64(t.BackendCalls) })
	c.Seconds = mean(trials, func(t *Trial) float64 { return t.Seconds })
	c.Waited = mean(trials, func(t *Trial) float64 { return t.Waited })
	if t.out.Experiment.Load != nil {
		return c // callers of one backend: no model, and no independent trials
	}
	rate := s.rate(trials)
	c.SuccessCI, c.Independent = &[2]float64{rate.Low, rate.High}, &rate.Effective
	c.BackendX, c.BackendXCI = t.ratio(s, trials, func(t *Trial) int { return t.BackendCalls })
	c.ModelX, c.ModelXCI = t.ratio(s, trials, func(t *Trial) int { return t.ModelCalls })
	c.ModelCalls = mean(trials, func(t *Trial) float64 { return float64(t.ModelCalls) })
	c.TokensIn = mean(trials, func(t *Trial) float64 { return float64(t.TokensIn) })
	c.TokensOut = mean(trials, func(t *Trial) float64 { return float64(t.TokensOut) })
	if price := t.out.Price; price.Known {
		c.USD = mean(trials, func(t *Trial) float64 { return price.of(t.TokensIn, t.TokensOut) })
	}
	c.SelfHealed = mean(trials, func(t *Trial) float64 { return one(t.SelfHealed) })
	c.ChangedArgs = mean(trials, func(t *Trial) float64 { return one(t.ChangedArgs) })
	c.MissingArg = mean(trials, func(t *Trial) float64 { return one(t.MissingArg) })
	c.DuplicateEffects = mean(trials, func(t *Trial) float64 { return float64(t.Duplicates) })
	c.Invented = mean(trials, func(t *Trial) float64 { return one(t.Invented) })
	c.WrongSpent = mean(trials, func(t *Trial) float64 { return float64(t.WrongSpent) })
	c.Wasted = mean(trials, func(t *Trial) float64 { return float64(t.Wasted) })
	c.Found = mean(trials, func(t *Trial) float64 { return one(t.Found) })
	c.RootNamed = mean(trials, func(t *Trial) float64 { return one(t.RootNamed) })
	return c
}

// number is the round as a result has it.
func (t *tally) number() *int {
	if t.round == 0 {
		return nil
	}
	return new(t.round)
}

// ratio compares what trials cost with what their clean twins do.
// Where nothing is left to chance, there is no interval.
func (t *tally) ratio(s sampling, trials []*Trial, cost func(*Trial) int) (*float64, *[2]float64) {
	var pairs []result.Pair
	for _, cluster := range s.clusters(trials) {
		var p result.Pair
		for _, trial := range cluster {
			if twin := t.twins[trial.Index]; twin != nil {
				p.Cost += float64(cost(trial))
				p.Clean += float64(cost(twin))
			}
		}
		pairs = append(pairs, p)
	}
	x, low, high, ok := result.RatioOf(pairs)
	switch {
	case !ok:
		return nil, nil
	case s.deterministic || math.IsInf(high, 1):
		return &x, nil
	}
	return &x, &[2]float64{low, high}
}

// compare holds an arm against the experiment's base arm.
func (t *tally) compare(arm string, scenario *Scenario, suffix string) (result.Comparison, bool) {
	base := t.out.Experiment.Base
	mine, theirs := t.groups[trialKey{arm: arm, fault: scenario.Name}], t.groups[trialKey{arm: base, fault: scenario.Name}]
	if base == "" || arm == base || len(mine) == 0 || len(theirs) == 0 {
		return result.Comparison{}, false
	}
	c := result.Comparison{Arm: arm, Base: base, Fault: scenario.Name + suffix, Round: t.number()}
	byIndex := make(map[int]*Trial, len(theirs))
	for _, trial := range theirs {
		byIndex[trial.Index] = trial
	}
	succeeded := 0.0
	for _, trial := range mine {
		succeeded += one(trial.Success)
		other := byIndex[trial.Index]
		if other == nil {
			continue
		}
		c.Pairs++
		switch {
		case trial.Success && !other.Success:
			c.Won++
		case !trial.Success && other.Success:
			c.Lost++
		}
	}
	if t.sampling(scenario).deterministic {
		c.Verdict = result.ByScript
	}
	difference := func(of func(*Trial) float64) float64 { return *mean(mine, of) - *mean(theirs, of) }
	c.Points = 100 * difference(func(t *Trial) float64 { return one(t.Success) })
	c.BackendAdded = difference(func(t *Trial) float64 { return float64(t.BackendCalls) })
	c.ModelAdded = difference(func(t *Trial) float64 { return float64(t.ModelCalls) })
	if succeeded > 0 {
		c.BackendPerSuccess = new(*mean(mine, func(t *Trial) float64 { return float64(t.BackendCalls) }) * float64(len(mine)) / succeeded)
	}
	return c, true
}

// mean returns the mean of a figure over at least one trial.
func mean(trials []*Trial, of func(*Trial) float64) *float64 {
	total := 0.0
	for _, t := range trials {
		total += of(t)
	}
	return new(total / float64(len(trials)))
}

// one is 1 for true and 0 for false.
func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
