package feedback

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// subject returns what the tool looks up, in the singular.
func (w *writer) subject() string {
	if name := w.quotable(w.spec.Subject); name != "" {
		if w.renderer.Language == Chinese && isASCII(name) {
			return " " + name // as Chinese text sets off foreign words
		}
		return name
	}
	if w.in.Fault.Kind == fault.Empty {
		return w.word("data")
	}
	return w.word("record")
}

// maxTargets is how many arguments tell what was looked for.
const maxTargets = 2

// fillTarget sets what was looked for: the blamed argument, else the first
// plain ones of the call.
func (w *writer) fillTarget() {
	arguments := members(w.in.Call.Args)
	var names []string
	for _, p := range w.in.Fault.Parameters {
		if p.Path != "" && !slices.Contains(names, p.Path) {
			names = append(names, p.Path)
			if p.Given != nil && arguments != nil && arguments[p.Path] == nil {
				arguments[p.Path] = p.Given
			}
		}
	}
	if len(names) == 0 {
		names = w.plainArguments(arguments)
	}
	var parts []string
	for _, name := range names[:min(len(names), maxTargets)] {
		if part := w.targetPart(name, arguments[name]); part != "" {
			parts = append(parts, part)
		}
	}
	w.values["target"] = strings.Join(parts, w.comma())
	if w.spec.Access == tool.AccessRead && w.spec.Subject != "" && len(parts) == 1 {
		w.values["read_target"] = w.readTarget(names[0], arguments[names[0]])
	}
	if w.in.Fault.Kind == fault.NotFound && len(parts) == 1 {
		w.setParameter(names[0])
	}
}

// readTarget writes the one record that a read was for.
func (w *writer) readTarget(name string, value json.RawMessage) string {
	shown := firstRunes(w.quotable(valueText(value)), maxShown)
	if shown == "" || !w.mayShowValue(name, value) {
		return ""
	}
	if w.renderer.Language == Chinese {
		return w.values["subject"] + w.quote(shown)
	}
	return w.values["subject"] + " " + w.quote(shown)
}

// plainArguments returns the names of the arguments with plain values: texts
// first, then figures.
func (w *writer) plainArguments(arguments map[string]json.RawMessage) []string {
	rank := func(name string) int {
		switch value := arguments[name]; {
		case len(value) < 3 || value[0] == '{' || value[0] == '[':
			return 2
		case value[0] == '"':
			return 0
		}
		return 1
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(arguments)), func(name string) bool {
		return rank(name) == 2 || string(arguments[name]) == "true" || string(arguments[name]) == "false" || string(arguments[name]) == "null"
	})
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	if len(names) > 0 && rank(names[0]) == 0 {
		names = slices.DeleteFunc(names, func(name string) bool { return rank(name) != 0 })
	}
	return names
}

// targetPart writes one argument: order_id "A77".
func (w *writer) targetPart(name string, value json.RawMessage) string {
	shown := firstRunes(w.quotable(valueText(value)), maxShown)
	label := w.parameterName(name)
	if shown == "" || label == "" || !w.mayShowValue(name, value) {
		return ""
	}
	if w.renderer.Language == Chinese {
		return label + w.quote(shown)
	}
	return label + " " + w.quote(shown)
}

// verifyCall writes the read that shows whether a write took effect, with its
// arguments where all of them are known.
func (w *writer) verifyCall() string {
	v := w.spec.Verify
	if v == nil {
		return ""
	}
	name := w.name(v.Tool)
	if name == "" || len(v.Args) == 0 {
		return name
	}
	arguments := members(w.in.Call.Args)
	var parts []string
	for _, parameter := range slices.Sorted(maps.Keys(v.Args)) {
		value := quoteJSON(v.Args[parameter])
		if source, ok := strings.CutPrefix(v.Args[parameter], "$"); ok {
			value = string(arguments[source])
		}
		part := parameter + "=" + value
		if value == "" || !w.showable(part) || w.parameterName(parameter) == "" {
			return name
		}
		parts = append(parts, part)
	}
	if w.renderer.Language == Chinese {
		return name + "(" + strings.Join(parts, ", ") + ")"
	}
	return name + " with " + strings.Join(parts, ", ")
}
