// Package agent is the lab's reference loop: it asks the model, makes the calls
// that the model asks for, and ends with an answer. It retries nothing, rewrites
// nothing and decides nothing, so that what an experiment compares stands below
// it, in the tools: no strategy may touch it. It obeys [tool.Outcome] Stop, and
// lets a [Check] object to the answer.
package agent

import (
	"context"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// An Agent is one model with tools.
type Agent struct {
	Model model.Model
	Tools []tool.Spec
	// Invoker makes the calls.
	Invoker tool.Invoker
	// MaxModelCalls bounds a run; 0 is 6.
	MaxModelCalls int
	// Check looks at the final answer; nil lets every answer pass.
	Check Check
}

// A Check looks at a final answer: "" and "" let it pass; ask is what to tell
// the model so that it answers again; replacement takes the answer's place.
type Check func(answer string) (ask, replacement string)

// An End says how a run ended.
type End string

// The ends.
const (
	EndAnswer   End = "answer"   // the model answered
	EndReplaced End = "replaced" // the model's answer was replaced by a true sentence
	EndStop     End = "stop"     // an outcome asked to stop
	EndLimit    End = "limit"    // the model calls were spent
	EndFailed   End = "failed"   // the model's server failed: no run at all
)

// A Run is what came of one question.
type Run struct {
	Messages   []trajectory.Message
	Answer     string
	End        End
	ModelCalls int
	ToolCalls  int
	Usage      model.Usage
}

const defaultModelCalls = 6

// Run plays one run. An error is one of the model's server, or the end of ctx;
// the run so far comes with it.
func (a *Agent) Run(ctx context.Context, system, question string) (Run, error) {
	limit := a.MaxModelCalls
	if limit == 0 {
		limit = defaultModelCalls
	}
	run := Run{End: EndLimit}
	if system != "" {
		run.add(trajectory.Message{Role: trajectory.RoleSystem, Text: system})
	}
	run.add(trajectory.Message{Role: trajectory.RoleUser, Text: question})
	for run.ModelCalls < limit {
		turn, err := a.Model.Next(ctx, model.Request{Messages: run.Messages, Tools: a.Tools})
		if err != nil {
			run.End = EndFailed
			return run, err
		}
		run.ModelCalls++
		run.Usage = run.Usage.Add(turn.Usage)
		run.add(trajectory.Message{Role: trajectory.RoleAssistant, Text: turn.Text, Calls: turn.Calls})
		if len(turn.Calls) > 0 {
			if a.call(ctx, &run, turn.Calls, question) {
				return run, nil
			}
			continue
		}
		if a.answer(&run, turn.Text) {
			return run, nil
		}
	}
	return run, nil
}

// call makes the calls of a turn, and says whether the run has to end.
func (a *Agent) call(ctx context.Context, run *Run, calls []tool.Call, question string) bool {
	for _, call := range calls {
		call.Request = question
		out := a.Invoker.Invoke(ctx, call)
		run.ToolCalls++
		run.add(trajectory.Message{Role: trajectory.RoleTool, Text: Text(&out), CallID: call.ID, Outcome: &out})
		if out.Stop {
			run.End, run.Answer = EndStop, Text(&out)
			return true
		}
	}
	return false
}

// answer takes the model's answer, and says whether it ends the run.
func (a *Agent) answer(run *Run, text string) bool {
	run.Answer = text
	if a.Check != nil {
		ask, replacement := a.Check(text)
		if ask != "" {
			run.Answer = "" // it does not go out
			run.add(trajectory.Message{Role: trajectory.RoleUser, Text: ask})
			return false
		}
		if replacement != "" {
			run.End, run.Answer = EndReplaced, replacement
			return true
		}
	}
	run.End = EndAnswer
	return true
}

func (r *Run) add(m trajectory.Message) { r.Messages = append(r.Messages, m) }

// Text is what a model reads of an outcome: the body, or else the error's text,
// and a guard's note below it.
func Text(out *tool.Outcome) string {
	text := out.Body
	if text == "" && out.Err != nil {
		text = out.Err.Error()
	}
	if out.Note != "" {
		if text != "" {
			text += "\n"
		}
		text += out.Note
	}
	return text
}
