package tool

import (
	"encoding/json"
	"time"
)

// Access says what a tool does to the world.
type Access uint8

// The kinds of access. AccessUnknown is the zero value and counts as a write.
const (
	AccessUnknown Access = iota
	AccessRead
	AccessWrite
)

// A Spec is what is known of a tool. The zero value knows nothing: the tool is
// taken for a write that must not be repeated.
type Spec struct {
	// Name is the tool's name.
	Name string `json:"name"`
	// Upstream names the backend that the tool shares with others: they share
	// its retry budget, breaker and limiter. "" is the unnamed one.
	Upstream string `json:"upstream,omitempty"`
	// Via names the tool through which the agent calls this one, such as
	// "execute-tool"; "" where it is called by its own name.
	Via string `json:"via,omitempty"`
	// Description is what the model is told of the tool.
	Description string `json:"description,omitempty"`
	// Input and Output are the tool's JSON Schemas, nil where unknown.
	Input  json.RawMessage `json:"input,omitempty"`
	Output json.RawMessage `json:"output,omitempty"`
	// Access says whether the tool reads or writes.
	Access Access `json:"access,omitzero"`
	// Idempotent says that the same call made twice has the effect of one.
	Idempotent bool `json:"idempotent,omitempty"`
	// RunsCode says that the tool runs the model's own code or commands: its
	// traceback is then the result, and an exit code is the command's.
	RunsCode bool `json:"runs_code,omitempty"`
	// EmptyIsNormal says that a success without content means nothing.
	EmptyIsNormal bool `json:"empty_is_normal,omitempty"`
	// Subject is what the tool looks up, in the singular ("order"), for
	// messages; "" where unknown.
	Subject string `json:"subject,omitempty"`
	// Key says where an idempotency key travels; nil where the tool takes none.
	Key *KeyPlace `json:"key,omitempty"`
	// Verify is the read that tells whether a write happened; nil where there
	// is none.
	Verify *Verification `json:"verify,omitempty"`
	// StandIns names the tools that can be asked instead, best first.
	StandIns []string `json:"stand_ins,omitempty"`
	// Credentials names the alternative credentials declared for this tool.
	Credentials []string `json:"credentials,omitempty"`
	// Parameters is what is known of single parameters beyond the schema, by
	// path ("metric", "filter.status").
	Parameters map[string]Parameter `json:"parameters,omitempty"`
}

// KeyPlace says where an idempotency key travels. Exactly one field is set.
type KeyPlace struct {
	Argument string `json:"argument,omitempty"` // name of an argument
	Header   string `json:"header,omitempty"`   // name of an HTTP header
	Meta     string `json:"meta,omitempty"`     // key in MCP's _meta
}

// A Verification is a read that tells whether a write took effect.
type Verification struct {
	// Tool is the reading tool.
	Tool string `json:"tool"`
	// Args maps the read's arguments to where their values come from: a name
	// with a leading "$" is an argument of the write, anything else a literal.
	Args map[string]string `json:"args,omitempty"`
	// Settle is how long to wait before the read: a write whose answer was
	// lost may still be under way, and a read that comes too early would show
	// that nothing happened. 0 is one second.
	Settle time.Duration `json:"settle_ns,omitempty"`
}

// Wait is how long a write of unknown outcome is given to end before the read.
func (v *Verification) Wait() time.Duration {
	if v.Settle > 0 {
		return v.Settle
	}
	return time.Second
}

// A Parameter is what is known of one parameter beyond the schema.
type Parameter struct {
	// Closed says that only the listed values are valid.
	Closed bool `json:"closed,omitempty"`
	// Values are the allowed values, where they are known.
	Values []Value `json:"values,omitempty"`
	// Lookup names the tool that lists the values, or "".
	Lookup string `json:"lookup,omitempty"`
	// Source names the tool whose result this parameter's value has to come
	// from, or "". It lets a downstream fault name its root.
	Source string `json:"source,omitempty"`
	// Type and Example describe the parameter to a model that left it out.
	Type    string `json:"type,omitempty"`
	Example string `json:"example,omitempty"`
}

// A Value is one allowed value of a closed parameter.
type Value struct {
	Name    string   `json:"name"`
	Meaning string   `json:"meaning,omitempty"`
	Aliases []string `json:"aliases,omitempty"`
}
