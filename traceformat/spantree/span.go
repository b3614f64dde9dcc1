package spantree

import (
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Kind says what a span stands for.
type Kind uint8

// The kinds. Other is the zero value: the span only connects others.
const (
	Other Kind = iota
	Agent
	Model
	Tool
)

// A Span is one span of a trace, or one run of a run tree.
type Span struct {
	// Trace groups the spans; ID and Parent make their tree.
	Trace, ID, Parent string
	Kind              Kind
	Start, End        time.Time
	// Session names the conversation that several traces may belong to.
	Session string
	// Agent names an agent span's agent, ModelName a model span's model.
	Agent, ModelName string
	// System, Input and Output are the messages that a model or an agent was
	// given and gave, in any dialect. They are decoded when the trace is put
	// together.
	System, Input, Output []stream.Value
	// Again is the input where a recording holds it a second time, maybe with
	// what the first leaves out.
	Again []stream.Value
	// ResponseID is the provider's identifier of what a model gave.
	ResponseID string
	// Usage is what a model span cost.
	Usage *trajectory.Usage
	// Call is a tool span's call, and Outcome how it ended, nil where the
	// span does not tell.
	Call    tool.Call
	Outcome *tool.Outcome
	// Tools is what the span knows of tools.
	Tools []tool.Spec
	// Error says how a model or an agent failed.
	Error string
	// Patch says that this is no span, but more of the span that Parent names:
	// some recordings keep messages apart.
	Patch bool
	// Success is a verdict on the whole trace.
	Success *bool
	// Size is how many bytes the span held in the recording.
	Size int
}
