package inject

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"

	"github.com/sequitur-go/sequitur/tool"
)

// trigger decides for one plan which attempts it hits.
type trigger struct {
	when   When
	random *rand.Rand
	seen   int // attempts that matched
	whole  series
	calls  map[string]*series // by distinct call, where they count apart
}

// series is what a plan has seen of the attempts that it counts together.
type series struct {
	number     int // of the distinct call, from 1
	seen       int
	credential string
}

// maxDistinct bounds the distinct calls that are told apart; what comes later is
// not hit.
const maxDistinct = 100_000

// hits says whether the attempt is hit. It counts the attempt.
func (t *trigger) hits(call *tool.Call) bool {
	if a := t.when.Argument; a != nil && !a.matches(call.Args) {
		return false
	}
	t.seen++
	own := t.distinct(call)
	if own == nil || t.when.Of > 0 && (own.number-1)%t.when.Of != t.when.Turn-1 {
		return false
	}
	s := &t.whole
	if t.when.Distinct {
		s = own
	}
	s.seen++
	if s.seen == 1 {
		s.credential = call.Credential
	}
	switch w := &t.when; {
	case w.First > 0:
		return s.seen <= w.First
	case w.Every > 0:
		return s.seen%w.Every == 0
	case w.Probability > 0:
		return t.random.Float64() < w.Probability
	case w.UntilCredentialChanges:
		return call.Credential == s.credential
	default:
		return w.Always
	}
}

// distinct returns the series of the call, or nil where there are too many.
func (t *trigger) distinct(call *tool.Call) *series {
	if !t.when.Distinct && t.when.Of == 0 {
		return &t.whole
	}
	key := call.Tool + "\x00" + canonical(call.Args)
	own := t.calls[key]
	if own == nil && len(t.calls) < maxDistinct {
		if t.calls == nil {
			t.calls = make(map[string]*series)
		}
		own = &series{number: len(t.calls) + 1}
		t.calls[key] = own
	}
	return own
}

// canonical is the arguments with their names in order, so that the same call
// is told whatever the order in which a model writes it.
func canonical(args json.RawMessage) string {
	decoder := json.NewDecoder(bytes.NewReader(args))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return string(args)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return string(args)
	}
	return string(text)
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
