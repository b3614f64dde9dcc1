package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// Plain says whether a first look finds the outcome to be a success. It costs
// little and no allocation; where it says no, [Classifier.Classify] decides.
func (c *Classifier) Plain(spec *tool.Spec, out *tool.Outcome) bool {
	return len(c.Rules) == 0 && plain(spec, opened(out))
}

func plain(spec *tool.Spec, out *tool.Outcome) bool {
	return plainSuccess(out) && (!spec.RunsCode || !crashed(out.Body))
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
	if _, _, ok := bareCode(body); ok || foreign(body) && bareGap(body) || onlyHeading(body) {
		return false
	}
	if _, ok := refusal(body); ok {
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
