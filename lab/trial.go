package lab

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/agent"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/provenance"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Trial is what was measured in one run of one task in one arm. It is one
// line of trials.jsonl.
type Trial struct {
	Arm   string `json:"arm"`
	Fault string `json:"fault"`
	Round int    `json:"round,omitempty"`
	Index int    `json:"index"`
	Task  string `json:"task"`

	Success bool `json:"success"`
	// Found: the tools gave the model what the task asks for, whatever it then
	// made of it.
	Found  bool      `json:"found,omitempty"`
	Answer string    `json:"answer"`
	End    agent.End `json:"end"`
	// Calls at the backend, failed attempts included, and at the model.
	BackendCalls int     `json:"backend_calls"`
	ModelCalls   int     `json:"model_calls"`
	TokensIn     int     `json:"tokens_in"`
	TokensOut    int     `json:"tokens_out"`
	Seconds      float64 `json:"seconds"`
	// Waited is how long the tool layer waited before its retries, in seconds.
	Waited float64 `json:"waited"`

	// FirstArgs are the arguments of the first call, "" where there was none;
	// FirstRight says that they were the textbook's.
	FirstArgs  string `json:"first_args,omitempty"`
	FirstRight bool   `json:"first_right,omitempty"`
	// SelfHealed: the model was given a failure, went on, and succeeded.
	SelfHealed  bool `json:"self_healed,omitempty"`
	ChangedArgs bool `json:"changed_args,omitempty"`
	MissingArg  bool `json:"missing_arg,omitempty"`
	Duplicates  int  `json:"duplicates,omitempty"`
	// Invented: a value in the answer stands in nothing that the model was given.
	Invented bool `json:"invented,omitempty"`
	// WrongSpent counts backend calls with a value that the backend does not know.
	WrongSpent int `json:"wrong_spent,omitempty"`
	// Wasted counts backend calls of later tools before the first one succeeded.
	Wasted int `json:"wasted,omitempty"`
	// RootNamed: a message about a later tool names the one that failed first.
	RootNamed bool `json:"root_named,omitempty"`

	// Unfired names declared faults that never occurred; the trial then fails.
	Unfired []string `json:"unfired,omitempty"`
	// Infra is the failure of the model's server; such a trial counts nowhere.
	Infra string `json:"infra,omitempty"`
}

// defaultSystem is the system prompt of the lab.
const defaultSystem = "You are an assistant with tools. Use them to answer the question, then answer it in one short sentence. " +
	"Never make up a value."

// setting is everything that one trial is made of.
type setting struct {
	experiment *Experiment
	arm        *Arm
	scenario   *Scenario
	source     model.Source
	seed       uint64
	round      int    // 1, 2, …, 0 where there are none
	profile    string // habits of a scripted model
	index      int
}

// mix makes an independent seed from the run's seed, a label and a number.
func mix(seed uint64, text string, n int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))                           // a hash never fails to write
	return rand.NewPCG(seed^h.Sum64(), uint64(n)).Uint64() //nolint:gosec // trials must be repeatable
}

// play runs one trial. An error is the end of ctx, a broken experiment, or a
// model server that refuses for good; other failures of the server are told in
// the trial.
func (s *setting) play(ctx context.Context) (Trial, error) {
	task, err := world.Lookup(s.scenario.Tasks[s.index%len(s.scenario.Tasks)])
	if err != nil {
		return Trial{}, err
	}
	worldSeed := mix(s.seed, "world", s.round*1_000_000+s.index)
	w, err := world.New(task.World, worldSeed)
	if err != nil {
		return Trial{}, err
	}
	truth, err := task.Truth(worldSeed) //nolint:contextcheck // plays in memory, and nothing waits there
	if err != nil {
		return Trial{}, err
	}
	c := newClock(s.source.Scripted())
	faults, err := inject.New(s.scenario.Inject, inject.Options{
		Seed: mix(s.seed, "fault "+s.scenario.Name, s.round*1_000_000+s.index), Sleep: c.Sleep,
	})
	if err != nil {
		return Trial{}, err
	}
	seen := &backend{world: w, task: &task}
	a := agent.Agent{
		Model:         s.source.Trial(model.Trial{Index: s.index, Round: s.round, Seed: s.seed, Profile: s.profile, Task: task}),
		Tools:         specsFor(w, s.arm),
		MaxModelCalls: s.experiment.MaxModelCalls,
	}
	layer, check, err := s.layer(w, &task, c)
	if err != nil {
		return Trial{}, err
	}
	a.Check = check
	a.Invoker = tool.Chain(w, layer, seen.Wrap, faults.Wrap)
	system := s.system()
	start := c.Now()
	run, err := a.Run(ctx, system, task.Question)
	t := Trial{
		Arm: s.arm.Name, Fault: s.scenario.Name, Round: s.round, Index: s.index, Task: task.ID,
		Success: truth.Holds(run.Answer, w.Ledger()), Answer: run.Answer, End: run.End,
		BackendCalls: seen.calls, ModelCalls: run.ModelCalls, TokensIn: run.Usage.In, TokensOut: run.Usage.Out,
		Seconds: c.Now().Sub(start).Seconds(), Waited: c.waited().Seconds(),
		Duplicates: w.Ledger().Duplicates(), WrongSpent: seen.wrong, Wasted: seen.wasted,
	}
	if err != nil {
		return t.failed(err)
	}
	t.observe(&run, &task)
	t.Found = truth.Holds(toolTexts(run.Messages), w.Ledger())
	for _, plan := range faults.Unfired() {
		t.Unfired = append(t.Unfired, plan.Fault)
		t.Success = false
	}
	return t, nil
}

