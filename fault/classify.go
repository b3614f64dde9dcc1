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
	if plainSuccess(out) && (!spec.RunsCode || !crashed(out.Body)) {
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

// plainSuccess is the cheap first look: nothing says that the call failed, and
// the body is data.
func plainSuccess(out *tool.Outcome) bool {
	if out.Err != nil || out.Flag == tool.FlagFailure || out.Status >= 400 || out.Exit != nil && *out.Exit != 0 || out.Phase == tool.PhaseCut || out.Status == statusMulti {
		return false
	}
	switch out.Channel {
	case tool.ChannelException, tool.ChannelMCPError, tool.ChannelGRPC:
		return false
	case tool.ChannelUnknown, tool.ChannelMCPResult, tool.ChannelHTTP, tool.ChannelStdout, tool.ChannelText:
	}
	body := out.Body
	if len(body) < 2 {
		return false
	}
	switch body[0] {
	case '[':
		if !isJSON(body[:min(len(body), maxBare)]) && len(body) <= maxBare {
			return false
		}
		return !suspicious(body[:min(len(body), maxHead)])
	case '{':
		return !suspicious(body[:min(len(body), maxHead)])
	case '<':
		return false
	}
	if out.Channel == tool.ChannelStdout && endsLikeFailure(body) {
		return false
	}
	if len(body) > maxBare {
		return !startsLikeFailure(body)
	}
	return plainWords(body)
}

// plainWords says whether a short text has nothing that any rule fires on.
func plainWords(body string) bool {
	switch body {
	case `""`, "null", "None", "undefined":
		return false
	}
	if body[0] <= ' ' || strings.IndexByte(body, '[') >= 0 || startsLikeFailure(body) || opensWithClass(body) || matcher().any(body) {
		return false
	}
	if _, _, ok := bareCode(body); ok || opensRefused(body) || foreign(body) && bareGap(body) {
		return false
	}
	status, _ := textStatus(body)
	return status == 0
}

// suspicious says whether a JSON text has a word that could tell a failure or
// an empty result, so that it has to be read.
func suspicious(body string) bool {
	if len(body) < 48 && (strings.Contains(body, "[]") || len(body) < 6) {
		return true
	}
	for i := 0; i+3 < len(body); i++ {
		switch body[i] {
		case 'r':
			if body[i+1] == 'r' && (body[i+2] == 'o' || body[i+2] == '"' || body[i+2] == 'c' || body[i+2] == 'm' || body[i+2] == 'M') {
				return true // error, err, errcode, errmsg
			}
		case 'f', 'F':
			if body[i+1] == 'a' && (body[i+2] == 'i' || body[i+2] == 'l') {
				return true // fail, false
			}
		case '4', '5':
			if isDigit(body[i+1]) && isDigit(body[i+2]) && !isAlnum(body[i+3]) && (i == 0 || !isAlnum(body[i-1])) {
				return true // a status
			}
		case '[':
			if body[i+1] == ']' {
				return true // an empty list
			}
		case 'n':
			if body[i+1] == 'o' && body[i+2] == 't' && body[i+3] == ' ' {
				return true
			}
		case 'd', 'e':
			if strings.HasPrefix(body[i:], `de":`) || strings.HasPrefix(body[i:], `enied`) || strings.HasPrefix(body[i:], `xcept`) {
				return true // code, denied, exception
			}
		case 'm', 'x':
			if strings.HasPrefix(body[i:], `msg"`) || strings.HasPrefix(body[i:], `message"`) || strings.HasPrefix(body[i:], `xit`) || strings.HasPrefix(body[i:], `xpected`) {
				return true
			}
		case 'q', 'p':
			if strings.HasPrefix(body[i:], `quested`) || strings.HasPrefix(body[i:], `processed`) && i > 1 && body[i-1] == 'n' {
				return true // requested and unprocessed things
			}
		case 't':
			if strings.HasPrefix(body[i:], `text"`) || strings.HasPrefix(body[i:], `timeout`) || strings.HasPrefix(body[i:], `timed`) {
				return true
			}
		case 'c', 'C':
			if strings.HasPrefix(body[i+1:], `ancel`) || strings.HasPrefix(body[i+1:], `ANCEL`) {
				return true
			}
		}
	}
	return false
}
