package feedback

import (
	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// A Language is the language of the messages.
type Language uint8

// The languages. English is the zero value.
const (
	English Language = iota
	Chinese
)

// A Shape is the form of a message's text.
type Shape uint8

// The shapes. ShapeText is the zero value: small models understand it best.
const (
	ShapeText Shape = iota // short plain text
	ShapeJSON              // the object, as JSON
)

// A Renderer writes messages. The zero value writes plain English text from
// the default profile. It is safe for concurrent use.
type Renderer struct {
	Language Language
	// Profile names the templates: "" is "default"; "small" is for weak
	// models.
	Profile string
	Shape   Shape
	// Redactor is a team's own; what it leaves still passes the default one.
	Redactor tool.Redactor
	// Ranker tells which allowed value was meant; nil is [resolve.Default].
	Ranker resolve.Ranker
}

// Render writes the message for one fault.
func (r *Renderer) Render(in Input) Message {
	o := Object{Status: "failed", Fault: in.Fault.Kind, Effect: in.Fault.Effect, ErrorID: in.ErrorID}
	o.Message = "Error: the call failed."
	return Message{Text: o.Message, Object: o}
}
