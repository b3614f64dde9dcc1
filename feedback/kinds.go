package feedback

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// maxShown is how many characters of one value are shown.
const maxShown = 60

// invalid prepares the message about a value that is not valid.
func (w *writer) invalid() string {
	a, ok := blamed(w.in, w.spec, w.schema)
	if !ok {
		return "plain"
	}
	w.describe(&a)
	w.others()
	if a.Rule == tool.RuleUnknown {
		w.renamed(&a)
		return "unknown_parameter"
	}
	if a.Rule == tool.RuleType || a.Rule == tool.RuleRange {
		if text, ok := converted(a.Given, a.Want); ok && a.Rule == tool.RuleType && w.showable(text) {
			w.setCall(&a, text)
		}
		return "rule"
	}
	c := w.choose(&a)
	w.showChoice(c)
	switch {
	case c.named != "":
		w.object.Parameter.Named = c.named
		w.setCall(&a, a.json(c.named))
		if w.values["call"] != "" {
			return "named"
		}
		return "list"
	case c.none:
		return "none"
	case len(c.ranked) > 0:
		return "shortlist"
	case len(c.listed) > 0:
		return "list"
	case a.known.Lookup != "":
		w.values["lookup"] = w.name(a.known.Lookup)
		return "lookup"
	case a.Want != "":
		return "rule"
	}
	return "plain"
}

// describe sets the values that tell of the blamed argument.
func (w *writer) describe(a *argument) {
	o := &ParameterObject{Name: w.parameterName(a.Path)}
	w.object.Parameter = o
	o.Given = w.rawJSON(a.Given)
	if o.Name != "" && !w.mayShowValue(o.Name, a.Given) {
		o.Given = nil
	} else {
		w.values["given"] = firstRunes(w.quotable(valueText(a.Given)), maxShown)
	}
	want := a.Want
	if want == "" && a.Rule == tool.RuleType {
		want = a.schema.typeName()
	}
	o.Want = firstRunes(w.quotable(want), 2*maxShown)
	w.values["want"] = w.typed(o.Want)
	w.setParameter(a.Path)
}

// setParameter sets the parameter's name, and the noun that it gives.
func (w *writer) setParameter(path string) {
	name := w.parameterName(path)
	w.values["parameter"] = name
	if name != "" {
		w.values["noun"] = noun(name)
	}
}

