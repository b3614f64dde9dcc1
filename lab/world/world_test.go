package world_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

// play runs the textbook script of a task in a world.
func play(t *testing.T, w *world.World, task *world.Task) world.Results {
	t.Helper()
	results := make(world.Results)
	for i := range task.Steps {
		call := task.Steps[i].Call(results)
		out := w.Invoke(t.Context(), call)
		if out.Flag != tool.FlagSuccess {
			t.Fatalf("%s(%s) failed: %s %v", call.Tool, call.Args, out.Body, out.Err)
		}
		results[call.Tool] = out.Body
	}
	return results
}

func TestTextbookScoresAllAndDoNothingNone(t *testing.T) {
	t.Parallel()
	tasks := world.Tasks()
	languages := map[string]int{}
	for i := range tasks {
		task := &tasks[i]
		languages[task.Language]++
		t.Run(task.ID, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(50) {
				w, err := world.New(task.World, seed)
				if err != nil {
					t.Fatal(err)
				}
				truth, err := task.Truth(seed)
				if err != nil {
					t.Fatal(err)
				}
				if truth.Holds("I could not find it out.", w.Ledger()) {
					t.Errorf("seed %d: doing nothing counts as success", seed)
				}
				answer := play(t, w, task).Resolve(task.Answer)
				if !truth.Holds(answer, w.Ledger()) {
					t.Errorf("seed %d: the textbook answer %q does not count: want %v", seed, answer, truth.Values)
				}
				if len(truth.Ledger) > 0 && truth.Holds(answer, nil) {
					t.Errorf("seed %d: the right words without the effect count as success", seed)
				}
			}
		})
	}
	if languages["en"] < 4 || languages["zh"] < 4 {
		t.Errorf("tasks per language: %v", languages)
	}
}

func TestValuesAreDrawnFromTheSeed(t *testing.T) {
	t.Parallel()
	for _, task := range world.Tasks() {
		first, err := task.Truth(1)
		if err != nil {
			t.Fatal(err)
		}
		again, err := task.Truth(1)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("%s: one seed gave two truths:\n%s", task.ID, diff)
		}
		other, err := task.Truth(2)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(first.Values, other.Values) {
			t.Errorf("%s: seeds 1 and 2 gave the same values %v", task.ID, first.Values)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		world, tool, args, want string
	}{
		"unknown metric":   {"metrics", "get_metric", `{"name":"2024年营收"}`, "Error: ENOENT: no such metric, open '2024年营收'"},
		"absent argument":  {"metrics", "get_metric", `{}`, "Error: EINVAL: the argument 'name' is required"},
		"null argument":    {"metrics", "get_metric", `{"name":null}`, "Error: EINVAL: the argument 'name' is required"},
		"not an object":    {"metrics", "get_metric", `{"name":`, "Error: EINVAL: the arguments are not a JSON object"},
		"unknown tool":     {"metrics", "get_weather", `{}`, `Error: unknown tool "get_weather"`},
		"unknown order":    {"retail", "get_order", `{"order_id":"ORD-1"}`, `{"error":"order \"ORD-1\" not found"}`},
		"bad quantity":     {"retail", "create_order", `{"customer":"A","product":"lamp","quantity":0}`, `at least 1`},
		"unknown flight":   {"flights", "get_fare", `{"flight":"XX1"}`, "not found"},
		"unknown customer": {"retail", "find_order", `{"customer":"Nobody"}`, "no order of customer"},
		"unknown product":  {"retail", "get_stock", `{"product":"boat"}`, "not found"},
		"no such booking":  {"flights", "book_flight", `{"flight":"XX1","passenger":"A"}`, "not found"},
		"no such refund":   {"retail", "refund_order", `{"order_id":"ORD-1"}`, "not found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, err := world.New(c.world, 1)
			if err != nil {
				t.Fatal(err)
			}
			out := w.Invoke(t.Context(), tool.Call{Tool: c.tool, Args: json.RawMessage(c.args)})
			text := out.Body
			if out.Err != nil {
				text = out.Err.Error()
			}
			if out.Flag != tool.FlagFailure || !strings.Contains(text, c.want) {
				t.Errorf("got flag %v, %q; want a failure with %q", out.Flag, text, c.want)
			}
			if len(w.Ledger()) != 0 {
				t.Errorf("a refused call left the effects %v", w.Ledger())
			}
		})
	}
}

func TestLedgerCountsDuplicates(t *testing.T) {
	t.Parallel()
	w, err := world.New("retail", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		`{"customer":"Eva Brandt","product":"desk","quantity":2}`, `{"quantity":"2","product":"desk","customer":"Eva Brandt"}`,
		`{"customer":"Eva Brandt","product":"desk","quantity":1}`,
	} {
		w.Invoke(t.Context(), tool.Call{Tool: "create_order", Args: json.RawMessage(args)})
	}
	w.Invoke(t.Context(), tool.Call{Tool: "get_stock", Args: json.RawMessage(`{"product":"lamp"}`)})
	if ledger := w.Ledger(); len(ledger) != 3 || ledger.Duplicates() != 1 {
		t.Errorf("ledger %v has %d duplicates, want 3 effects and 1", ledger, ledger.Duplicates())
	}
}

func TestHasValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"it is 48213377.": true, "it is 48,213,377 CNY": true, "营收是48213377元": true, "148213377": false, "48213377x": false,
		"48 213 377": true, "": false, "x48213377 and 48213377": true,
	} {
		if got := world.HasValue(world.Plain(text), "48213377"); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	t.Parallel()
	if _, err := world.New("moon", 1); err == nil || !strings.Contains(err.Error(), "metrics, retail, flights") {
		t.Errorf("got %v, want the list of worlds", err)
	}
	if _, err := world.Lookup("moon"); err == nil || !strings.Contains(err.Error(), "phrase-zh") {
		t.Errorf("got %v, want the list of tasks", err)
	}
}

func TestClosedValuesAreTheBackendsOwn(t *testing.T) {
	t.Parallel()
	w, err := world.New("metrics", 3)
	if err != nil {
		t.Fatal(err)
	}
	values := w.Closed("get_metric")["name"]
	if len(values) != 8 {
		t.Fatalf("%d metrics, want 8", len(values))
	}
	for _, v := range values {
		out := w.Invoke(t.Context(), tool.Call{Tool: "get_metric", Args: json.RawMessage(fmt.Sprintf(`{"name":%q}`, v.Name))})
		if out.Flag != tool.FlagSuccess {
			t.Errorf("%s is listed, and not read: %v", v.Name, out.Err)
		}
	}
}

func ExampleTask_Truth() {
	task, err := world.Lookup("phrase-zh")
	if err != nil {
		fmt.Println(err)
		return
	}
	truth, err := task.Truth(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(task.Question)
	fmt.Println(truth.Holds(truth.Answer, nil), truth.Holds("0", nil))
	// Output:
	// 查一下 2024 年的营收
	// true false
}
