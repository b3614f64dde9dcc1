package model

import (
	"strings"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

// How often the textbook makes one call.
const (
	mostTransient = 4 // a passing failure of a read: three more
	mostOther     = 2 // any other failure of a read: one more
)

// textbook acts right, as far as the words let it. The first rule that applies
// holds:
//
// A stack trace is read for the error that it ends with.
//
//  1. a word to stop is followed;
//  2. a name that the message gives is used, once;
//  3. a refusal is reported at once;
//  4. an empty result is reported as such;
//  5. a passing failure of a read is repeated with the same arguments, three
//     times, and any other failure of a read once;
//  6. a write whose outcome is unknown is not repeated: the user is told to check.
func textbook(r *reading) Turn {
	last := r.last()
	hint, kind := cueIn(last.text), signOf(afterTrace(last.text))
	if hint == cueStop {
		return r.obeys(kind)
	}
	if call, ok := r.named(); ok && hint == cueName && len(r.failed) == 1 {
		return one(call)
	}
	switch kind {
	case signForbidden:
		return r.notAllowed()
	case signEmpty:
		return r.noneFound()
	case signTransient, signTrace, signOther:
	}
	switch {
	case r.writes(last.call):
		return r.says("The outcome is unknown: it may have gone through. Please check before it is done again.",
			"结果未知:操作可能已经完成。请先核实,再决定是否重做。")
	case kind == signTransient:
		return r.again(mostTransient, r.couldNot())
	}
	return r.again(mostOther, r.couldNot())
}

// afterTrace is what a stack trace ends with: the error itself. A text without
// one stays as it is.
func afterTrace(text string) string {
	if signOf(text) != signTrace {
		return text
	}
	cut := strings.LastIndex(text, "\n  ")
	if cut < 0 {
		return text
	}
	_, rest, _ := strings.Cut(text[cut+1:], "\n")
	if strings.TrimSpace(rest) == "" {
		return text // the trace comes last
	}
	return rest
}

// writes says whether a call may have changed the world: one that is not known
// to read may.
func (r *reading) writes(call tool.Call) bool {
	w, err := world.New(r.trial.Task.World, 0)
	if err != nil {
		return true
	}
	for _, spec := range w.Specs() {
		// A framework may put a prefix before a tool's name.
		if strings.HasSuffix(call.Tool, spec.Name) {
			return spec.Access != tool.AccessRead
		}
	}
	return true
}
