package score

import (
	"fmt"
	"slices"
)

// An Effect is a label of whether the attempt may have changed the world.
type Effect uint8

// The labels. EffectDepends is the zero value: the line does not tell.
const (
	EffectDepends  Effect = iota // depends on the tool, which the line does not describe
	EffectNone                   // proven, or the tool only reads
	EffectPossible               // sent, and it may have worked
	EffectCertain                // it worked
)

var effectNames = [...]string{"depends_on_tool", "none", "possible", "certain"}

// String returns the label as files spell it.
func (e Effect) String() string { return effectNames[min(int(e), len(effectNames)-1)] }

// MarshalText implements [encoding.TextMarshaler].
func (e Effect) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (e *Effect) UnmarshalText(text []byte) error {
	i := slices.Index(effectNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("effect must be one of %v, got %q", effectNames, text)
	}
	*e = Effect(i) //nolint:gosec // an index of a short table
	return nil
}
