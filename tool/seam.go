package tool

import "encoding/json"

// A Rule names what an argument broke.
type Rule uint8

// The rules that a [Validator] tells apart. RuleOther is the zero value.
const (
	RuleOther   Rule = iota
	RuleMissing      // required, and absent
	RuleNull         // present, and null
	RuleType         // of another type
	RuleEnum         // not one of the listed values
	RuleRange        // out of bounds, too long or too short, or not of the pattern
	RuleUnknown      // a parameter that the tool does not have
)

// A Violation is one argument that does not fit the tool's schema.
type Violation struct {
	// Path is the parameter's path ("filter.status", "items[2].id"); "" is
	// the arguments object itself.
	Path string
	Rule Rule
	// Given is the JSON of the offending value; nil where it is absent.
	Given json.RawMessage
	// Want describes what is expected: a type ("string"), or bounds.
	Want string
	// Allowed lists the valid values of an enum.
	Allowed []string
}

// A Validator checks arguments against one tool's schema. It returns nil where
// they fit. Implementations are safe for concurrent use.
type Validator interface {
	Validate(args json.RawMessage) []Violation
}

// A Redactor takes out of a text what no model, log or span may see.
// Implementations are safe for concurrent use.
type Redactor interface {
	Redact(text string) string
}
