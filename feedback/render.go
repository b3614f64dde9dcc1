package feedback

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
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
	// Templates holds a team's own profiles, from [Load]; nil is the built-in
	// ones.
	Templates *Templates
}

// Validate says whether the renderer's profile exists.
func (r *Renderer) Validate() error {
	t, err := r.templates()
	if err != nil {
		return err
	}
	if int(r.Language) >= len(languageNames) {
		return fmt.Errorf("feedback: language must be one of %v, got %d", languageNames, r.Language)
	}
	if _, ok := t.profiles[r.Language.folder()+"/"+r.Profile]; !ok && r.Profile != "" {
		return fmt.Errorf("feedback: no profile %q for language %s", r.Profile, r.Language)
	}
	return nil
}

func (r *Renderer) templates() (*Templates, error) {
	if r.Templates != nil {
		return r.Templates, nil
	}
	return builtinTable()
}

// Render writes the message for one fault. A success has none: its message is
// the zero Message. An unknown profile counts as the default one.
func (r *Renderer) Render(in Input) Message {
	if in.Fault.Kind == fault.OK && in.Verified != recovery.VerifiedDone {
		return Message{}
	}
	t, err := r.templates()
	if err != nil {
		t = &Templates{} // the tests read every built-in template
	}
	w := newWriter(r, t, &in)
	text := w.write()
	if r.Shape == ShapeJSON {
		text = compactJSON(w.object)
	}
	return Message{Text: text, Object: w.object}
}

// compactJSON writes an object on one line, with "<" and its like as they are.
func compactJSON(o Object) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(o) != nil { //nolint:errchkjson // the failure is handled
		return o.Message
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var languageNames = [...]string{"en", "zh"}

// folder returns the name of the language's folder of templates.
func (l Language) folder() string { return languageNames[min(int(l), len(languageNames)-1)] }

// String returns the language's code: "en" or "zh".
func (l Language) String() string { return l.folder() }

// MarshalText implements [encoding.TextMarshaler].
func (l Language) MarshalText() ([]byte, error) { return []byte(l.folder()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Language) UnmarshalText(text []byte) error {
	for i, name := range languageNames {
		if name == string(text) {
			*l = Language(i)
			return nil
		}
	}
	return fmt.Errorf("language must be one of %v, got %q", languageNames, text)
}

var shapeNames = [...]string{"text", "json"}

// String returns the shape's name.
func (s Shape) String() string { return shapeNames[min(int(s), len(shapeNames)-1)] }

// MarshalText implements [encoding.TextMarshaler].
func (s Shape) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Shape) UnmarshalText(text []byte) error {
	for i, name := range shapeNames {
		if name == string(text) {
			*s = Shape(i)
			return nil
		}
	}
	return fmt.Errorf("shape must be one of %v, got %q", shapeNames, text)
}
