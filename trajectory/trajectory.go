package trajectory

import (
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// A Trajectory is one run of one agent.
type Trajectory struct {
	ID     string `json:"id"`
	Source string `json:"source,omitempty"` // file, format or gateway it came from
	Model  string `json:"model,omitempty"`
	// Agent names the agent or the sub-agent whose run this is.
	Agent string `json:"agent,omitempty"`
	// Parent is the ID of the run that started this one as a sub-agent.
	Parent string `json:"parent,omitempty"`
	// Task names what was to be done, where trials of one task repeat.
	Task string `json:"task,omitempty"`
	// Success says whether the task was judged done by whoever recorded it;
	// nil where the recording does not tell.
	Success *bool `json:"success,omitempty"`
	// Usage is the whole run's, where the recording states it apart from the
	// messages' own.
	Usage *Usage `json:"usage,omitempty"`
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
	Role Role `json:"role"`
	// ID is the provider's identifier of the message, where recorded.
	ID    string      `json:"id,omitempty"`
	Text  string      `json:"text,omitempty"`
	Calls []tool.Call `json:"calls,omitempty"`
	// CallID says which call a tool's message answers.
	CallID string `json:"call_id,omitempty"`
	// Outcome is what a tool's message carried, with its evidence; nil for
	// other roles.
	Outcome *tool.Outcome `json:"outcome,omitempty"`
	Time    time.Time     `json:"time,omitzero"`
	// Usage is the model call's that produced the message.
	Usage *Usage `json:"usage,omitempty"`
	// Thinking says that the text is reasoning which nobody but the model saw.
	Thinking bool `json:"thinking,omitempty"`
}
