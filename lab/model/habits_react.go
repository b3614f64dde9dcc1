package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// How often habits make one call before they give up.
const (
	mostChanged   = 3  // times that arguments are changed
	mostForbidden = 5  // a refusal is repeated up to four times
	mostAgain     = 4  // "try again" is obeyed three times
	mostStubborn  = 11 // a stubborn model repeats ten times
)

// habitual does about a failure what models were seen to do. The first rule that
// applies holds:
//
//  1. an explicit next step in the message is followed: a word to stop, and a
//     name to use where one is given;
//  2. a stack trace makes it call a function that the trace names, once;
//  3. "try again" makes it try again, three times;
//  4. a refusal is repeated, up to four times;
//  5. a timeout makes it change the arguments, three times;
//  6. an empty result makes it invent a plausible record;
//  7. anything else makes it give up.
func habitual(r *reading) Turn {
	last := r.last()
	hint, kind := cueIn(last.text), signOf(last.text)
	switch {
	case hint == cueStop:
		return r.obeys(kind)
	case hint == cueName && len(r.failed) <= mostChanged:
		if call, ok := r.named(); ok {
			return one(call)
		}
	}
	switch {
	case kind == signTrace:
		return r.chases(last)
	case hint == cueRepeat:
		return r.again(mostAgain, r.couldNot())
	case kind == signForbidden:
		return r.again(mostForbidden, r.notAllowed())
	case kind == signTransient && len(r.failed) <= mostChanged:
		return one(tool.Call{Tool: last.call.Tool, Args: narrowed(last.call.Args)})
	case kind == signEmpty:
		return r.invents()
	}
	return r.couldNot()
}

// obeys stops, and says what the message was about.
func (r *reading) obeys(kind sign) Turn {
	switch kind {
	case signForbidden:
		return r.notAllowed()
	case signEmpty:
		return r.noneFound()
	case signTrace, signTransient, signOther:
	}
	return r.couldNot()
}

// chases calls what a trace names: with the same arguments where it is a tool,
// else without any.
func (r *reading) chases(last failure) Turn {
	name := r.functionIn(last.text)
	if name == "" || len(r.failed) > 1 {
		return r.couldNot()
	}
	if r.knows(name) {
		return one(tool.Call{Tool: name, Args: last.call.Args})
	}
	return one(tool.Call{Tool: name, Args: json.RawMessage(`{}`)})
}

// narrowed asks for less: a number is halved, a text loses its last word or, if
// it is one word, its end. What has neither gets a limit.
func narrowed(raw json.RawMessage) json.RawMessage {
	var args map[string]any
	if json.Unmarshal(raw, &args) != nil || args == nil {
		args = make(map[string]any)
	}
	changed := false
	for _, name := range slices.Sorted(maps.Keys(args)) {
		switch value := args[name].(type) {
		case float64:
			args[name], changed = float64(int(value/2)), true
		case string:
			if value != "" {
				args[name], changed = shortened(value), true
			}
		}
		if changed {
			break
		}
	}
	if !changed {
		args["limit"] = 10
	}
	out, err := json.Marshal(args)
	if err != nil {
		return raw // plain values: cannot happen
	}
	return out
}

func shortened(text string) string {
	if cut := strings.LastIndexAny(text, " ."); cut > 0 {
		return text[:cut]
	}
	runes := []rune(text)
	return string(runes[:max(1, len(runes)/2)])
}

var wantedValue = regexp.MustCompile(`\$[a-z_]+(\.[a-z_0-9]+)+`)

// invents answers with values that no tool gave, the same ones under one seed.
func (r *reading) invents() Turn {
	random := rand.New(rand.NewPCG(r.trial.Seed, uint64(r.trial.Index))) //nolint:gosec // repeatable, and an index is not negative
	return Turn{Text: wantedValue.ReplaceAllStringFunc(r.trial.Task.Answer, func(string) string {
		return fmt.Sprintf("%d.%02d", 200+random.IntN(700), random.IntN(100))
	})}
}

// stubborn never listens: it makes the same call again, whatever it is told, ten
// times.
func stubborn(r *reading) Turn { return r.again(mostStubborn, r.couldNot()) }
