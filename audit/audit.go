package audit

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Which names the rubric that the figures are by.
type Which uint8

// The rubrics. ByPublished is the zero value.
const (
	ByPublished Which = iota
	ByRefined
	ByOwn
)

// An Audit judges trajectories and counts what it finds. It is not safe for
// concurrent use: files that are read side by side have one each, and are merged.
type Audit struct {
	Judge judge.Judge
	// Which is the rubric that the figures are by.
	Which Which
	// Renderer writes the proposed wordings.
	Renderer feedback.Renderer
	// Keep is how many findings keep the messages around them; 0 is 400.
	Keep int
	// KeptOnly makes no records of findings but those that are kept: whoever wants
	// the figures alone is spared redacting each text.
	KeptOnly bool

	counts counts
}

// counts is everything that is counted; all of it can be merged.
type counts struct {
	trajectories, messages, calls, answered, faults, turns, broken int
	sameID                                                         int
	ids                                                            map[[2]string]int // runs by source and id
	successes, judgedSuccess                                       int

	kinds, tools, layers, actions cells
	modelKinds                    cells
	total                         Cell
	model                         Cell
	published, refined            Cell // of the model, by each built-in rubric
	answers                       map[string]int
	lies                          map[string]int
	deterministic, repeats        int
	leaks                         leaks
	effects                       effects
	waits                         waits
	streaks                       []Streak
	signatures                    map[string]*signature
	cost                          cost
	coverage                      coverage
	findings                      []Record
}

const defaultKeep = 400

func (c *counts) init() {
	if c.kinds != nil {
		return
	}
	c.kinds, c.tools, c.layers, c.actions, c.modelKinds = cells{}, cells{}, cells{}, cells{}, cells{}
	c.answers, c.lies = map[string]int{}, map[string]int{}
	c.signatures = map[string]*signature{}
	c.cost.tasks = map[string]*taskCost{}
}

// Rubric returns the rubric that the figures are by.
func (a *Audit) Rubric() *judge.Rubric {
	switch {
	case a.Which == ByOwn && a.Judge.Rubric != nil:
		return a.Judge.Rubric
	case a.Which == ByRefined:
		return judge.Refined()
	}
	return judge.Published()
}

func (a *Audit) ruling(f *judge.Finding) judge.Ruling {
	switch a.Which {
	case ByOwn:
		return f.Own
	case ByRefined:
		return f.Refined
	case ByPublished:
	}
	return f.Published
}

// Broken counts a record that could not be read.
func (a *Audit) Broken() { a.counts.broken++ }

// Add judges one trajectory, and returns its findings; none where KeptOnly is set.
func (a *Audit) Add(t *trajectory.Trajectory) []Record { return a.AddReview(t, a.Judge.Review(t)) }

// AddReview counts a trajectory that was judged already: judging can be done side
// by side, counting cannot.
func (a *Audit) AddReview(t *trajectory.Trajectory, review judge.Review) []Record {
	c := &a.counts
	c.init()
	named := a.named(t)
	c.trajectories++
	c.messages += len(t.Messages)
	c.turns += review.Turns
	c.calls += len(review.Calls)
	if len(t.Messages) == 0 {
		c.calls += len(t.Episodes)
		c.answered += len(t.Episodes)
	}
	for i := range review.Calls {
		if review.Calls[i].Answered >= 0 {
			c.answered++
		}
	}
	if t.Success != nil {
		c.judgedSuccess++
		if *t.Success {
			c.successes++
		}
	}
	var records []Record
	for i := range review.Findings {
		a.finding(t, &review, &review.Findings[i])
		records = a.keep(records, named, &review.Findings[i])
	}
	c.streaks = topStreaks(append(c.streaks, streaksOf(named, &review)...))
	c.effects.add(named, &review)
	c.cost.add(t, &review)
	c.coverage.add(t, &review)
	return records
}

// named is a run under a name of its own: where a source has an id twice, the
// second is told apart by its number. Both remain trials of one task.
func (a *Audit) named(t *trajectory.Trajectory) *trajectory.Trajectory {
	c := &a.counts
	if c.ids == nil {
		c.ids = map[[2]string]int{}
	}
	key := [2]string{t.Source, t.ID}
	c.ids[key]++
	if c.ids[key] == 1 {
		return t
	}
	c.sameID++
	other := *t
	other.ID += "~" + strconv.Itoa(c.ids[key])
	return &other
}

