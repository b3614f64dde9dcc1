package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/lab/world"
)

// Check proves an experiment before it is run: without faults, each task's
// textbook script succeeds and doing nothing does not; with them, each declared
// fault reaches its tool.
func Check(ctx context.Context, e *Experiment) error {
	var errs []error
	for _, id := range e.taskIDs() {
		for name, want := range map[string]bool{"textbook": true, "do-nothing": false} {
			t, err := rehearse(ctx, e, name, &Scenario{Name: noFault, Tasks: []string{id}}, 0)
			if err != nil {
				return err
			}
			if t.Success != want {
				errs = append(errs, fmt.Errorf("task %s: the scripted model %s has success %v", id, name, t.Success))
			}
		}
	}
	for i := range e.Faults {
		s := &e.Faults[i]
		for index := range s.Tasks {
			t, err := rehearse(ctx, e, "textbook", s, index)
			if err != nil {
				return err
			}
			if len(t.Unfired) > 0 {
				errs = append(errs, fmt.Errorf("fault %s: %v does not occur in task %s", s.Name, t.Unfired, t.Task))
			}
		}
	}
	return errors.Join(errs...)
}

// rehearse plays one trial with a scripted model and without a strategy.
func rehearse(ctx context.Context, e *Experiment, name string, s *Scenario, index int) (Trial, error) {
	source := model.Open(model.Ref{Kind: "scripted", Name: name}, model.Access{})
	play := setting{experiment: e, arm: &Arm{Name: baseline}, scenario: s, source: source, seed: 1, index: index}
	return play.play(ctx)
}

// premises returns what the run shows of what it takes for granted, and a
// warning for each premise that fails.
func premises(out *Outcome) ([]result.Premise, []string) {
	var list []result.Premise
	if out.Experiment.Load == nil && len(out.Experiment.Control) > 0 {
		list = append(list, premise(out.Trials, "without a fault, the task is done",
			func(t *Trial) bool { return t.Fault == noFault }, func(t *Trial) bool { return t.Success }, all))
	}
	for i := range out.Experiment.Faults {
		list = append(list, phrasePremises(out, &out.Experiment.Faults[i])...)
	}
	var warnings []string
	for _, p := range list {
		if !p.OK && p.Of > 0 { // what was not looked at is not missed
			warnings = append(warnings, fmt.Sprintf("premise not met: %s in %d of %d", p.Text, p.Count, p.Of))
		}
	}
	return list, warnings
}

// phrasePremises are those of a scenario whose questions do not hold the value
// that the tool wants: the model passes the user's phrase, and does not guess.
func phrasePremises(out *Outcome, s *Scenario) []result.Premise {
	var list []result.Premise
	for _, id := range s.Tasks {
		task, err := world.Lookup(id)
		if err != nil || task.Phrase == "" {
			continue
		}
		// An arm whose schema lists the values is not meant to pass the phrase.
		applies := func(t *Trial) bool {
			i := slices.IndexFunc(out.Experiment.Arms, func(a Arm) bool { return a.Name == t.Arm })
			return t.Fault == s.Name && t.Task == id && i >= 0 && out.Experiment.Arms[i].Schema == ""
		}
		list = append(list,
			premise(out.Trials, fmt.Sprintf("%s: the first argument was %q", s.Name, task.Phrase), applies,
				func(t *Trial) bool { return hasArgument(t.FirstArgs, task.Phrase) }, all),
			premise(out.Trials, s.Name+": the first guess was right", applies,
				func(t *Trial) bool { return t.FirstRight }, none))
	}
	return list
}

// hasArgument says whether an arguments object holds the value.
func hasArgument(args, value string) bool {
	var all map[string]any
	if json.Unmarshal([]byte(args), &all) != nil {
		return false
	}
	for _, given := range all {
		if given == value {
			return true
		}
	}
	return false
}

func all(count, of int) bool { return count == of }
func none(count, _ int) bool { return count == 0 }

// premise counts the trials that show something.
func premise(trials []Trial, text string, applies, shows func(*Trial) bool, ok func(count, of int) bool) result.Premise {
	p := result.Premise{Text: text}
	for i := range trials {
		if t := &trials[i]; t.Infra == "" && applies(t) {
			p.Of++
			if shows(t) {
				p.Count++
			}
		}
	}
	p.OK = p.Of > 0 && ok(p.Count, p.Of)
	return p
}

// warnings tells what a reader of the result has to know.
func warnings(out *Outcome) []string {
	var list []string
	infra, unfired := map[string]int{}, 0
	for i := range out.Trials {
		if t := &out.Trials[i]; t.Infra != "" {
			infra[t.Infra]++
		} else if len(t.Unfired) > 0 {
			unfired++
		}
	}
	if unfired > 0 {
		list = append(list, fmt.Sprintf("in %d trials a declared fault never occurred; they count as failed", unfired))
	}
	for text, n := range infra {
		list = append(list, fmt.Sprintf("%d trials failed for the model's server and count nowhere: %s", n, text))
	}
	slices.Sort(list)
	if out.Dropped != "" {
		list = append(list, out.Dropped)
	}
	if text := partOfQuota(out); text != "" {
		list = append(list, text)
	}
	if out.Missing > 0 {
		list = append(list, fmt.Sprintf("the run ended early: %d trials are missing", out.Missing))
	}
	return list
}

// partOfQuota warns of a number of runs over which the habits of a scripted
// model are not what they are said to be.
func partOfQuota(out *Outcome) string {
	name, scripted := strings.CutPrefix(out.Manifest.Model, "scripted:")
	if !scripted || out.Experiment.Load != nil {
		return ""
	}
	profiles := out.Experiment.Rounds
	if len(profiles) == 0 {
		profiles = []string{out.Experiment.Profile}
	}
	for _, profile := range profiles {
		if of := model.Quota(name, profile); of > 0 && out.Manifest.N%of != 0 {
			return fmt.Sprintf("the habits of scripted:%s are quotas of each %d trials, and %d runs show some part of them: take a multiple of %d", name, of, out.Manifest.N, of)
		}
	}
	return ""
}
