package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// reprCue stands before the text in what a Python client prints of a result.
const reprCue = "content=[TextContent(type='text', text="

// opened takes the text out of a result that a Python client printed instead of
// passing it on. Any other outcome stays as it is.
func opened(out *tool.Outcome) *tool.Outcome {
	if len(out.Body) > 0 && out.Body[0] == '{' {
		if inner, ok := message(out); ok {
			return inner
		}
		return out
	}
	if len(out.Body) < len(reprCue) || out.Body[0] != 'm' && out.Body[0] != 'c' {
		return out
	}
	i := strings.Index(out.Body[:min(len(out.Body), 120)], reprCue)
	if i < 0 {
		return out
	}
	start := i + len(reprCue)
	text := out.Body[start:min(len(out.Body), start+maxHead)]
	if text == "" || text[0] != '\'' && text[0] != '"' {
		return out
	}
	inner := *out
	inner.Body = unescape(unquote(text[:skipString(text, 0)]))
	if strings.Contains(out.Body[max(0, len(out.Body)-40):], "isError=True") {
		inner.Flag = tool.FlagFailure
	}
	return &inner
}
