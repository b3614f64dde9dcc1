package model_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/lab/agent"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

func source(t *testing.T, ref string) model.Source {
	t.Helper()
	r, err := model.ParseRef(ref)
	if err != nil {
		t.Fatal(err)
	}
	return model.Open(r, model.Access{})
}

func task(t *testing.T, id string) world.Task {
	t.Helper()
	found, err := world.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// played is what one trial came to.
type played struct {
	success bool
	args    []string
	run     agent.Run
}

// play runs one trial; rewrite changes what the model reads of a failure.
func play(t *testing.T, ref string, trial model.Trial, rewrite func(n int, out tool.Outcome) tool.Outcome) played {
	t.Helper()
	w, err := world.New(trial.Task.World, trial.Seed)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := trial.Task.Truth(trial.Seed)
	if err != nil {
		t.Fatal(err)
	}
	var p played
	invoker := tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		p.args = append(p.args, string(call.Args))
		return rewrite(len(p.args), w.Invoke(ctx, call))
	})
	a := agent.Agent{Model: source(t, ref).Trial(trial), Tools: w.Specs(), Invoker: invoker}
	p.run, err = a.Run(t.Context(), "", trial.Task.Question)
	if err != nil {
		t.Fatal(err)
	}
	p.success = truth.Holds(p.run.Answer, w.Ledger())
	return p
}

func raw(_ int, out tool.Outcome) tool.Outcome { return out }

func list(_ int, out tool.Outcome) tool.Outcome {
	if out.Flag == tool.FlagFailure {
		return tool.Outcome{Body: "Unknown metric. Valid metrics: fin.rev.2023, fin.rev.2024, usr.new.2024. Call get_metric again with one of these."}
	}
	return out
}

func timesOut(n int, out tool.Outcome) tool.Outcome {
	if n == 1 {
		return tool.Outcome{Body: "Error: ETIMEDOUT: the request timed out"}
	}
	return out
}

func refuses(int, tool.Outcome) tool.Outcome {
	return tool.Outcome{Body: `{"error":"403 Forbidden: no permission to read fin.rev.2024"}`}
}

func TestQuotasAreExactForAnySeed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		profile, task string
		rewrite       func(int, tool.Outcome) tool.Outcome
		success       int // of forty
		missing       int
	}{
		"raw error":                {"round1", "phrase-zh", raw, 0, 0},
		"list, round 1":            {"round1", "phrase-zh", list, 34, 0},
		"list, round 2":            {"round2", "phrase-zh", list, 30, 4},
		"list, English":            {"round1", "phrase-en", list, 34, 0},
		"timeout":                  {"", "named-zh", timesOut, 0, 0},
		"timeout, amplification":   {"amplification", "named-zh", timesOut, 2, 0},
		"refusal with the name":    {"", "named-zh", refuses, 0, 0},
		"no failure, name given":   {"", "named-en", raw, 40, 0},
		"strategies has no repeat": {"strategies", "named-en", timesOut, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			orders := map[string]bool{}
			for seed := range uint64(8) {
				success, missing, order := 0, 0, ""
				for index := range 40 {
					trial := model.Trial{Index: index, Seed: seed, Profile: c.profile, Task: task(t, c.task)}
					p := play(t, "scripted:article-7b", trial, c.rewrite)
					order += fmt.Sprint(p.success, " ")
					if p.success {
						success++
					}
					if slices.Contains(p.args, "{}") {
						missing++
					}
					if trial.Task.Phrase != "" && !strings.Contains(p.args[0], trial.Task.Phrase) {
						t.Errorf("seed %d, trial %d: the first argument is %s", seed, index, p.args[0])
					}
				}
				if success != c.success || missing != c.missing {
					t.Errorf("seed %d: %d of 40 succeed, %d leave the argument out; want %d, %d", seed, success, missing, c.success, c.missing)
				}
				orders[order] = true
			}
			if c.success > 0 && c.success < 40 && len(orders) < 2 {
				t.Error("eight seeds gave one order: the seed is not used")
			}
		})
	}
}

func TestNamedValueIsFollowedEvenWhenWrong(t *testing.T) {
	t.Parallel()
	wrong := func(_ int, out tool.Outcome) tool.Outcome {
		if out.Flag == tool.FlagFailure {
			return tool.Outcome{Body: `"2024年营收" is not a metric. Call get_metric again with name="fin.rev.2023".`}
		}
		return out
	}
	followed := 0
	for index := range 20 {
		p := play(t, "scripted:article-7b", model.Trial{Index: index, Seed: 5, Task: task(t, "phrase-zh")}, wrong)
		if p.success {
			t.Fatal("a wrong name led to the right answer")
		}
		if len(p.args) == 2 && strings.Contains(p.args[1], "fin.rev.2023") {
			followed++
		}
	}
	if followed != 17 {
		t.Errorf("the wrong name was followed in %d of 20, want 17", followed)
	}
}

func TestListInSchemaIsPickedFrom(t *testing.T) {
	t.Parallel()
	right := 0
	for index := range 20 {
		trial := model.Trial{Index: index, Seed: 3, Profile: "round1", Task: task(t, "phrase-zh")}
		specs := []tool.Spec{{Name: "get_metric", Input: []byte(`{"properties":{"name":{"enum":["fin.rev.2024","fin.rev.2023"]}}}`)}}
		turn, err := source(t, "scripted:article-7b").Trial(trial).Next(t.Context(), model.Request{Messages: question(), Tools: specs})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(turn.Calls[0].Args), "fin.rev.2024") {
			right++
		}
	}
	if right != 17 {
		t.Errorf("right at the first call in %d of 20, want 17", right)
	}
}

func TestValidationModels(t *testing.T) {
	t.Parallel()
	for _, each := range world.Tasks() {
		for seed := range uint64(5) {
			trial := model.Trial{Seed: seed, Task: each}
			if p := play(t, "scripted:textbook", trial, raw); !p.success || p.run.ToolCalls != len(each.Steps) {
				t.Errorf("%s: the textbook ends with %q after %v", each.ID, p.run.Answer, p.args)
			}
			if p := play(t, "scripted:do-nothing", trial, raw); p.success || p.run.ToolCalls != 0 {
				t.Errorf("%s: doing nothing ends with %q", each.ID, p.run.Answer)
			}
		}
	}
}

func TestPressesOn(t *testing.T) {
	t.Parallel()
	upstreamDown := func(root bool) func(int, tool.Outcome) tool.Outcome {
		return func(n int, out tool.Outcome) tool.Outcome {
			switch {
			case n == 1:
				return tool.Outcome{Body: "Error: find_order failed, the connection timed out."}
			case out.Flag == tool.FlagFailure && root:
				return tool.Outcome{Body: "order_id did not come from any result; find_order timed out before: call find_order again first."}
			}
			return out
		}
	}
	blind := play(t, "scripted:presses-on", model.Trial{Task: task(t, "order-total-en")}, upstreamDown(false))
	if blind.success || len(blind.args) != 3 || blind.args[1] == blind.args[2] {
		t.Errorf("without the root: success %v after %v, want two made-up values and no success", blind.success, blind.args)
	}
	named := play(t, "scripted:presses-on", model.Trial{Task: task(t, "order-total-en")}, upstreamDown(true))
	if !named.success || len(named.args) != 4 {
		t.Errorf("with the root named: success %v after %v, want success after four calls", named.success, named.args)
	}
}

func ExampleScriptedAbout() {
	fmt.Println(model.ScriptedAbout("article-7b"))
	// Output: the habits that a published source measured on a model of 7B parameters
}
