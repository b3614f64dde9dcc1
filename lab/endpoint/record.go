package endpoint

import (
	"slices"
	"time"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Record is everything that was asked of the model in one trial.
type Record struct {
	// Exchanges are the requests with their answers, in the order of their ends.
	Exchanges []Exchange `json:"exchanges"`

	began int
}

// An Exchange is one request with its answer.
type Exchange struct {
	// Number counts the trial's requests from 1, in the order of their beginnings.
	Number int `json:"number"`
	// Wire is the protocol: openai-chat, openai-responses, anthropic, ollama.
	Wire  string `json:"wire"`
	Path  string `json:"path"`
	Query string `json:"query,omitempty"`
	// Model is the name that was asked for.
	Model    string `json:"model,omitempty"`
	Streamed bool   `json:"streamed,omitempty"`
	// Turn says that the model was asked and gave a turn.
	Turn bool `json:"turn,omitempty"`
	// Shown is the conversation as the model was given it, Text and Calls what it
	// gave: what the bytes say, read.
	Shown  []trajectory.Message `json:"shown,omitempty"`
	Text   string               `json:"text,omitempty"`
	Calls  []tool.Call          `json:"calls,omitempty"`
	Status int                  `json:"status"`
	// Request and Response are the exact bytes.
	Request  []byte      `json:"request"`
	Response []byte      `json:"response,omitempty"`
	Usage    model.Usage `json:"usage,omitzero"`
	// Problem is why there was no turn, "" where there was one.
	Problem string `json:"problem,omitempty"`
	// Infra says that the failure was the model's server's or the connection's,
	// and none of the agent's.
	Infra bool          `json:"infra,omitempty"`
	Began time.Time     `json:"began"`
	Took  time.Duration `json:"took_ns"`
}

// Turns counts the turns that the model gave.
func (r *Record) Turns() int {
	n := 0
	for i := range r.Exchanges {
		if r.Exchanges[i].Turn {
			n++
		}
	}
	return n
}

// Usage sums what the turns cost.
func (r *Record) Usage() model.Usage {
	var sum model.Usage
	for i := range r.Exchanges {
		sum = sum.Add(r.Exchanges[i].Usage)
	}
	return sum
}

// Infra returns the first failure of the model's server, "" where there is none.
func (r *Record) Infra() string {
	for i := range r.Exchanges {
		if r.Exchanges[i].Infra {
			return r.Exchanges[i].Problem
		}
	}
	return ""
}

func (r *Record) clone() Record { return Record{Exchanges: slices.Clone(r.Exchanges), began: r.began} }

// begin numbers a request.
func (t *trial) begin() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.record.began++
	return t.record.began
}

// keep takes an ended exchange.
func (t *trial) keep(e Exchange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.record.Exchanges = append(t.record.Exchanges, e)
}