// failed sorts the error of a run: the server's failure belongs to the trial.
func (t Trial) failed(err error) (Trial, error) {
	if e, ok := errors.AsType[*model.Error](err); ok {
		t.Infra, t.Success = e.Error(), false
		if !e.Final() {
			return t, nil
		}
	}
	return t, err
}

func (s *setting) system() string {
	if s.experiment.System != "" {
		return s.experiment.System
	}
	return defaultSystem
}

// layer makes what stands between the agent and the backend.
func (s *setting) layer(w *world.World, task *world.Task, c *clock) (tool.Middleware, agent.Check, error) {
	seed := mix(s.seed, "layer "+s.arm.Name+s.scenario.Name, s.round*1_000_000+s.index)
	if s.arm.Guard {
		g, err := newGuarded(w, s.arm, task, s.system(), c, seed)
		if err != nil {
			return nil, nil, err
		}
		return g.wrap, g.check, nil
	}
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // trials must be repeatable
	own := &strategy{arm: s.arm, world: w, clock: c, random: random}
	return own.Wrap, nil, nil
}

// backend counts what arrives at the backend, above the injected faults.
type backend struct {
	world *world.World
	task  *world.Task

	calls, wrong, wasted int
	rootDone             bool
}

// Wrap is the counter as a [tool.Middleware].
func (b *backend) Wrap(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		root := b.task.Steps[0].Tool
		b.calls++
		if b.unknownValue(&call) {
			b.wrong++
		}
		if call.Tool != root && !b.rootDone {
			b.wasted++
		}
		out := next.Invoke(ctx, call)
		if call.Tool == root && out.Flag == tool.FlagSuccess {
			b.rootDone = true
		}
		return out
	})
}

// unknownValue says whether a closed parameter has a value that the backend
// does not know.
func (b *backend) unknownValue(call *tool.Call) bool {
	var args map[string]any
	if json.Unmarshal(call.Args, &args) != nil {
		return false
	}
	for name, values := range b.world.Closed(call.Tool) {
		given, ok := args[name].(string)
		known := false
		for _, v := range values {
			known = known || v.Name == given
		}
		if ok && !known {
			return true
		}
	}
	return false
}

// observe reads the rest from the run's messages.
func (t *Trial) observe(run *agent.Run, task *world.Task) {
	var given provenance.Given
	var last *tool.Call
	failed, wentOn := false, false
	for i := range run.Messages {
		m := &run.Messages[i]
		switch m.Role {
		case trajectory.RoleAssistant:
			for j := range m.Calls {
				call := &m.Calls[j]
				t.look(call, task, last == nil)
				if failed {
					wentOn = true
					t.ChangedArgs = t.ChangedArgs || (last.Tool == call.Tool && string(last.Args) != string(call.Args))
				}
				last = call
			}
		case trajectory.RoleTool:
			failed = m.Outcome.Flag != tool.FlagSuccess
			given.Add(provenance.Source{Kind: provenance.FromTool}, m.Text)
		case trajectory.RoleSystem, trajectory.RoleUser:
			given.Add(provenance.Source{Kind: provenance.FromUser}, m.Text)
		}
	}
	t.SelfHealed = t.Success && wentOn
	t.RootNamed = namesRoot(run.Messages, task)
	t.Invented = run.End == agent.EndAnswer && len(given.Unsupported(run.Answer)) > 0
}

// toolTexts is everything that the tools said to the model.
func toolTexts(messages []trajectory.Message) string {
	var text strings.Builder
	for i := range messages {
		if m := &messages[i]; m.Role == trajectory.RoleTool {
			text.WriteString(m.Text + "\n")
		}
	}
	return text.String()
}

// look reads one call that the model made.
func (t *Trial) look(call *tool.Call, task *world.Task, first bool) {
	var args map[string]any
	broken := json.Unmarshal(call.Args, &args) != nil
	for _, step := range task.Steps {
		if step.Tool != call.Tool {
			continue
		}
		for name := range step.Args {
			if value, ok := args[name]; broken || !ok || value == nil || value == "" {
				t.MissingArg = true
			}
		}
	}
	if first {
		t.FirstArgs = string(call.Args)
		want := task.Steps[0].Call(nil)
		t.FirstRight = call.Tool == want.Tool && sameJSON(call.Args, want.Args)
	}
}

// sameJSON says whether two objects hold the same, whatever their spelling.
func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	left, errLeft := json.Marshal(x)
	right, errRight := json.Marshal(y)
	return errLeft == nil && errRight == nil && string(left) == string(right)
}

// namesRoot says whether a message about a later tool names the failed one.
func namesRoot(messages []trajectory.Message, task *world.Task) bool {
	if len(task.Steps) < 2 {
		return false
	}
	root, asked := task.Steps[0].Tool, map[string]string{}
	for i := range messages {
		for _, call := range messages[i].Calls {
			asked[call.ID] = call.Tool
		}
		if m := &messages[i]; m.Role == trajectory.RoleTool && asked[m.CallID] != root && strings.Contains(m.Text, root) {
			return true
		}
	}
	return false
}