// noun makes an English noun phrase of a parameter's name: "a metric", "a
// valid order_id".
func noun(name string) string {
	for i := range len(name) {
		if !isLower(name[i]) {
			return "a valid " + name
		}
	}
	if strings.IndexByte("aeio", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}

// setCall sets the exact argument to call again with.
func (w *writer) setCall(a *argument, value string) {
	if name := w.parameterName(a.Path); name != "" && w.redact(name+"="+value) == name+"="+value {
		w.values["call"] = name + "=" + value
	}
}

// mayShowValue says whether a value may stand beside its parameter's name,
// which alone can make it a secret.
func (w *writer) mayShowValue(name string, value []byte) bool {
	text := name + "=" + quoteJSON(firstRunes(oneLine(clean(clip(valueText(value), readLimit))), maxDetail))
	return w.redact(text) == text
}

// showChoice sets the values that tell of what is valid.
func (w *writer) showChoice(c choice) {
	o := w.object.Parameter
	if !c.none {
		o.Allowed, o.More, o.Ranked = c.listed, c.more, c.ranked
	}
	w.values["list"] = w.list(c.listed, c.more)
	w.values["choices"] = w.alternatives(c.ranked)
}

// list writes values in a row, and how many are left out.
func (w *writer) list(values []string, more int) string {
	quoted := slices.ContainsFunc(values, func(v string) bool { return strings.ContainsAny(v, ",、;") })
	parts := make([]string, len(values))
	for i, v := range values {
		if parts[i] = v; quoted {
			parts[i] = w.quote(v)
		}
	}
	if more == 0 || len(parts) == 0 {
		return strings.Join(parts, w.comma())
	}
	w.values["number"] = strconv.Itoa(more)
	return strings.Join(parts, w.comma()) + " " + w.word("more")
}

func (w *writer) comma() string {
	if w.renderer.Language == Chinese {
		return "、"
	}
	return ", "
}

func (w *writer) quote(text string) string {
	if w.renderer.Language == Chinese {
		return "“" + text + "”"
	}
	return `"` + strings.ReplaceAll(text, `"`, "'") + `"`
}

// alternatives writes quoted values joined by "or".
func (w *writer) alternatives(values []string) string {
	var b strings.Builder
	for i, v := range values {
		switch {
		case i == 0:
		case i == len(values)-1 && w.renderer.Language == Chinese:
			b.WriteString(w.word("or"))
		case i == len(values)-1:
			b.WriteString(" " + w.word("or") + " ")
		default:
			b.WriteString(w.comma())
		}
		b.WriteString(w.quote(v))
	}
	return b.String()
}

// renamed names the parameter that a wrong name was meant for.
func (w *writer) renamed(a *argument) {
	var names []tool.Value
	taken := members(w.in.Call.Args)
	for _, name := range slices.Sorted(maps.Keys(w.schema.Properties)) {
		if _, ok := taken[name]; !ok {
			names = append(names, tool.Value{Name: name})
		}
	}
	if named := w.name(resolve.Match(a.Path, names).Named); named != "" {
		w.object.Parameter.Named = named
		value := string(a.Given)
		if value == "" {
			value = string(taken[a.Path])
		}
		if w.showable(value) {
			a.Path = named
			w.setCall(a, value)
		}
	}
}

// others names the further arguments that are blamed.
func (w *writer) others() {
	var names []string
	for _, p := range w.in.Fault.Parameters[min(1, len(w.in.Fault.Parameters)):] {
		if name := w.parameterName(p.Path); name != "" && name != w.values["parameter"] && !slices.Contains(names, name) && len(names) < 5 {
			names = append(names, name)
		}
	}
	w.values["others"] = strings.Join(names, w.comma())
}

// missing prepares the message about a value that is not there.
func (w *writer) missing() string {
	a, ok := blamed(w.in, w.spec, w.schema)
	if !ok {
		return "missing"
	}
	a.Given = nil
	w.describe(&a)
	w.others()
	if c := w.choose(&a); len(c.listed) > 0 {
		w.showChoice(c)
		return "list"
	}
	kind := a.known.Type
	for _, more := range [...]string{a.schema.typeName(), a.Want} {
		if kind == "" {
			kind = more
		}
	}
	kind = firstRunes(w.quotable(kind), maxShown)
	w.object.Parameter.Want = kind
	w.values["type"] = w.typed(kind)
	example := a.known.Example
	if example != "" {
		example = quoteJSON(example)
	} else if raw := a.schema.example(); raw != nil {
		example = string(raw)
	}
	if w.showable(example) && len(example) <= maxShown && w.values["parameter"] != "" && w.mayShowValue(w.values["parameter"], []byte(example)) {
		w.values["example"] = example
	}
	return "missing"
}

// typeNames are the types that take an article in English.
var typeNames = []string{"string", "integer", "number", "boolean", "object", "array", "list", "date", "float", "int", "bool", "uuid"}

// typed puts an article before the name of a type.
func (w *writer) typed(kind string) string {
	switch {
	case w.renderer.Language == Chinese || !slices.Contains(typeNames, kind):
		return kind
	case strings.IndexByte("aeio", kind[0]) >= 0:
		return "an " + kind
	}
	return "a " + kind
}

// unknownTool prepares the message about a tool that there is not.
func (w *writer) unknownTool() string {
	w.values["bad_tool"] = w.name(w.in.Call.Tool)
	a := argument{Parameter: fault.Parameter{Given: []byte(quoteJSON(w.in.Call.Tool))}}
	names := w.in.Tools
	if len(names) == 0 && len(w.in.Fault.Parameters) > 0 {
		names = w.in.Fault.Parameters[0].Allowed
	}
	for _, name := range names {
		if w.name(name) != "" {
			a.allowed = append(a.allowed, tool.Value{Name: name})
		}
	}
	c := w.choose(&a)
	w.object.Tools = c.listed
	w.values["list"] = w.list(c.listed, c.more)
	w.values["choices"] = w.alternatives(c.ranked)
	switch {
	case c.named != "":
		w.values["call"], w.object.Tools = c.named, []string{c.named}
		return "named"
	case len(c.ranked) > 0:
		w.object.Tools = c.ranked
		return "shortlist"
	case len(c.listed) > 0:
		return "list"
	}
	return "plain"
}

// parts names the parts that failed.
func (w *writer) parts() string {
	var names []string
	for _, p := range w.in.Fault.Parameters {
		name := w.parameterName(p.Path)
		if given := firstRunes(w.quotable(valueText(p.Given)), maxShown); name == "" {
			name = given
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	more := max(0, len(names)-maxChoices)
	return w.list(names[:len(names)-more], more)
}

// The bounds of the output of a tool that runs code.
const (
	maxOutputLines = 15
	maxOutputBytes = 1200
)

// codeOutput returns the last lines of what the model's own code or command
// printed: its trace is the result.
func (w *writer) codeOutput() string {
	text := w.in.Output
	if text == "" {
		text = w.in.Fault.Detail
	}
	if len(text) > readLimit {
		text = text[len(text)-readLimit:] // the message stands at the end
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			text = text[i+1:]
		}
	}
	if w.renderer.Redactor != nil {
		text = w.renderer.Redactor.Redact(text)
	}
	text = (&Redactor{Limit: readLimit, Frames: true}).Redact(text)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" })
	lines = lines[max(0, len(lines)-maxOutputLines):]
	for i, line := range lines {
		lines[i] = firstRunes(strings.TrimRight(line, " "), maxDetail)
	}
	for size := len(strings.Join(lines, "\n")); size > maxOutputBytes && len(lines) > 1; lines = lines[1:] {
		size -= len(lines[0]) + 1
	}
	return strings.Join(lines, "\n")
}
