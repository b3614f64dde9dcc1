package model

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A reader is a scripted model that has nothing but the conversation to go by,
// as a real one: it reads all of it each time, so that a framework may repeat a
// request, lose a message or add words of its own. While the tools give results
// all readers walk the textbook steps; they differ in what they do about a
// failure.
type reader struct {
	trial Trial
	react reaction
}

// reaction is what a reader does about the last message, which is a failure.
type reaction func(*reading) Turn

// reactionTable holds the readers among the scripted models. Their rules stand
// in the files habits_react.go and habits_textbook.go.
var reactionTable = map[string]reaction{
	"habits":   habitual,
	"textbook": textbook,
	"stubborn": stubborn,
}

// reading is what a reader makes of the conversation.
type reading struct {
	trial Trial
	// tools are the names that the model may call.
	tools []string
	// results are the successes so far, and step the textbook step after them.
	results world.Results
	step    int
	// made counts the calls so far.
	made int
	// failed are the failures in a row that end the conversation, oldest first.
	failed []failure
	// answered is the model's own answer, where it was given already.
	answered string
}

// failure is a call with what the tool's message said of it.
type failure struct {
	call tool.Call
	text string
}

// Next gives the turn that the conversation leads to.
func (r *reader) Next(ctx context.Context, req Request) (Turn, error) {
	if ctx.Err() != nil {
		return Turn{}, context.Cause(ctx)
	}
	read := r.read(req)
	turn := read.turn(r.react)
	turn.Usage = Usage{In: size(req), Out: tokens(turn.Text)}
	for i := range turn.Calls {
		read.made++
		turn.Calls[i].ID = fmt.Sprintf("call_%d", read.made)
		turn.Usage.Out += tokens(turn.Calls[i].Tool) + tokens(string(turn.Calls[i].Args))
	}
	return turn, nil
}

// read goes through the conversation once.
func (r *reader) read(req Request) *reading {
	read := &reading{trial: r.trial, results: make(world.Results)}
	for i := range req.Tools {
		read.tools = append(read.tools, req.Tools[i].Name)
	}
	asked := make(map[string]tool.Call)
	for i := range req.Messages {
		switch m := &req.Messages[i]; m.Role {
		case trajectory.RoleAssistant:
			for _, call := range m.Calls {
				read.made++
				asked[call.ID] = call
			}
			if len(m.Calls) == 0 {
				read.answered = m.Text
			}
		case trajectory.RoleTool:
			read.take(asked[m.CallID], unquote(m.Text))
		case trajectory.RoleSystem, trajectory.RoleUser:
			// Frameworks add words of their own: none changes what the tools said.
		}
	}
	return read
}

// take reads one tool's message.
func (r *reading) take(call tool.Call, text string) {
	r.answered = ""
	if !isResult(text) || noResults.MatchString(text) {
		r.failed = append(r.failed, failure{call, text})
		return
	}
	r.failed = nil
	r.results[call.Tool] = text
	for i := range r.trial.Task.Steps {
		if r.trial.Task.Steps[i].Tool == call.Tool {
			r.step = i + 1
		}
	}
}

// unquote takes off the quotes of a framework that writes a tool's text as JSON.
func unquote(text string) string {
	var inner string
	if json.Unmarshal([]byte(text), &inner) == nil {
		return inner
	}
	return text
}

func (r *reading) turn(react reaction) Turn {
	steps := r.trial.Task.Steps
	switch {
	case r.answered != "":
		return Turn{Text: r.answered} // asked again: it has no other answer
	case len(r.failed) > 0:
		return react(r)
	case r.step < len(steps):
		return one(steps[r.step].Call(r.results))
	}
	return Turn{Text: r.results.Resolve(r.trial.Task.Answer)}
}

// last is the failure that the conversation ends with.
func (r *reading) last() failure { return r.failed[len(r.failed)-1] }

// again makes the failed call once more, as long as it was made fewer than most
// times in a row, and else gives up with the answer.
func (r *reading) again(most int, otherwise Turn) Turn {
	if len(r.failed) >= most {
		return otherwise
	}
	last := r.last().call
	return one(tool.Call{Tool: last.Tool, Args: last.Args})
}

// knows says whether the model was offered a tool of that name.
func (r *reading) knows(name string) bool { return slices.Contains(r.tools, name) }

// says is an answer in the task's language.
func (r *reading) says(english, chinese string) Turn {
	if r.trial.Task.Language == "zh" {
		return Turn{Text: chinese}
	}
	return Turn{Text: english}
}

func (r *reading) couldNot() Turn {
	return r.says("Sorry, that could not be done: the tool failed.", "抱歉,工具出错,没能完成。")
}

func (r *reading) notAllowed() Turn {
	return r.says("Sorry, I am not allowed to do that.", "抱歉,没有权限执行此操作。")
}

func (r *reading) noneFound() Turn {
	return r.says("I found no such record.", "没有找到相应的记录。")
}
