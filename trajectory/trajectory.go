// Package trajectory is the one record that guard, lab and audit share: what an
// agent's run said, called and got, in order. It is the model only: writing is
// package journal's, reading foreign formats is package traceformat's.
package trajectory

import (
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// A Trajectory is one run of one agent.
type Trajectory struct {
	ID     string `json:"id"`
	Source string `json:"source,omitempty"` // file, format or gateway it came from
	Model  string `json:"model,omitempty"`
	// Agent names the agent or the sub-agent whose run this is.
	Agent string `json:"agent,omitempty"`
	// Tools is what the recording knows of the tools.
	Tools    []tool.Spec `json:"tools,omitempty"`
	Messages []Message   `json:"messages,omitempty"`
	// Episodes is set where a guard recorded them; else a judge derives them
	// from the messages.
	Episodes []Episode `json:"episodes,omitempty"`
	// Error says how the run itself ended where it did not end by an answer.
	Error string `json:"error,omitempty"`
}

// A Role says who speaks in a message.
type Role string

// The roles.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// A Message is one turn: a text, the calls that an assistant made in it, or the
// outcome of one of them.
type Message struct {
	Role  Role        `json:"role"`
	Text  string      `json:"text,omitempty"`
	Calls []tool.Call `json:"calls,omitempty"`
	// CallID says which call a tool's message answers.
	CallID string `json:"call_id,omitempty"`
	// Outcome is what a tool's message carried, with its evidence; nil for
	// other roles.
	Outcome *tool.Outcome `json:"outcome,omitempty"`
	Time    time.Time     `json:"time,omitzero"`
	// Thinking says that the text is reasoning which nobody but the model saw.
	Thinking bool `json:"thinking,omitempty"`
}

// An Episode is one call, its attempts, its fault, and what the model was told.
type Episode struct {
	// Run names the session of the guard that made the call.
	Run       string    `json:"run,omitempty"`
	Time      time.Time `json:"time,omitzero"`
	CallID    string    `json:"call_id,omitempty"`
	Tool      string    `json:"tool"`
	Principal string    `json:"principal,omitempty"`
	// Args are the call's arguments; a journal leaves them out by default.
	Args json.RawMessage `json:"args,omitempty"`
	// ArgsHash tells equal arguments apart from changed ones without them.
	ArgsHash string    `json:"args_hash,omitempty"`
	Attempts []Attempt `json:"attempts,omitempty"`
	// Fault is the fault of the last attempt, OK where it succeeded.
	Fault      fault.Kind      `json:"fault"`
	Retryable  bool            `json:"retryable"`
	Effect     tool.Effect     `json:"effect"`
	Action     recovery.Action `json:"action"`
	Reason     string          `json:"reason,omitempty"`
	Escalated  bool            `json:"escalated,omitempty"`
	Stop       bool            `json:"stop,omitempty"`
	FromMemory bool            `json:"from_memory,omitempty"`
	// Feedback is the text that the model was given in place of the outcome.
	Feedback string `json:"feedback,omitempty"`
	// Detail is the raw text of the last outcome; a journal redacts it, and
	// leaves it out by default.
	Detail  string        `json:"detail,omitempty"`
	ErrorID string        `json:"error_id,omitempty"`
	Elapsed time.Duration `json:"elapsed_ns"`
}

// An Attempt is one try of a call at the backend.
type Attempt struct {
	Fault    fault.Kind       `json:"fault"`
	Effect   tool.Effect      `json:"effect"`
	Phase    tool.Phase       `json:"phase"`
	Status   int              `json:"status,omitempty"`
	Waited   time.Duration    `json:"waited_ns,omitempty"`
	Elapsed  time.Duration    `json:"elapsed_ns"`
	Tool     string           `json:"tool,omitempty"` // where a stand-in or a read-back was called
	Evidence []fault.Evidence `json:"evidence,omitempty"`
}
