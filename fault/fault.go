package fault

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// A Fault is what went wrong with one outcome: a kind, two independent flags,
// and what else the evidence tells. The zero Fault is [Unknown], not retryable,
// with a possible effect: the safe side.
type Fault struct {
	Kind Kind
	// Retryable says that the same call, unchanged, has a fair chance within a
	// few minutes. It says nothing about safety.
	Retryable bool
	// Effect tells whether the attempt may have changed the world.
	Effect tool.Effect
	// RetryAfter is how long the upstream asks to wait; 0 where it does not
	// say (a stated 0 counts as not said).
	RetryAfter time.Duration
	// Status is the HTTP status found closest to the cause, 0 where none.
	Status int
	// Code is the upstream's own code ("insufficient_quota"), "" where none.
	Code string
	// Parameters are the arguments that the evidence blames.
	Parameters []Parameter
	// Detail is the upstream's own sentence about the cause. It is raw: it
	// must pass a [tool.Redactor] before anybody sees it.
	Detail string
	// Trace says that the text holds at least one stack frame.
	Trace bool
	// Sensitive says that the text holds a local path, a key, a private
	// address, an internal host or an e-mail.
	Sensitive bool
	// Advice says that the text tells its reader what to do.
	Advice bool
	// Evidence says which rules decided, on what, most decisive first.
	Evidence []Evidence
}

// A Parameter is one argument that the evidence blames.
type Parameter struct {
	// Path is the parameter's path, "" where the text does not say.
	Path string
	Rule tool.Rule
	// Given is the JSON of the value, nil where absent or unknown.
	Given json.RawMessage
	// Want describes what is expected ("string", "at most 100").
	Want string
	// Allowed lists valid values that the upstream itself named.
	Allowed []string
}

// A Layer is a layer of evidence; structure beats envelope beats text.
type Layer uint8

// The layers. LayerNone is the zero value: nothing was found.
const (
	LayerNone      Layer = iota
	LayerStructure       // flag, status, exit code, exception type, gRPC, errno or JSON-RPC code
	LayerEnvelope        // a field of the body
	LayerText            // words
)

// Evidence is one rule that fired.
type Evidence struct {
	Layer Layer  `json:"layer"`
	Rule  string `json:"rule"`
	// Span is the part of the input that the rule fired on, short and raw.
	Span string `json:"span"`
}

var layerNames = [...]string{"none", "structure", "envelope", "text"}

// String returns the layer's name.
func (l Layer) String() string { return layerNames[min(int(l), len(layerNames)-1)] }

// MarshalText implements [encoding.TextMarshaler].
func (l Layer) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Layer) UnmarshalText(text []byte) error {
	i := slices.Index(layerNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("layer must be one of %v, got %q", layerNames, text)
	}
	*l = Layer(i) //nolint:gosec // an index of a short table
	return nil
}
