package provenance

import "strings"

// A Given is everything that a model was given. The zero Given is empty and
// ready to use. It is not safe for concurrent use.
type Given struct {
	texts []given
}

type given struct {
	source Source
	text   string
}

// Add adds a text.
func (g *Given) Add(source Source, text string) { g.texts = append(g.texts, given{source, text}) }

// Find returns the source of a value.
func (g *Given) Find(value string) (Source, bool) {
	for _, t := range g.texts {
		if strings.Contains(t.text, value) {
			return t.source, true
		}
	}
	return Source{}, false
}

// Unsupported returns the values of an answer that stand in nothing given.
func (g *Given) Unsupported(string) []Claim { return nil }
