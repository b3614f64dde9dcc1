//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/sequitur-go/sequitur/frameworks"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/fleet"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/wire"
	"github.com/sequitur-go/sequitur/lab/world"
)

// frameworkFault is one of the four faults, as it crosses the wire.
type frameworkFault struct {
	name     string
	plan     inject.Plan
	delivery wire.Delivery
}

var frameworkFaultTable = []frameworkFault{
	{"timeout", inject.Plan{Fault: "timeout"}, wire.DeliverHang},
	{"403", inject.Plan{Fault: "forbidden"}, wire.DeliverUsual},
	{"404-empty", inject.Plan{Fault: "not_found"}, wire.DeliverValue},
	{"500", inject.Plan{Fault: "server_error"}, wire.DeliverUsual},
}

// frameworkTable holds the first action after each fault, in the order above,
// of each framework out of the box with a model that always acts right.
var frameworkTable = map[string][4]fleet.Action{
	"langgraph":     {fleet.FrameworkAbort, fleet.FrameworkAbort, fleet.ModelAnswer, fleet.FrameworkAbort},
	"pydantic_ai":   {fleet.FrameworkAbort, fleet.FrameworkAbort, fleet.ModelAnswer, fleet.FrameworkAbort},
	"openai_agents": {fleet.ModelRetrySame, fleet.ModelRetrySame, fleet.ModelAnswer, fleet.ModelRetrySame},
	"anthropic":     {fleet.ModelRetrySame, fleet.ModelAnswer, fleet.ModelAnswer, fleet.ModelRetrySame},
	"crewai":        {fleet.ModelRetrySame, fleet.ModelAnswer, fleet.ModelAnswer, fleet.ModelRetrySame},
	"autogen":       {fleet.FrameworkAnswer, fleet.FrameworkAnswer, fleet.FrameworkAnswer, fleet.FrameworkAnswer},
	"ag2":           {fleet.ModelRetrySame, fleet.ModelAnswer, fleet.ModelAnswer, fleet.ModelRetrySame},
}

// readTasks are the tasks that read only: a fault of a write has other right
// answers.
func readTasks(t *testing.T) []world.Task {
	t.Helper()
	var tasks []world.Task
	for _, task := range world.Tasks() {
		truth, err := task.Truth(1)
		if err != nil {
			t.Fatal(err)
		}
		if len(truth.Ledger) == 0 {
			tasks = append(tasks, task)
		}
	}
	return tasks
}

// installed are the frameworks of the folder. Where it has none, two are
// installed for the test.
func installed(t *testing.T, in *frameworks.Installer) []frameworks.Framework {
	t.Helper()
	found := slices.DeleteFunc(frameworks.List(), func(f frameworks.Framework) bool { return !in.Installed(f) })
	if len(found) > 0 {
		return found
	}
	in.Dir, in.Tell = t.TempDir(), func(step string) { t.Log(step) }
	for _, name := range []string{"openai_agents", "pydantic_ai"} {
		f, err := frameworks.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := in.Install(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		found = append(found, f)
	}
	return found
}

// Each installed framework plays every clean task, and the reading ones under
// four faults. LAB_FRAMEWORKS names the folder where it is another than the
// default of `sequitur lab frameworks install`.
func TestFrameworksUnderFourFaults(t *testing.T) {
	t.Parallel()
	in := frameworks.Installer{Dir: os.Getenv("LAB_FRAMEWORKS")}
	if in.Dir == "" {
		dir, err := frameworks.DefaultDir()
		if err != nil {
			t.Fatal(err)
		}
		in.Dir = dir
	}
	lab, err := fleet.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lab.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, f := range installed(t, &in) {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			w := &warm{dir: in.Dir, framework: f}
			defer w.close(t)
			w.clean(t, lab)
			w.faults(t, lab)
		})
	}
}

// warm is a framework's worker, which is started again where a trial broke it.
type warm struct {
	dir       string
	framework frameworks.Framework
	worker    *frameworks.Worker
	played    int
}

func (w *warm) close(t *testing.T) {
	t.Helper()
	if w.worker != nil {
		if err := w.worker.Close(); err != nil {
			t.Error(err)
		}
	}
}

func (w *warm) play(t *testing.T, lab *fleet.Lab, s *fleet.Setting) fleet.Trial {
	t.Helper()
	if w.worker == nil {
		worker, err := frameworks.Start(context.WithoutCancel(t.Context()), w.dir, w.framework, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("Python %s, %v", worker.Ready.Python, worker.Ready.Versions)
		w.worker = worker
	}
	// The models read URLs, which must not tell what is to come.
	w.played++
	s.ID = fmt.Sprintf("%s%d", w.framework.Name, w.played)
	s.Model = model.Open(model.Ref{Kind: "scripted", Name: "textbook"}, model.Access{})
	s.System = "You are an assistant with tools. Use them to answer the question. Never make up a value."
	s.ToolTimeout = time.Second
	trial, err := lab.Play(t.Context(), w.worker, s)
	if err != nil {
		t.Fatal(err)
	}
	if trial.Lost != "" {
		w.worker = nil
	}
	return trial
}

// clean plays every task without a fault. AutoGen's default ends after one round
// of tools, so that it cannot finish a task of two.
func (w *warm) clean(t *testing.T, lab *fleet.Lab) {
	t.Helper()
	for _, task := range world.Tasks() {
		trial := w.play(t, lab, &fleet.Setting{Task: task, Seed: 3})
		if want := w.framework.Name != "autogen" || len(task.Steps) == 1; trial.Success != want {
			t.Errorf("%s: success %v with %q after %d calls; crash %+v, lost %q", task.ID, trial.Success, trial.Answer, len(trial.World.Calls), trial.Crash, trial.Lost)
			for _, e := range trial.Model.Exchanges {
				if e.Problem != "" {
					t.Logf("refused: %s", e.Problem)
				}
			}
		}
		if trial.World.Ledger.Duplicates() > 0 {
			t.Errorf("%s: effects %v", task.ID, trial.World.Ledger)
		}
	}
}

func (w *warm) faults(t *testing.T, lab *fleet.Lab) {
	t.Helper()
	var table strings.Builder
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	for i, fault := range frameworkFaultTable {
		seen := map[fleet.Action]int{}
		right, calls, turns, read := 0, 0, 0, ""
		tasks := readTasks(t)
		for _, task := range tasks {
			plan := fault.plan
			plan.Tool = task.Steps[0].Tool
			trial := w.play(t, lab, &fleet.Setting{Task: task, Seed: 3, Faults: []inject.Plan{plan}, Delivery: fault.delivery})
			if len(trial.World.Unfired) > 0 {
				t.Errorf("%s, %s: the fault never occurred", fault.name, task.ID)
			}
			seen[trial.First]++
			calls += len(trial.World.Calls)
			turns += trial.Model.Turns()
			if trial.Success {
				right++
			}
			read = trial.Read()
		}
		want := frameworkTable[w.framework.Name][i]
		if seen[want] != len(tasks) {
			t.Errorf("%s: first actions %v, want %s in all %d", fault.name, seen, want, len(tasks))
		}
		if _, err := fmt.Fprintf(out, "%s\t%v\tsuccess %d/%d\tbackend %d\tmodel %d\t%.100q\n", fault.name, seen, right, len(tasks), calls, turns, read); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("out of the box, scripted:textbook\n%s", table.String())
}
