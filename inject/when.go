package inject

import (
	"encoding/json"
	"math/rand/v2"
	"slices"

	"github.com/sequitur-go/sequitur/tool"
)

// trigger decides for one plan which attempts it hits.
type trigger struct {
	when       When
	random     *rand.Rand
	seen       int // attempts that matched
	credential string
}

// hits says whether the attempt is hit. It counts the attempt.
func (t *trigger) hits(call *tool.Call) bool {
	if a := t.when.Argument; a != nil && !a.matches(call.Args) {
		return false
	}
	t.seen++
	if t.seen == 1 {
		t.credential = call.Credential
	}
	switch w := &t.when; {
	case w.First > 0:
		return t.seen <= w.First
	case w.Every > 0:
		return t.seen%w.Every == 0
	case w.Probability > 0:
		return t.random.Float64() < w.Probability
	case w.UntilCredentialChanges:
		return call.Credential == t.credential
	default:
		return w.Always
	}
}

// matches says whether the call's argument has one of the values.
func (a *Argument) matches(args json.RawMessage) bool {
	value, ok := argument(args, a.Name)
	if !ok {
		return len(a.Is) == 0
	}
	if len(a.Is) > 0 && !slices.Contains(a.Is, value) {
		return false
	}
	return !slices.Contains(a.Not, value)
}

// argument returns an argument as text: a string without its quotes, and
// anything else as its JSON.
func argument(args json.RawMessage, name string) (string, bool) {
	var all map[string]json.RawMessage
	if json.Unmarshal(args, &all) != nil {
		return "", false
	}
	raw, ok := all[name]
	if !ok {
		return "", false
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, true
	}
	return string(raw), true
}
