package config

import (
	"maps"
	"slices"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
)

// Rules returns what the file says of upstreams' own errors: first what single
// tools say they raise, since the nearer knowledge is the better, then the rest
// in the file's order.
func (f File) Rules() []fault.Rule {
	var rules []fault.Rule
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		for _, r := range f.Tools[name].Raises {
			rules = append(rules, fault.Rule{
				Name: "raises", Tool: name, Code: r.Code, Exception: r.Exception, Text: r.Text, Kind: r.Kind, Retryable: r.Retryable,
			})
		}
	}
	for _, r := range f.OwnRules {
		rules = append(rules, fault.Rule(r))
	}
	return rules
}

// Renderer returns the renderer that the file asks for.
func (f File) Renderer() feedback.Renderer {
	profile := f.Feedback.Profile
	if profile == "default" {
		profile = ""
	}
	return feedback.Renderer{Language: f.Feedback.Language, Profile: profile}
}
