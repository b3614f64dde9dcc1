package audit

import (
	"slices"

	"github.com/sequitur-go/sequitur/judge"
)

// Figures are what an audit came to.
type Figures struct {
	Rubric     string `json:"rubric"`
	RubricHash string `json:"rubric_hash"`

	Trajectories int `json:"trajectories"`
	Messages     int `json:"messages"`
	Turns        int `json:"turns"`
	Calls        int `json:"calls"`
	Answered     int `json:"answered"`
	Faults       int `json:"faults"`
	Broken       int `json:"broken_records"`
	// SameID counts the runs whose id another run of the same source has: in
	// findings, ~2 tells them apart.
	SameID int `json:"runs_with_same_id,omitempty"`
	// Successes of JudgedRuns runs were recorded as such.
	Successes  int `json:"successes"`
	JudgedRuns int `json:"runs_with_outcome"`

	Total Cell `json:"total"`
	// Model is what reached the model and was acted on by it; Layers tells the
	// layers apart.
	Model Cell `json:"model"`
	// Both is the same by each built-in rubric, with its hash.
	Both    []RubricCell `json:"rubrics"`
	Kinds   []Cell       `json:"kinds"`
	Tools   []Cell       `json:"tools"`
	Layers  []Cell       `json:"layers"`
	Actions []Cell       `json:"actions"`

	Answers map[string]int `json:"answers"`
	Lies    map[string]int `json:"lies"`
	// Repeats are identical repeats after Deterministic faults that do not pass:
	// a figure that no rubric can bend.
	Repeats       int  `json:"repeats"`
	Deterministic int  `json:"deterministic_faults"`
	RepeatRate    Rate `json:"repeat_rate"`

	Streaks    []Streak    `json:"streaks"`
	Writes     int         `json:"writes"`
	Possible   int         `json:"possible_duplicates"`
	Equal      int         `json:"equal_writes"`
	Duplicates []Duplicate `json:"duplicates"`
	Leaks      Leaks       `json:"leaks"`
	Waits      Waits       `json:"waits"`
	Cost       Cost        `json:"cost"`
	Wordings   []Wording   `json:"wordings"`
	Coverage   []Gap       `json:"coverage"`
	// Findings are those kept with their context, by the files' order.
	Findings []Record `json:"-"`
	// Omitted counts the findings that were not kept.
	Omitted int `json:"-"`
}

// A RubricCell is what one rubric says of the faults that reached the model.
type RubricCell struct {
	Hash string `json:"hash"`
	Cell
}

// Leaks counts the error texts that reached the model with what it should not
// read.
type Leaks struct {
	Texts     int `json:"texts"`
	Traces    int `json:"traces"`
	OwnTraces int `json:"traces_of_own_code"`
	Paths     int `json:"paths"`
	Secrets   int `json:"secrets"`
	Hosts     int `json:"hosts"`
	Emails    int `json:"emails"`
	Sensitive int `json:"sensitive"`
}

// Figures returns what has been counted so far.
func (a *Audit) Figures() *Figures {
	c := &a.counts
	c.init()
	rubric := a.Rubric()
	c.total.Name, c.model.Name = "all", "model"
	c.total.settle()
	c.model.settle()
	both := []RubricCell{{judge.Published().Hash(), c.published}, {judge.Refined().Hash(), c.refined}}
	for i, name := range []string{"published", "refined"} {
		both[i].Name = name
		both[i].settle()
	}
	f := &Figures{
		Rubric: rubric.Name, RubricHash: rubric.Hash(),
		Trajectories: c.trajectories, Messages: c.messages, Turns: c.turns, Calls: c.calls, Answered: c.answered, Faults: c.faults, Broken: c.broken, SameID: c.sameID,
		Successes: c.successes, JudgedRuns: c.judgedSuccess,
		Total: c.total, Model: c.model, Both: both, Kinds: c.kinds.sorted(), Tools: c.tools.sorted(), Layers: c.layers.sorted(), Actions: c.actions.sorted(),
		Answers: c.answers, Lies: c.lies, Repeats: c.repeats, Deterministic: c.deterministic, RepeatRate: plainRate(c.repeats, c.deterministic),
		Streaks: c.streaks, Writes: c.effects.writes, Possible: c.effects.possible, Equal: c.effects.equal, Duplicates: c.effects.duplicates,
		Leaks: Leaks{
			c.leaks.texts, c.leaks.traces, c.leaks.ownTraces, c.leaks.paths, c.leaks.secrets, c.leaks.hosts, c.leaks.emails, c.leaks.sensitive,
		},
		Waits: c.waits.figures(), Cost: c.cost.figures(), Wordings: wordings(c.signatures), Coverage: c.coverage.gaps(),
		Findings: slices.Clone(c.findings), Omitted: c.total.N - len(c.findings),
	}
	return f
}
