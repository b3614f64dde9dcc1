package tool

import "encoding/json"

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
	Name string
	// Description is what the model is told of the tool.
	Description string
	// Input and Output are the tool's JSON Schemas, nil where unknown.
	Input, Output json.RawMessage
	// Access says whether the tool reads or writes.
	Access Access
	// Idempotent says that the same call made twice has the effect of one.
	Idempotent bool
	// RunsCode says that the tool runs the model's own code or commands: its
	// traceback is then the result, and an exit code is the command's.
	RunsCode bool
	// EmptyIsNormal says that a success without content means nothing.
	EmptyIsNormal bool
	// Subject is what the tool looks up, in the singular ("order"), for
	// messages; "" where unknown.
	Subject string
	// Key says where an idempotency key travels; nil where the tool takes none.
	Key *KeyPlace
	// Verify is the read that tells whether a write happened; nil where there
	// is none.
	Verify *Verification
	// StandIns names the tools that can be asked instead, best first.
	StandIns []string
	// Credentials names the alternative credentials declared for this tool.
	Credentials []string
	// Parameters is what is known of single parameters beyond the schema, by
	// path ("metric", "filter.status").
	Parameters map[string]Parameter
}

// KeyPlace says where an idempotency key travels. Exactly one field is set.
type KeyPlace struct {
	Argument string // name of an argument
	Header   string // name of an HTTP header
	Meta     string // key in MCP's _meta
}

// A Verification is a read that tells whether a write took effect.
type Verification struct {
	// Tool is the reading tool.
	Tool string
	// Args maps the read's arguments to where their values come from: a name
	// with a leading "$" is an argument of the write, anything else a literal.
	Args map[string]string
}

// A Parameter is what is known of one parameter beyond the schema.
type Parameter struct {
	// Closed says that only the listed values are valid.
	Closed bool
	// Values are the allowed values, where they are known.
	Values []Value
	// Lookup names the tool that lists the values, or "".
	Lookup string
	// Source names the tool whose result this parameter's value has to come
	// from, or "". It lets a downstream fault name its root.
	Source string
	// Type and Example describe the parameter to a model that left it out.
	Type, Example string
}

// A Value is one allowed value of a closed parameter.
type Value struct {
	Name    string
	Meaning string
	Aliases []string
}
