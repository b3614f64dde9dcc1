package tool

import (
	"encoding/json"
	"time"
)

// A Channel says where an outcome's body was seen, which tells what its shape
// and its flag may mean.
type Channel uint8

// The channels. ChannelUnknown is the zero value: nothing is assumed.
const (
	ChannelUnknown   Channel = iota
	ChannelMCPResult         // result of an MCP tools/call
	ChannelMCPError          // JSON-RPC error of an MCP tools/call
	ChannelHTTP              // HTTP response; Status and Header are set
	ChannelGRPC              // gRPC status
	ChannelException         // exception or error value raised by the tool
	ChannelStdout            // output of a process
	ChannelText              // text found in the model's context, origin unknown
)

// A Flag is what the protocol itself says of an outcome. It is evidence, not
// the truth: it errs in both directions.
type Flag uint8

// The flags. FlagNone is the zero value: the protocol said nothing.
const (
	FlagNone Flag = iota
	FlagSuccess
	FlagFailure
)

// A Phase tells how far an attempt got before it ended. It decides, with the
// tool's specification, whether the attempt may have changed the world.
type Phase uint8

// The phases, in order. PhaseUnknown is the zero value and counts as sent.
const (
	PhaseUnknown  Phase = iota
	PhaseNotSent        // provably never reached the backend
	PhaseSent           // sent, and no answer arrived
	PhaseAnswered       // the backend answered
	PhaseCut            // the answer began and broke off
)

// An Effect tells whether an attempt may have changed the world.
type Effect uint8

// The effects. EffectPossible is the zero value and the safe one.
const (
	EffectPossible Effect = iota
	EffectNone
	EffectCertain
)

// Header holds HTTP header fields by canonical name.
type Header map[string][]string

// An Outcome is what one attempt gave: a result, or an error, with its
// evidence. The zero Outcome is a call without any result.
type Outcome struct {
	Channel Channel `json:"channel,omitzero"`
	Phase   Phase   `json:"phase,omitzero"`
	Flag    Flag    `json:"flag,omitzero"`
	// Body is the answer as it arrived: text, or JSON in its own bytes. A
	// guard hands the body of a success on untouched.
	Body string `json:"body,omitempty"`
	// Err is the error that the attempt ended with, if any.
	Err error `json:"-"`
	// Status is the HTTP status, 0 where there was none.
	Status int `json:"status,omitempty"`
	// Header holds the HTTP response's fields, nil where there were none.
	Header Header `json:"header,omitempty"`
	// Exit is the exit code of a process, nil where there was none.
	Exit *int `json:"exit,omitempty"`
	// Elapsed is how long the attempt took, 0 where it was not measured.
	Elapsed time.Duration `json:"elapsed_ns,omitempty"`

	// Note is a text that a guard adds beside an untouched success (for
	// instance that a search found nothing).
	Note string `json:"note,omitempty"`
	// Structured is a guard's verdict for machines, beside the text.
	Structured json.RawMessage `json:"structured,omitempty"`
	// Stop asks the caller's loop to end the run.
	Stop bool `json:"stop,omitempty"`
}
