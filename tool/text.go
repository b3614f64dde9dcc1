package tool

import "fmt"

var (
	channelNames = [...]string{"unknown", "mcp_result", "mcp_error", "http", "grpc", "exception", "stdout", "model_context_text"}
	phaseNames   = [...]string{"unknown", "not_sent", "sent", "answered", "cut"}
	effectNames  = [...]string{"possible", "none", "certain"}
	accessNames  = [...]string{"unknown", "read", "write"}
	ruleNames    = [...]string{"other", "missing", "null", "type", "enum", "range", "unknown_parameter"}
)

// String returns the channel's name as files spell it.
func (c Channel) String() string { return name(channelNames[:], c) }

// String returns the phase's name as files spell it.
func (p Phase) String() string { return name(phaseNames[:], p) }

// String returns the effect's name as files spell it.
func (e Effect) String() string { return name(effectNames[:], e) }

// String returns the access's name as files spell it.
func (a Access) String() string { return name(accessNames[:], a) }

// String returns the rule's name as files spell it.
func (r Rule) String() string { return name(ruleNames[:], r) }

// MarshalText implements [encoding.TextMarshaler].
func (c Channel) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText implements [encoding.TextMarshaler].
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// MarshalText implements [encoding.TextMarshaler].
func (e Effect) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// MarshalText implements [encoding.TextMarshaler].
func (a Access) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// MarshalText implements [encoding.TextMarshaler].
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *Channel) UnmarshalText(text []byte) error { return parse(channelNames[:], text, "channel", c) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Phase) UnmarshalText(text []byte) error { return parse(phaseNames[:], text, "phase", p) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (e *Effect) UnmarshalText(text []byte) error { return parse(effectNames[:], text, "effect", e) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Access) UnmarshalText(text []byte) error { return parse(accessNames[:], text, "access", a) }

func name[E ~uint8](names []string, e E) string {
	if int(e) < len(names) {
		return names[e]
	}
	return names[0]
}

func parse[E ~uint8](names []string, text []byte, what string, e *E) error {
	for i, n := range names {
		if n == string(text) {
			*e = E(i)
			return nil
		}
	}
	return fmt.Errorf("%s must be one of %v, got %q", what, names, text)
}