func (a *Audit) finding(t *trajectory.Trajectory, review *judge.Review, f *judge.Finding) {
	c := &a.counts
	task := taskOf(t)
	v := a.ruling(f).Verdict
	kind := f.Fault.Kind.String()
	c.total.add(v, task)
	c.kinds.at(kind).add(v, task)
	c.tools.at(f.Tool).add(v, task)
	c.layers.at(f.Layer.String()).add(v, task)
	c.actions.at(f.Action.String()).add(v, task)
	if f.Layer != judge.LayerGuard {
		c.faults++
		c.model.add(v, task)
		c.published.add(f.Published.Verdict, task)
		c.refined.add(f.Refined.Verdict, task)
		c.modelKinds.at(kind).add(v, task)
		if f.Action != judge.ActionNone && !f.Fault.Retryable && deterministic(f.Fault.Kind) {
			c.deterministic++
			if f.Action == judge.ActionRetrySame && f.Layer == judge.LayerModel {
				c.repeats++
			}
		}
		c.leaks.add(t, f)
		a.wording(t, review, f, v)
	}
	if f.Answer != judge.AnswerNone {
		c.answers[f.Answer.String()]++
	}
	if f.Lie != judge.LieNone {
		c.lies[f.Lie.String()]++
	}
	c.waits.add(f)
}

// keep adds the record of a finding, and keeps some with their context: mismatches
// first, where there are too many for a page.
func (a *Audit) keep(records []Record, t *trajectory.Trajectory, f *judge.Finding) []Record {
	c := &a.counts
	full, place := len(c.findings) >= a.limit(), -1
	if full && a.ruling(f).Verdict == judge.Mismatch {
		place = replaceable(c.findings)
	}
	if full && place < 0 && a.KeptOnly {
		return nil
	}
	r := a.record(t, f)
	if !a.KeptOnly {
		records = append(records, r)
	}
	if full && place < 0 {
		return records
	}
	if full {
		c.findings = slices.Delete(c.findings, place, place+1)
	}
	r.Context = a.context(t, f)
	c.findings = append(c.findings, r)
	return records
}

func (a *Audit) limit() int { return cmp.Or(a.Keep, defaultKeep) }

func replaceable(kept []Record) int {
	for i := range kept {
		if kept[i].Verdict != judge.Mismatch.String() {
			return i
		}
	}
	return -1
}

// deterministic says whether faults of a kind do not pass by themselves.
func deterministic(k fault.Kind) bool {
	switch k { //nolint:exhaustive // the others do not pass
	case fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError, fault.Malformed, fault.Unknown, fault.Canceled, fault.OK:
		return false
	}
	return true
}

// taskOf names the task of a trajectory: trials of one task are a cluster.
func taskOf(t *trajectory.Trajectory) string {
	if t.Task != "" {
		return "task " + t.Task
	}
	return t.Source + "\x00" + t.ID
}

// Merge adds what another audit has counted. The other must not be used
// afterwards.
func (a *Audit) Merge(o *Audit) {
	c, d := &a.counts, &o.counts
	c.init()
	d.init()
	c.trajectories, c.messages, c.calls, c.answered = c.trajectories+d.trajectories, c.messages+d.messages, c.calls+d.calls, c.answered+d.answered
	c.sameID += d.sameID
	c.faults, c.turns, c.broken = c.faults+d.faults, c.turns+d.turns, c.broken+d.broken
	c.successes, c.judgedSuccess = c.successes+d.successes, c.judgedSuccess+d.judgedSuccess
	c.kinds.merge(d.kinds)
	c.tools.merge(d.tools)
	c.layers.merge(d.layers)
	c.actions.merge(d.actions)
	c.modelKinds.merge(d.modelKinds)
	c.total.merge(&d.total)
	c.model.merge(&d.model)
	c.published.merge(&d.published)
	c.refined.merge(&d.refined)
	addCounts(c.answers, d.answers)
	addCounts(c.lies, d.lies)
	c.deterministic, c.repeats = c.deterministic+d.deterministic, c.repeats+d.repeats
	c.leaks.merge(&d.leaks)
	c.effects.merge(&d.effects)
	c.waits.merge(&d.waits)
	c.streaks = topStreaks(append(c.streaks, d.streaks...))
	mergeSignatures(c.signatures, d.signatures)
	c.cost.merge(&d.cost)
	c.coverage.merge(&d.coverage)
	limit := a.limit()
	for _, r := range d.findings {
		if len(c.findings) < limit {
			c.findings = append(c.findings, r)
		} else if i := replaceable(c.findings); i >= 0 && r.Verdict == judge.Mismatch.String() {
			c.findings = append(append(c.findings[:i], c.findings[i+1:]...), r)
		}
	}
}

func addCounts(to, from map[string]int) {
	for name, n := range from {
		to[name] += n
	}
}
