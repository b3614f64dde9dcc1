package learn

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// A Lesson is the list of values that a tool named for one parameter, and where
// that is from.
type Lesson struct {
	Tool      string   `json:"tool"`
	Parameter string   `json:"parameter"`
	Values    []string `json:"values"`
	Source    Source   `json:"source"`
}

// A Source says where a lesson is from.
type Source struct {
	Time    time.Time `json:"time"`
	CallID  string    `json:"call_id,omitempty"`
	ErrorID string    `json:"error_id,omitempty"` // names the record that holds the whole message
	Given   string    `json:"given,omitempty"`    // the value that was refused
}

// The bounds of what is learnt. A message of an upstream is no trusted text: it
// must not put sentences into what a model is told of a tool.
const (
	maxValues = 100
	maxValue  = 60 // bytes
	maxWords  = 4
)

// From reads a lesson from a fault of a call. There is one only where a value was
// refused and others were listed, it is clear of which parameter, and the list is
// whole and holds nothing but short names.
func From(call tool.Call, f fault.Fault, at time.Time, errorID string) (Lesson, bool) {
	if f.Kind != fault.InvalidArgument {
		return Lesson{}, false
	}
	for _, p := range f.Parameters {
		path, given := refused(call.Args, p, f.Detail)
		if path == "" || !whole(p.Allowed) || slices.Contains(p.Allowed, given) {
			continue
		}
		return Lesson{
			Tool: call.Tool, Parameter: path, Values: slices.Clone(p.Allowed),
			Source: Source{Time: at, CallID: call.ID, ErrorID: errorID, Given: given},
		}, true
	}
	return Lesson{}, false
}

// refused returns which argument was refused, and its value. Where the upstream
// does not say which, it is the only text argument, or the only one that the
// upstream's own sentence repeats.
func refused(args json.RawMessage, p fault.Parameter, detail string) (path, given string) {
	var object map[string]json.RawMessage
	if json.Unmarshal(args, &object) != nil {
		return "", ""
	}
	texts, repeated := map[string]string{}, map[string]string{}
	for name, raw := range object {
		var text string
		if json.Unmarshal(raw, &text) == nil {
			texts[name] = text
			if utf8.RuneCountInString(text) >= 2 && strings.Contains(detail, text) {
				repeated[name] = text
			}
		}
	}
	if p.Path != "" {
		given, ok := texts[p.Path]
		if !ok {
			return "", ""
		}
		return p.Path, given
	}
	for _, some := range []map[string]string{texts, repeated} {
		if len(some) == 1 {
			for name, text := range some {
				return name, text
			}
		}
	}
	return "", ""
}

// whole says whether a list may be taken for all the values that there are.
func whole(values []string) bool {
	return len(values) >= 2 && len(values) <= maxValues && !slices.ContainsFunc(values, func(v string) bool { return !isName(v) })
}

// isName says whether a value is a short name, and no sentence, no sign of a list
// that was cut, and nothing that cannot be seen.
func isName(v string) bool {
	lower := strings.ToLower(v)
	return v != "" && v == strings.TrimSpace(v) && len(v) <= maxValue && utf8.ValidString(v) && len(strings.Fields(v)) <= maxWords &&
		!strings.ContainsAny(v, "…!?;\"`{}<>\\") && !strings.Contains(v, "..") && !strings.HasSuffix(v, ".") &&
		!strings.HasSuffix(lower, " more") && !strings.HasPrefix(lower, "and ") && lower != "etc" &&
		!strings.ContainsFunc(v, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) })
}
