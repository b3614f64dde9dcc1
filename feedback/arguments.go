package feedback

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// maxChoices is how many values of a list are shown.
const maxChoices = 20

// maxListBytes bounds the text of a list.
const maxListBytes = 1000

// An argument is what is known of a blamed argument.
type argument struct {
	fault.Parameter
	known  tool.Parameter
	schema *schema
	// allowed are the valid values, and literal their JSON where it is not
	// that of a string.
	allowed []tool.Value
	literal map[string]json.RawMessage
}

// blamed returns the argument that a fault blames first. Where the evidence
// does not name it, a call with one argument, or a tool with one closed
// parameter, leaves no other.
func blamed(in *Input, spec *tool.Spec, root *schema) (argument, bool) {
	var a argument
	if len(in.Fault.Parameters) > 0 {
		a.Parameter = in.Fault.Parameters[0]
	}
	arguments := members(in.Call.Args)
	if a.Path == "" && a.Rule != tool.RuleMissing && in.Fault.Kind != fault.MissingArgument {
		a.Path = onlyCandidate(in, spec, root, arguments)
	}
	if a.Given == nil && a.Path != "" {
		a.Given = arguments[a.Path]
	}
	a.known = spec.Parameters[a.Path]
	a.schema = root.at(a.Path)
	a.collect(root)
	return a, len(in.Fault.Parameters) > 0 || a.Path != ""
}

// members returns the arguments by name; nil where they cannot be read.
func members(args json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if len(args) == 0 || json.Unmarshal(args, &m) != nil {
		return nil
	}
	return m
}

// onlyCandidate returns the one argument that can be meant: the only closed
// one with a value that is not valid, or the only one of the call where the
// upstream lists valid values. Else "": to blame a right argument makes the
// model change it.
func onlyCandidate(in *Input, spec *tool.Spec, root *schema, arguments map[string]json.RawMessage) string {
	var wrong []string
	for name, value := range arguments {
		a := argument{known: spec.Parameters[name], schema: root.at(name)}
		a.collect(root)
		text := valueText(value)
		if len(a.allowed) > 0 && !slices.ContainsFunc(a.allowed, func(v tool.Value) bool { return v.Name == text }) {
			wrong = append(wrong, name)
		}
	}
	if len(wrong) == 0 && len(arguments) == 1 && len(in.Fault.Parameters) > 0 && len(in.Fault.Parameters[0].Allowed) > 0 {
		for name := range arguments {
			return name
		}
	}
	if len(wrong) != 1 {
		return ""
	}
	return wrong[0]
}

// collect gathers the valid values: the operator's first, then the schema's,
// then those that the upstream named.
func (a *argument) collect(root *schema) {
	if len(a.known.Values) > 0 {
		a.allowed = a.known.Values
		return
	}
	for _, raw := range a.schema.values(root, 0) {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = string(raw)
			if a.literal == nil {
				a.literal = map[string]json.RawMessage{}
			}
			a.literal[text] = raw
		}
		if text != "null" {
			a.allowed = append(a.allowed, tool.Value{Name: text})
		}
	}
	if len(a.allowed) > 0 {
		return
	}
	for _, name := range a.Allowed {
		a.allowed = append(a.allowed, tool.Value{Name: name})
	}
}

// valueText returns a JSON value as a reader writes it: a string without its
// quotes.
func valueText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// json returns the JSON of one allowed value.
func (a *argument) json(value string) string {
	if raw, ok := a.literal[value]; ok {
		return string(raw)
	}
	return quoteJSON(value)
}

// quoteJSON writes a string as JSON, with "<" and its like as they are.
func quoteJSON(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil { //nolint:errchkjson // the failure is handled
		return strconv.Quote(text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// A choice is what to say about the valid values.
type choice struct {
	named  string   // the one that was surely meant
	ranked []string // at most three, best first
	listed []string // all that are shown, best first
	more   int      // how many are not shown
	none   bool     // none can have been meant
}

// choose picks what to say about the values, of which only those are shown
// that redaction leaves as they are.
func (w *writer) choose(a *argument) choice {
	shown := slices.DeleteFunc(slices.Clone(a.allowed), func(v tool.Value) bool { return !w.showable(v.Name) })
	if len(shown) == 0 {
		return choice{}
	}
	given := valueText(a.Given)
	result := w.ranker().Rank(resolve.Question{
		Tool: w.in.Call.Tool, Parameter: a.Path, Request: w.in.Call.Request, Given: given, Values: shown,
	})
	c := choice{none: result.None}
	isShown := func(name string) bool {
		return slices.ContainsFunc(shown, func(v tool.Value) bool { return v.Name == name })
	}
	if a.Given != nil && isShown(result.Named) && result.Named != given {
		c.named = result.Named
	}
	for _, name := range result.Ranked {
		if len(c.ranked) < 3 && isShown(name) {
			c.ranked = append(c.ranked, name)
		}
	}
	order := slices.Concat(c.ranked, resolve.Sort(given, shown))
	size := 0
	for _, name := range order {
		if slices.Contains(c.listed, name) {
			continue
		}
		if size += len(name); len(c.listed) == maxChoices || size > maxListBytes {
			break
		}
		c.listed = append(c.listed, name)
	}
	c.more = len(shown) - len(c.listed)
	return c
}

// converted returns the given value as the wanted type where the two differ in
// writing only ("10" for a number, 10 for a string).
func converted(given json.RawMessage, want string) (string, bool) {
	text := valueText(given)
	isString := len(given) > 0 && given[0] == '"'
	switch want = strings.ToLower(want); {
	case isString && (want == "integer" || want == "int"):
		_, err := strconv.ParseInt(text, 10, 64)
		return text, err == nil && strconv.Quote(text) == string(given) && json.Valid([]byte(text))
	case isString && (want == "number" || want == "float"):
		_, err := strconv.ParseFloat(text, 64)
		return text, err == nil && json.Valid([]byte(text))
	case isString && (want == "boolean" || want == "bool"):
		return text, text == "true" || text == "false"
	case !isString && want == "string" && len(given) > 0 && strings.IndexByte("-0123456789", given[0]) >= 0:
		return quoteJSON(text), true
	}
	return "", false
}
