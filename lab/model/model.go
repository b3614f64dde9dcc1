package model

import (
	"context"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Model gives the next assistant turn of one trial.
type Model interface {
	Next(ctx context.Context, req Request) (Turn, error)
}

// A Request is everything that a model is shown.
type Request struct {
	Messages []trajectory.Message
	Tools    []tool.Spec
}

// A Turn is one assistant turn: calls, or else an answer.
type Turn struct {
	Text  string
	Calls []tool.Call
	Usage Usage
}

// Usage is what one turn cost in tokens. A scripted model's are an estimate of
// four bytes a token.
type Usage struct {
	In  int `json:"in"`
	Out int `json:"out"`
}

// Add sums two usages.
func (u Usage) Add(other Usage) Usage { return Usage{In: u.In + other.In, Out: u.Out + other.Out} }

// A Trial is what a scripted model has to know of the trial that it plays in.
// A real model is told its seed only.
type Trial struct {
	// Index counts the trials of one arm; quotas run over blocks of it.
	Index int
	// Round tells repetitions of the whole apart; 0 where there are none.
	Round int
	// Seed is the run's seed; it permutes the blocks.
	Seed uint64
	// Profile names the habits to have: "round1", "amplification".
	Profile string
	Task    world.Task
}

// A Source makes the model of each trial.
type Source interface {
	// Trial returns a model with the state of one trial.
	Trial(trial Trial) Model
	// Scripted says that the models are scripted ones.
	Scripted() bool
}
