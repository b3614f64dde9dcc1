package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab/agent"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// turns is a model that says these turns in order.
type turns struct {
	list []model.Turn
	seen []string // the last message of each request
	err  error
}

func (m *turns) Next(_ context.Context, req model.Request) (model.Turn, error) {
	m.seen = append(m.seen, req.Messages[len(req.Messages)-1].Text)
	if len(m.list) == 0 {
		return model.Turn{}, m.err
	}
	turn := m.list[0]
	m.list = m.list[1:]
	return turn, nil
}

func say(text string) model.Turn { return model.Turn{Text: text, Usage: model.Usage{In: 10, Out: 1}} }

func ask(names ...string) model.Turn {
	turn := model.Turn{Usage: model.Usage{In: 10, Out: 2}}
	for i, name := range names {
		turn.Calls = append(turn.Calls, tool.Call{ID: fmt.Sprint(i), Tool: name})
	}
	return turn
}

// tools answers "get" with a result, "stop" with an end, and the rest with an error.
func tools(calls *[]tool.Call) tool.Invoker {
	return tool.InvokerFunc(func(_ context.Context, call tool.Call) tool.Outcome {
		*calls = append(*calls, call)
		switch call.Tool {
		case "get":
			return tool.Outcome{Body: "42"}
		case "stop":
			return tool.Outcome{Body: "No permission.", Stop: true}
		default:
			return tool.Outcome{Err: errors.New("Error: ENOENT")}
		}
	})
}

func TestRun(t *testing.T) {
	t.Parallel()
	object := func(answer string) (string, string) {
		switch {
		case strings.Contains(answer, "99"):
			return "Where does 99 come from?", ""
		case strings.Contains(answer, "98"):
			return "", "It was not found."
		}
		return "", ""
	}
	for name, c := range map[string]struct {
		turns  []model.Turn
		want   agent.End
		answer string
		models int
		calls  int
		seen   []string
	}{
		"answer at once":    {[]model.Turn{say("hello")}, agent.EndAnswer, "hello", 1, 0, []string{"q"}},
		"call and answer":   {[]model.Turn{ask("get"), say("it is 42")}, agent.EndAnswer, "it is 42", 2, 1, []string{"q", "42"}},
		"error is shown":    {[]model.Turn{ask("bad"), say("no")}, agent.EndAnswer, "no", 2, 1, []string{"q", "Error: ENOENT"}},
		"stop ends the run": {[]model.Turn{ask("get", "stop", "get"), say("never said")}, agent.EndStop, "No permission.", 1, 2, []string{"q"}},
		"limit":             {[]model.Turn{ask("get"), ask("get"), ask("get"), say("late")}, agent.EndLimit, "", 3, 3, []string{"q", "42", "42"}},
		"asked again":       {[]model.Turn{say("99"), say("I do not know")}, agent.EndAnswer, "I do not know", 2, 0, []string{"q", "Where does 99 come from?"}},
		"refused answer":    {[]model.Turn{ask("get"), ask("get"), say("99")}, agent.EndLimit, "", 3, 2, []string{"q", "42", "42"}},
		"replaced answer":   {[]model.Turn{say("98")}, agent.EndReplaced, "It was not found.", 1, 0, []string{"q"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &turns{list: c.turns}
			var calls []tool.Call
			a := agent.Agent{Model: m, Invoker: tools(&calls), MaxModelCalls: 3, Check: object}
			run, err := a.Run(t.Context(), "", "q")
			if err != nil {
				t.Fatal(err)
			}
			if run.End != c.want || run.Answer != c.answer || run.ModelCalls != c.models || run.ToolCalls != c.calls || len(calls) != c.calls {
				t.Errorf("got %+v with %d calls, want %+v", run, len(calls), c)
			}
			if diff := cmp.Diff(c.seen, m.seen); diff != "" {
				t.Errorf("the model was shown (-want +got):\n%s", diff)
			}
			for _, call := range calls {
				if call.Request != "q" {
					t.Errorf("call %+v does not carry the user's request", call)
				}
			}
			if run.Usage.In != 10*run.ModelCalls {
				t.Errorf("usage %+v after %d model calls", run.Usage, run.ModelCalls)
			}
		})
	}
}

func TestServerFailureIsAnError(t *testing.T) {
	t.Parallel()
	var calls []tool.Call
	broken := &model.Error{Failure: model.CutOff}
	a := agent.Agent{Model: &turns{list: []model.Turn{ask("get")}, err: broken}, Invoker: tools(&calls)}
	run, err := a.Run(t.Context(), "system", "q")
	if !errors.Is(err, broken) || run.End != agent.EndFailed || run.ModelCalls != 1 {
		t.Errorf("got %+v, %v", run, err)
	}
	if run.Messages[0].Role != trajectory.RoleSystem {
		t.Error("the system prompt does not come first")
	}
}

func ExampleAgent() {
	get := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { return tool.Outcome{Body: "42"} })
	m := &turns{list: []model.Turn{ask("get"), say("It is 42.")}}
	a := agent.Agent{Model: m, Invoker: get}
	run, err := a.Run(context.Background(), "", "What is it?")
	fmt.Println(run.Answer, run.End, run.ModelCalls, err)
	// Output: It is 42. answer 2 <nil>
}

func ExampleText() {
	fmt.Println(agent.Text(&tool.Outcome{Body: "[]", Note: "No order was found."}))
	// Output:
	// []
	// No order was found.
}
