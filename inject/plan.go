package inject

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// A Plan declares one fault.
type Plan struct {
	// Fault names what happens: one of [Names].
	Fault string `json:"fault" yaml:"fault"`
	// Tool is where it happens; "" is every tool. In it "*" stands for any text
	// without a slash: "get_*", "GET /orders/*".
	Tool string `json:"tool,omitempty" yaml:"tool"`
	// Writes leaves out the tools that are known to read: an answer that was
	// lost matters where something has happened.
	Writes bool `json:"writes,omitempty" yaml:"writes"`
	// Reads leaves out the tools that are not known to read: an invented success
	// of a write would be a lie about the world.
	Reads bool `json:"reads,omitempty" yaml:"reads"`
	// Text replaces the fault's own words. "{name}" stands for the value of
	// the argument of that name.
	Text string `json:"text,omitempty" yaml:"text"`
	// After is how long the attempt takes before it fails.
	After time.Duration `json:"after_ns,omitempty" yaml:"after"`
	// RetryAfter is how long a refusal for load asks to wait.
	RetryAfter time.Duration `json:"retry_after_ns,omitempty" yaml:"retry_after"`
	// When says which attempts it hits; the zero value is the persistence that
	// belongs to the fault.
	When When `json:"when,omitzero" yaml:"when"`
}

// When selects attempts. Exactly one of First, Every, Probability, Always and
// UntilCredentialChanges is set; Argument narrows any of them.
type When struct {
	// First hits the first N attempts that match.
	First int `json:"first,omitempty" yaml:"first"`
	// Every hits every Nth attempt that matches.
	Every int `json:"every,omitempty" yaml:"every"`
	// Probability hits each matching attempt with this chance.
	Probability float64 `json:"probability,omitempty" yaml:"probability"`
	// Always hits every matching attempt, for ever.
	Always bool `json:"always,omitempty" yaml:"always"`
	// UntilCredentialChanges hits every attempt that is made with the
	// credential of the first one.
	UntilCredentialChanges bool `json:"until_credential_changes,omitempty" yaml:"until_credential_changes"`
	// Distinct counts each distinct call (tool and arguments) for itself: with
	// First 1, the first attempt of each.
	Distinct bool `json:"distinct,omitempty" yaml:"distinct"`
	// Turn and Of deal the distinct calls out to several plans: of each Of of
	// them, this plan hits the Turn-th, counted from 1. 0 hits all.
	Turn int `json:"turn,omitempty" yaml:"turn"`
	Of   int `json:"of,omitempty" yaml:"of"`
	// Argument keys the fault on an argument's value; nil matches every call.
	Argument *Argument `json:"argument,omitempty" yaml:"argument"`
}

// An Argument matches calls by the value of one argument.
type Argument struct {
	Name string `json:"name" yaml:"name"`
	// Is lists the values that match; empty matches every value.
	Is []string `json:"is,omitempty" yaml:"is"`
	// Not lists the values that do not match; an absent argument matches.
	Not []string `json:"not,omitempty" yaml:"not"`
}

// Names returns the names of the faults in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(faultTable)) }

// Matches says whether the plan is about a tool.
func (p *Plan) Matches(name string) bool {
	if p.Tool == "" || p.Tool == name {
		return true
	}
	ok, err := path.Match(p.Tool, name)
	return ok && err == nil
}

// Validate names everything that is wrong with the plan.
func (p *Plan) Validate() error {
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf(format, a...)) }
	if _, ok := faultTable[p.Fault]; !ok {
		bad("fault must be one of %s, got %q", strings.Join(Names(), ", "), p.Fault)
	}
	if _, err := path.Match(p.Tool, ""); err != nil {
		bad("tool must be a name or a pattern, got %q", p.Tool)
	}
	if p.Reads && p.Writes {
		bad("reads and writes exclude each other")
	}
	if p.After < 0 {
		bad("after must not be negative, got %v", p.After)
	}
	if p.RetryAfter < 0 {
		bad("retry_after must not be negative, got %v", p.RetryAfter)
	}
	w := &p.When
	if w.First < 0 {
		bad("when.first must be at least 1, got %d", w.First)
	}
	if w.Every < 0 {
		bad("when.every must be at least 1, got %d", w.Every)
	}
	if !(w.Probability >= 0 && w.Probability <= 1) {
		bad("when.probability must lie between 0 and 1, got %v", w.Probability)
	}
	if w.set() > 1 {
		bad("when must have one of first, every, probability, always and until_credential_changes, got %d of them", w.set())
	}
	if w.Turn < 0 || w.Of < 0 || w.Turn > w.Of || (w.Turn == 0) != (w.Of == 0) {
		bad("when.turn must lie between 1 and when.of, got %d of %d", w.Turn, w.Of)
	}
	if w.Argument != nil && w.Argument.Name == "" {
		bad("when.argument.name must be given")
	}
	return errors.Join(errs...)
}

// set counts the selections that are given.
func (w *When) set() int {
	n := 0
	for _, given := range [...]bool{w.First != 0, w.Every != 0, w.Probability != 0, w.Always, w.UntilCredentialChanges} {
		if given {
			n++
		}
	}
	return n
}
