package feedback

import (
	"encoding/json"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// An Input is everything that a message may be made of.
type Input struct {
	Spec    *tool.Spec
	Call    tool.Call
	Fault   fault.Fault
	Verdict recovery.Verdict
	// Verified is what a read-back has shown of a write of unknown outcome.
	Verified recovery.Verification
	// Repeats counts how often this refusal was answered from memory before.
	Repeats int
	// Roots are earlier faults that explain this one.
	Roots []Root
	// Tools names the tools that there are, for a call of one that is not.
	Tools []string
	// Output is the raw output of a tool that runs the model's own code; it is
	// read for [fault.ExecutionFailed] only, and redacted.
	Output string
	// Escalated says that somebody in charge was told.
	Escalated bool
	// ErrorID names the operator's full record of the fault.
	ErrorID string
}

// A Root is an earlier fault that explains an argument's wrong value: the value
// came from no result, and the tool that should have given it failed before.
type Root struct {
	Parameter string
	Tool      string
	Kind      fault.Kind
}

// A Message is what the model reads, and the same for machines beside it.
type Message struct {
	// Text is short plain text for the model.
	Text string
	// Object is the structured verdict.
	Object Object
}

// An Object is the structured verdict that travels beside the text.
type Object struct {
	Status string     `json:"status"` // "failed", "empty", "unknown_outcome", "done"
	Fault  fault.Kind `json:"fault"`
	// Retryable says that the same call may succeed later, and that to make it
	// again can do no harm: never of a write that may have happened.
	Retryable bool        `json:"retryable"`
	Effect    tool.Effect `json:"effect"`
	// RetryAfter is in seconds.
	RetryAfter float64          `json:"retry_after_s,omitempty"`
	Message    string           `json:"message"`
	NextStep   string           `json:"next_step,omitempty"`
	Detail     string           `json:"detail,omitempty"`
	Parameter  *ParameterObject `json:"parameter,omitempty"`
	StandIns   []string         `json:"stand_ins,omitempty"`
	// Tools are the closest names where there is no tool of the name used.
	Tools []string `json:"tools,omitempty"`
	// Escalated says that somebody in charge was told, Stop that the run
	// should end.
	Escalated bool   `json:"escalated,omitempty"`
	Stop      bool   `json:"stop,omitempty"`
	ErrorID   string `json:"error_id,omitempty"`
}

// A ParameterObject is the blamed argument in an [Object].
type ParameterObject struct {
	Name    string          `json:"name"`
	Given   json.RawMessage `json:"given,omitempty"`
	Named   string          `json:"named,omitempty"`
	Ranked  []string        `json:"ranked,omitempty"`
	Allowed []string        `json:"allowed,omitempty"`
	More    int             `json:"more,omitempty"`
	Want    string          `json:"want,omitempty"`
}
