package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// The bounded look: the fields of a body are read in its first maxHead bytes,
// the words of a longer text in its first maxWords and its last maxTail: a trace
// tells its cause at one of its ends. Of a body without any flag only the head
// is read. A text longer than maxBare without a
// flag is data.
const (
	maxHead  = 16 << 10
	maxWords = 4 << 10
	maxTail  = 4 << 10
	maxBare  = 600
)

// A Classifier says what went wrong with outcomes. The zero value knows the
// rules of this package; a team's own rules come before them.
type Classifier struct {
	Rules []Rule
}

// A Rule is a team's own rule: what a code, an exception or a fragment of text
// means. The first rule that fits decides.
type Rule struct {
	// Name says in the evidence which rule fired.
	Name string
	// Tool is the tool that the rule is for; "" is every tool.
	Tool string
	// Code is an upstream's own code, Exception the name of an exception, Text
	// a fragment of the text. Any of them suffices; each is matched as whole
	// words, in its own case.
	Code, Exception, Text string
	Kind                  Kind
	Retryable             bool
}

// Classify says what went wrong with an outcome, by the rules of this package.
func Classify(spec *tool.Spec, call *tool.Call, out *tool.Outcome) Fault {
	return (&Classifier{}).Classify(spec, call, out)
}

// Classify says what went wrong with an outcome. Structure (flag, status, exit
// code, error values) stands before the fields of the body, and those before
// words; without a specification fewer things can be known. A success costs no
// allocation.
func (c *Classifier) Classify(spec *tool.Spec, call *tool.Call, out *tool.Outcome) Fault {
	if spec == nil {
		spec = &tool.Spec{}
	}
	out = opened(out)
	if f, ok := c.own(spec, call, out); ok {
		return f
	}
	if plain(spec, out) {
		return Fault{Kind: OK}
	}
	v := view{spec: spec, call: call, out: out}
	if v.runsCode() && out.Err == nil && out.Flag != tool.FlagFailure && statesExitZero(out.Body) {
		return v.success()
	}
	v.structure()
	v.envelope()
	if !v.failing && !v.tellsFailure() {
		return v.success()
	}
	v.match(v.words())
	return v.fault()
}

// own applies the team's rules.
func (c *Classifier) own(spec *tool.Spec, call *tool.Call, out *tool.Outcome) (Fault, bool) {
	if len(c.Rules) == 0 {
		return Fault{}, false
	}
	text := rawText(out)
	for i := range c.Rules {
		r := &c.Rules[i]
		if r.Tool != "" && (call == nil || r.Tool != call.Tool) {
			continue
		}
		for _, part := range [...]string{r.Code, r.Exception, r.Text} {
			if part == "" || !containsWhole(text, part) {
				continue
			}
			f := Fault{
				Kind: r.Kind, Retryable: r.Retryable && !neverRetryable(r.Kind), Status: out.Status, Code: r.Code,
				Detail: firstSentence(text), Evidence: []Evidence{{Layer: LayerText, Rule: "own." + r.Name, Span: part}},
			}
			f.Effect = effectOf(spec, call, out, f.Kind, 0)
			return f, true
		}
	}
	return Fault{}, false
}

func containsWhole(text, part string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], part)
		if i < 0 {
			return false
		}
		if at += i; whole(text, at, at+len(part)) {
			return true
		}
		at++
	}
}
