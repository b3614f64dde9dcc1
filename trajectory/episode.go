package trajectory

import (
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

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
	// Shadow says that Action was only written down: the outcome went on as it
	// was.
	Shadow bool `json:"shadow,omitempty"`
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

// MarshalJSON writes the episode. Arguments that are no JSON stand as a string
// in "args_text", so that one broken value does not spoil the record.
func (e Episode) MarshalJSON() ([]byte, error) {
	type plain Episode
	wire := struct {
		plain
		ArgsText string `json:"args_text,omitempty"`
	}{plain: plain(e)}
	wire.Args, wire.ArgsText = tool.SplitRaw(e.Args)
	return json.Marshal(wire)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Episode) UnmarshalJSON(data []byte) error {
	type plain Episode
	wire := struct {
		*plain
		ArgsText string `json:"args_text"`
	}{plain: (*plain)(e)}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	if wire.ArgsText != "" {
		e.Args = json.RawMessage(wire.ArgsText)
	}
	return nil
}
