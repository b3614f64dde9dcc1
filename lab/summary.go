package lab

import (
	_ "embed" // for the schema
	"slices"
)

//go:embed result.schema.json
var schema []byte

// ResultSchema returns the JSON Schema of result.json.
func ResultSchema() []byte { return slices.Clone(schema) }

// A Summary is what a run came to: the content of result.json.
type Summary struct {
	Experiment string `json:"experiment"`
	Title      string `json:"title"`
	Question   string `json:"question"`
	Model      string `json:"model"`
	// Scripted says that every figure comes from a scripted model.
	Scripted   bool      `json:"scripted"`
	Seed       uint64    `json:"seed"`
	RubricHash string    `json:"rubric_hash"`
	Cells      []Cell    `json:"cells"`
	Premises   []Premise `json:"premises"`
	Warnings   []string  `json:"warnings"`
	// Infra counts the trials that failed for the model's server; they are in
	// no cell.
	Infra int `json:"infrastructure_failures"`
	// Published are the figures of the source. They were not measured here.
	Published     []Published     `json:"published,omitempty"`
	Amplification []Amplification `json:"amplification,omitempty"`
	Courses       []Course        `json:"courses,omitempty"`
}

// A Cell is one arm under one fault. Figures are means of a trial; those with
// "_x" are ratios to the clean twin. A figure that does not apply is null.
type Cell struct {
	Arm              string      `json:"arm"`
	Fault            string      `json:"fault"`
	Framework        *string     `json:"framework"`
	Round            *int        `json:"round"`
	N                int         `json:"n"`
	Success          *float64    `json:"success"`
	SuccessCI        *[2]float64 `json:"success_ci"`
	BackendCalls     *float64    `json:"backend_calls"`
	BackendX         *float64    `json:"backend_x"`
	BackendXCI       *[2]float64 `json:"backend_x_ci"`
	ModelCalls       *float64    `json:"model_calls"`
	ModelX           *float64    `json:"model_x"`
	ModelXCI         *[2]float64 `json:"model_x_ci"`
	TokensIn         *float64    `json:"tokens_in"`
	TokensOut        *float64    `json:"tokens_out"`
	Seconds          *float64    `json:"seconds"`
	USD              *float64    `json:"usd"`
	SelfHealed       *float64    `json:"self_healed"`
	ChangedArgs      *float64    `json:"changed_args"`
	MissingArg       *float64    `json:"missing_arg"`
	DuplicateEffects *float64    `json:"duplicate_effects"`
	Invented         *float64    `json:"invented"`
	Waited           *float64    `json:"waited"`
	WrongSpent       *float64    `json:"wrong_spent"`
	Wasted           *float64    `json:"wasted_calls"`
	RootNamed        *float64    `json:"root_named"`
}

