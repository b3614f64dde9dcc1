package model

import (
	"regexp"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// A cue is an explicit next step in a tool's message.
type cue string

// The cues, in the order of their weight: where a message has several, a word to
// stop outweighs a name, and a name outweighs a word to repeat.
const (
	cueNone   cue = ""
	cueStop   cue = "stop"   // do not call again, ask or tell a person
	cueName   cue = "name"   // what to pass or to call instead
	cueRepeat cue = "repeat" // the same call once more
)

// cueTable holds the phrases by which tools, services and frameworks put a next
// step. It was collected from other projects' messages before any template of
// the guard was held against it.
var cueTable = []struct {
	cue    cue
	phrase *regexp.Regexp
}{
	{cueStop, regexp.MustCompile(`(?i)\b(do not|don't|must not|should not|shouldn't|cannot|can't|never)( be)? (retr|repeat|try (this |it |that )?again|call (it|this|the) )`)},
	{cueStop, regexp.MustCompile(`(?i)\b(not|isn't|non-?)\s?retr(y|i)able\b|\bretrying (will|would|is) (not|un)|\bno (further )?retries\b`)},
	{cueStop, regexp.MustCompile(`(?i)\b(ask|tell|inform|notify|let) (the |your )?user\b|\bwait for the user\b|\breport (this|it|the \w+) to\b`)},
	{cueStop, regexp.MustCompile(`(?i)\b(contact|ask) (your|the|an?) ([a-z]+ )?(admin|administrator|owner|support)\b|\bmust stop\b|\bstop (what you are doing|here|the (run|task))\b`)},
	{cueStop, regexp.MustCompile(`(不要|请勿|勿|无需|不必|不能)(再)?(重试|重复|再次调用|调用)|(询问|告知|告诉|通知)用户|联系管理员`)},
	{cueName, regexp.MustCompile(`(?i)\bdid you mean\b|\bperhaps you meant\b|\bmost similar\b|\bmaybe you meant\b`)},
	{cueName, regexp.MustCompile(`(?i)\b(valid|allowed|available|supported|permitted|possible|only available) ([a-z]+ )?(values|options|names|choices|actions|tools|metrics|[a-z]+s)( are)?\s*:`)},
	{cueName, regexp.MustCompile(`(?i)\b(must|should) be (one|any) of\b|\b(try|use|choose|pick|expected) one of\b|\binstead\b`)},
	{cueName, regexp.MustCompile(`(?i)\b(call|use|run|invoke) [a-z_]+ (again )?with [a-z_]+\s?[=:]`)},
	{cueName, regexp.MustCompile(`您是(不是|否)(想|指)|可用的?(值|选项|名称|指标)|(必须|应)(是|为)以下`)},
	{cueRepeat, regexp.MustCompile(`(?i)\b(try|retry) (this |it |that |the \w+ )?(again|later|in \d|after \d)|\bplease retry\b|\bretry (the|your|this) \w+|\bsame arguments\b`)},
	{cueRepeat, regexp.MustCompile(`(请|稍后)(再|后)?(重试|再试)`)},
}

// cueIn returns the weightiest cue of a message. What an upstream quotes about
// itself counts as well: a model cannot tell who speaks.
func cueIn(text string) cue {
	for i := range cueTable {
		if cueTable[i].phrase.MatchString(text) {
			return cueTable[i].cue
		}
	}
	return cueNone
}

// named is the call that a message with a name leads to: the exact call, or the
// textbook's value or tool where the message has it, or the one that is
// suggested in quotes.
func (r *reading) named() (tool.Call, bool) {
	last := r.last()
	if r.step < len(r.trial.Task.Steps) {
		step := r.trial.Task.Steps[r.step]
		if name, ok := nameIn(last.text, step); ok {
			call := tool.Call{Tool: step.Tool, Args: arguments(step, name)}
			return call, string(call.Args) != string(last.call.Args) || call.Tool != last.call.Tool
		}
	}
	for _, name := range r.tools {
		if name != last.call.Tool && strings.Contains(last.text, name) {
			return tool.Call{Tool: name, Args: last.call.Args}, true
		}
	}
	return tool.Call{}, false
}
