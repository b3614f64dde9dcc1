package provenance

// A SourceKind says who gave a text.
type SourceKind uint8

// The kinds of source. FromUnknown is the zero value.
const (
	FromUnknown   SourceKind = iota
	FromUser                 // a user's message
	FromSystem               // a system prompt
	FromTool                 // a tool's result, or the message in its place
	FromArguments            // arguments that the model itself wrote
	FromModel                // an earlier text of the model
)

// A Source is where a text came from.
type Source struct {
	Kind SourceKind
	// Tool and CallID name the call of a tool's result, or the call that the
	// arguments belong to.
	Tool   string
	CallID string
	// Message is the index of the message in its trajectory, 0 where unknown.
	Message int
}

var sourceKindNames = [...]string{"unknown", "user", "system", "tool", "arguments", "model"}

// String returns the kind's name.
func (k SourceKind) String() string { return sourceKindNames[min(int(k), len(sourceKindNames)-1)] }

// MarshalText implements [encoding.TextMarshaler].
func (k SourceKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// rank orders the kinds by what they say about an origin: what the model wrote
// itself is none where anything else has the value, too.
func (k SourceKind) rank() int {
	switch k {
	case FromModel:
		return 2
	case FromArguments:
		return 1
	case FromUnknown, FromUser, FromSystem, FromTool:
	}
	return 0
}