// Summarize adds a run up.
func Summarize(out *Outcome) Summary {
	list, failed := premises(out)
	s := Summary{
		Experiment: out.Experiment.Name, Title: out.Experiment.Title, Question: out.Experiment.Question,
		Model: out.Manifest.Model, Scripted: out.Manifest.Scripted, Seed: out.Manifest.Seed, RubricHash: out.Manifest.RubricHash,
		Premises: append([]Premise{}, list...), Warnings: append(append([]string{}, failed...), warnings(out)...), Published: out.Experiment.Published,
		Amplification: amplifications(out), Courses: out.Courses,
	}
	for i := range out.Trials {
		if out.Trials[i].Infra != "" {
			s.Infra++
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
		s.Cells = append(s.Cells, cellsOf(out, out.Trials, round, "")...)
	}
	if len(out.Large) > 0 {
		s.Cells = append(s.Cells, cellsOf(out, out.Large, 0, "-large")...)
	}
	return s
}

// cellsOf returns the cells of a round: the clean twin, and fault by arm.
func cellsOf(out *Outcome, trials []Trial, round int, suffix string) []Cell {
	twins := make(map[int]*Trial)
	for i := range trials {
		if t := &trials[i]; t.Fault == noFault && t.Round == round && t.Infra == "" {
			twins[t.Index] = t
		}
	}
	// One cell is one arm under one fault, in the order of the experiment.
	keys := []trialKey{{arm: baseline, fault: noFault, round: round}}
	for i := range out.Experiment.Faults {
		for j := range out.Experiment.Arms {
			keys = append(keys, trialKey{arm: out.Experiment.Arms[j].Name, fault: out.Experiment.Faults[i].Name, round: round})
		}
	}
	groups := make(map[trialKey][]*Trial)
	for i := range trials {
		if t := &trials[i]; t.Infra == "" {
			key := t.key()
			key.index = 0
			groups[key] = append(groups[key], t)
		}
	}
	keys = slices.DeleteFunc(keys, func(k trialKey) bool { return k.fault == noFault && len(groups[k]) == 0 })
	cells := make([]Cell, len(keys))
	for i, key := range keys {
		cells[i] = cellOf(out, key, groups[key], twins)
		cells[i].Fault += suffix
	}
	return cells
}

// cellOf adds one cell up.
func cellOf(out *Outcome, key trialKey, trials []*Trial, twins map[int]*Trial) Cell {
	c := Cell{Arm: key.arm, Fault: key.fault, N: len(trials)}
	if key.round > 0 {
		c.Round = &key.round
	}
	if c.N == 0 {
		return c
	}
	hits := 0
	var backend, calls ratio
	for _, t := range trials {
		if t.Success {
			hits++
		}
		if twin := twins[t.Index]; twin != nil {
			backend.add(float64(t.BackendCalls), float64(twin.BackendCalls))
			calls.add(float64(t.ModelCalls), float64(twin.ModelCalls))
		}
	}
	mean := func(of func(*Trial) float64) *float64 {
		total := 0.0
		for _, t := range trials {
			total += of(t)
		}
		total /= float64(len(trials))
		return &total
	}
	c.Success, c.BackendCalls = mean(func(t *Trial) float64 { return one(t.Success) }), mean(func(t *Trial) float64 { return float64(t.BackendCalls) })
	c.Seconds, c.Waited = mean(func(t *Trial) float64 { return t.Seconds }), mean(func(t *Trial) float64 { return t.Waited })
	if out.Experiment.Load != nil {
		return c // callers of one backend: no model, and no independent trials
	}
	c.SuccessCI = wilson(hits, c.N)
	c.BackendX, c.BackendXCI = backend.value()
	c.ModelX, c.ModelXCI = calls.value()
	c.ModelCalls = mean(func(t *Trial) float64 { return float64(t.ModelCalls) })
	c.TokensIn = mean(func(t *Trial) float64 { return float64(t.TokensIn) })
	c.TokensOut = mean(func(t *Trial) float64 { return float64(t.TokensOut) })
	if out.Price.Known {
		c.USD = mean(func(t *Trial) float64 { return out.Price.of(t.TokensIn, t.TokensOut) })
	}
	c.SelfHealed = mean(func(t *Trial) float64 { return one(t.SelfHealed) })
	c.ChangedArgs = mean(func(t *Trial) float64 { return one(t.ChangedArgs) })
	c.MissingArg = mean(func(t *Trial) float64 { return one(t.MissingArg) })
	c.DuplicateEffects = mean(func(t *Trial) float64 { return float64(t.Duplicates) })
	c.Invented = mean(func(t *Trial) float64 { return one(t.Invented) })
	c.WrongSpent = mean(func(t *Trial) float64 { return float64(t.WrongSpent) })
	c.Wasted = mean(func(t *Trial) float64 { return float64(t.Wasted) })
	c.RootNamed = mean(func(t *Trial) float64 { return one(t.RootNamed) })
	return c
}

// one is 1 for true and 0 for false.
func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
