package model

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Scripted is the source of a scripted model.
type Scripted struct{ name string }

// Scripted says yes.
func (Scripted) Scripted() bool { return true }

// Trial returns the scripted model of a trial.
func (s Scripted) Trial(trial Trial) Model {
	if react := reactionTable[s.name]; react != nil {
		return &reader{trial: trial, react: react}
	}
	return &player{trial: trial, habits: habitsOf(s.name, trial.Profile), results: make(world.Results)}
}

// player is a scripted model in one trial. It reads the last message, as a
// model does, and keeps only what it has made of the earlier ones.
type player struct {
	trial   Trial
	habits  habits
	results world.Results

	step     int // the textbook step that comes next
	last     tool.Call
	calls    int
	healed   bool // a wrong argument was tried again
	repeated bool // a transient error was repeated
	made     int  // values made up so far
	back     bool // went back to a failed step
}

// Next returns the turn that the habits make of the last message.
func (p *player) Next(ctx context.Context, req Request) (Turn, error) {
	if ctx.Err() != nil {
		return Turn{}, context.Cause(ctx)
	}
	turn := p.turn(req)
	turn.Usage = Usage{In: size(req), Out: tokens(turn.Text)}
	for i := range turn.Calls {
		p.calls++
		turn.Calls[i].ID = fmt.Sprintf("call_%d", p.calls)
		turn.Usage.Out += tokens(turn.Calls[i].Tool) + tokens(string(turn.Calls[i].Args))
		p.last = turn.Calls[i]
	}
	return turn, nil
}

func (p *player) turn(req Request) Turn {
	if p.habits.idle || len(req.Messages) == 0 {
		return p.giveUp()
	}
	last := &req.Messages[len(req.Messages)-1]
	switch {
	case p.calls == 0:
		return p.first(req.Tools)
	case last.Role != trajectory.RoleTool:
		return p.giveUp() // asked for another answer: it has none
	case isResult(last.Text):
		return p.advance(last.Text)
	default:
		return p.recover(last.Text)
	}
}

// first makes the first textbook call, with the user's phrase where the habit
// has it and no list in the schema tells better.
func (p *player) first(specs []tool.Spec) Turn {
	step := p.trial.Task.Steps[0]
	call := step.Call(p.results)
	if p.habits.phrase && p.trial.Task.Phrase != "" {
		listed := schemaLists(specs, step.Tool, wanted(step))
		if !listed || p.place("pick") >= p.habits.picks {
			call.Args = arguments(step, p.trial.Task.Phrase)
		}
	}
	return one(call)
}

// advance takes a result, and makes the next textbook call or the answer.
func (p *player) advance(text string) Turn {
	p.results[p.last.Tool] = text
	for i, step := range p.trial.Task.Steps {
		if step.Tool == p.last.Tool {
			p.step = i + 1
		}
	}
	if p.step < len(p.trial.Task.Steps) {
		return one(p.trial.Task.Steps[p.step].Call(p.results))
	}
	return Turn{Text: p.results.Resolve(p.trial.Task.Answer)}
}

// recover is what the habits do about a failure.
func (p *player) recover(text string) Turn {
	step := p.trial.Task.Steps[p.step]
	if name, ok := nameIn(text, step); ok && !p.healed && !strings.Contains(string(p.last.Args), `"`+name+`"`) {
		p.healed = true
		switch place := p.place("pick"); {
		case place < p.habits.picks:
			return one(tool.Call{Tool: step.Tool, Args: arguments(step, name)})
		case place < p.habits.picks+p.habits.leavesOut:
			return one(tool.Call{Tool: step.Tool, Args: json.RawMessage(`{}`)})
		}
		return p.giveUp()
	}
	if !p.repeated && p.place("repeat") < p.habits.repeats && isTransient(text) {
		p.repeated = true
		return one(tool.Call{Tool: p.last.Tool, Args: p.last.Args})
	}
	if p.habits.pressesOn {
		return p.pressOn(text)
	}
	return p.giveUp()
}

// pressOn goes on as if the failed step had given something. Only a message
// that names the failed tool brings it back there, once.
func (p *player) pressOn(text string) Turn {
	const most = 2 // made-up values before it gives up
	steps := p.trial.Task.Steps
	if p.step+1 >= len(steps) || p.back {
		return p.giveUp()
	}
	if p.made > 0 && strings.Contains(text, steps[p.step].Tool) {
		p.back = true
		return one(steps[p.step].Call(p.results))
	}
	if p.made >= most {
		return p.giveUp()
	}
	p.made++
	next := steps[p.step+1]
	return one(tool.Call{Tool: next.Tool, Args: arguments(next, fmt.Sprintf("ORD-00000%d", p.made))})
}

// place is the trial's place in the block of a habit.
func (p *player) place(label string) int {
	return position(p.trial.Seed, p.trial.Profile+"/"+label, p.trial.Index)
}

// giveUp is the answer of a model that has nothing to say.
func (p *player) giveUp() Turn {
	if p.trial.Task.Language == "zh" {
		return Turn{Text: "抱歉,没能查到。"}
	}
	return Turn{Text: "Sorry, I could not find that out."}
}

func one(call tool.Call) Turn { return Turn{Calls: []tool.Call{call}} }

// size estimates the tokens of a request.
func size(req Request) int {
	n := 0
	for i := range req.Messages {
		n += tokens(req.Messages[i].Text)
		for _, call := range req.Messages[i].Calls {
			n += tokens(string(call.Args))
		}
	}
	for i := range req.Tools {
		n += tokens(req.Tools[i].Description) + tokens(string(req.Tools[i].Input))
	}
	return n
}

// tokens estimates four bytes a token.
func tokens(text string) int { return (len(text) + 3) / 4 }
