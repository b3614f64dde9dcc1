package tool

import (
	"encoding/json"
	"errors"
)

// MarshalJSON writes the call with snake-case names. Models write arguments
// that are no JSON; such stand as a string in "args_text" instead of "args".
func (c Call) MarshalJSON() ([]byte, error) {
	type plain Call
	wire := struct {
		plain
		ArgsText string `json:"args_text,omitempty"`
	}{plain: plain(c)}
	wire.Args, wire.ArgsText = SplitRaw(c.Args)
	return json.Marshal(wire)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Call) UnmarshalJSON(data []byte) error {
	type plain Call
	wire := struct {
		*plain
		ArgsText string `json:"args_text"`
	}{plain: (*plain)(c)}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	if wire.ArgsText != "" {
		c.Args = json.RawMessage(wire.ArgsText)
	}
	return nil
}

// MarshalJSON writes the outcome with snake-case names. Of Err it keeps the
// text, as "error".
func (o Outcome) MarshalJSON() ([]byte, error) {
	type plain Outcome
	wire := struct {
		plain
		Error *string `json:"error,omitempty"`
	}{plain: plain(o)}
	if o.Err != nil {
		wire.Error = new(o.Err.Error())
	}
	if !json.Valid(o.Structured) {
		wire.Structured = nil // made by a guard, so this is for safety only
	}
	return json.Marshal(wire)
}

// UnmarshalJSON reads what MarshalJSON writes. Err comes back as an error of
// the same text, and of no other identity.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	type plain Outcome
	wire := struct {
		*plain
		Error *string `json:"error"`
	}{plain: (*plain)(o)}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	if wire.Error != nil {
		o.Err = errors.New(*wire.Error)
	}
	return nil
}

// SplitRaw tells JSON from a text that was meant to be JSON: exactly one of its
// results is set, unless raw is empty. Records use it so that one broken value
// does not spoil the whole.
func SplitRaw(raw json.RawMessage) (valid json.RawMessage, text string) {
	switch {
	case len(raw) == 0:
		return nil, ""
	case json.Valid(raw):
		return raw, ""
	default:
		return nil, string(raw)
	}
}

var flagNames = [...]string{"none", "success", "failure"}

// String returns the flag's name as files spell it.
func (f Flag) String() string { return name(flagNames[:], f) }

// MarshalText implements [encoding.TextMarshaler].
func (f Flag) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *Flag) UnmarshalText(text []byte) error { return parse(flagNames[:], text, "flag", f) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *Rule) UnmarshalText(text []byte) error { return parse(ruleNames[:], text, "rule", r) }
