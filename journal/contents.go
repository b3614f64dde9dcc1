package journal

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

const (
	maxContent = 64 << 10 // bytes of each content
	maxLabel   = 256      // bytes of a name that the model or an upstream chose
	// margin is looked at beyond a cut, so that a secret across it is seen whole.
	margin = 4 << 10
)

// prepare returns the episode as it may be written. It does not change e.
func prepare(e trajectory.Episode, contents bool, r tool.Redactor) trajectory.Episode {
	e.Tool = clean(e.Tool, maxLabel, r)
	e.CallID = clean(e.CallID, maxLabel, r)
	e.Reason = clean(e.Reason, maxLabel, r)
	if contents {
		e.Args = json.RawMessage(clean(string(e.Args), maxContent, r))
		e.Feedback = clean(e.Feedback, maxContent, r)
		e.Detail = clean(e.Detail, maxContent, r)
	} else {
		e.Args, e.Feedback, e.Detail = nil, "", ""
	}
	if len(e.Args) == 0 {
		e.Args = nil
	}
	e.Attempts = prepareAttempts(e.Attempts, contents, r)
	return e
}

// prepareAttempts cleans the evidence. Its spans are raw parts of the input, and
// so contents, too.
func prepareAttempts(attempts []trajectory.Attempt, contents bool, r tool.Redactor) []trajectory.Attempt {
	attempts = slices.Clone(attempts)
	for i := range attempts {
		a := &attempts[i]
		a.Tool = clean(a.Tool, maxLabel, r)
		a.Evidence = slices.Clone(a.Evidence)
		for j := range a.Evidence {
			if contents {
				a.Evidence[j].Span = clean(a.Evidence[j].Span, maxLabel, r)
			} else {
				a.Evidence[j].Span = ""
			}
		}
	}
	return attempts
}

// clean redacts a text and cuts it.
func clean(text string, limit int, r tool.Redactor) string {
	if text == "" {
		return ""
	}
	text = cut(text, limit+margin)
	if r != nil {
		text = r.Redact(text)
	}
	return cut(text, limit)
}

func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "")
}
