package fault

import (
	"encoding/json"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// detail is the upstream's own sentence about the cause: the line on which the
// deciding rule fired, without frames.
func (v *view) detail(text string) string {
	if span := v.proof.Span; span != "" && v.proof.Layer == LayerText {
		if i := strings.Index(text, span); i >= 0 {
			if line := strings.TrimSpace(lineAround(text, i, i+len(span))); !isFrame(line) && len(line) > len(span) && !isObject(line) && !isList(line) {
				return line[:min(len(line), maxBare)]
			}
		}
	}
	return firstSentence(text)
}

// firstSentence is the first line of a text that is no frame and no structure.
func firstSentence(text string) string {
	for line := range strings.SplitSeq(bounded(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || isFrame(line) || isObject(line) || isList(line) {
			continue
		}
		return line[:min(len(line), maxBare)]
	}
	return ""
}

// parameters reads which arguments a text blames.
func (v *view) parameters(text string) []Parameter {
	text = text[:min(len(text), maxHead)]
	ruleOf := tool.RuleOther
	if v.best.kind == MissingArgument {
		ruleOf = tool.RuleMissing
	}
	path := blamed(text)
	allowed := allowedValues(text)
	if path == "" && len(allowed) == 0 {
		return nil
	}
	if len(allowed) > 0 {
		ruleOf = tool.RuleEnum
	}
	p := Parameter{Path: path, Rule: ruleOf, Allowed: allowed}
	if v.call != nil && path != "" && isObject(string(v.call.Args)) {
		var object map[string]json.RawMessage
		if json.Unmarshal(v.call.Args, &object) == nil {
			p.Given = object[path]
		}
	}
	return []Parameter{p}
}

// blamed returns the parameter that a text names, in the shapes of zod,
// pydantic, JSON Schema and plain sentences.
func blamed(text string) string {
	if _, rest, ok := strings.Cut(text, `"path": [`); ok {
		list, _, _ := strings.Cut(rest, "]")
		var parts []string
		for part := range strings.SplitSeq(list, ",") {
			if part = unquote(strings.TrimSpace(part)); part != "" {
				parts = append(parts, part)
			}
		}
		return strings.Join(parts, ".")
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.Contains(line, "[type=") && i > 0 {
			return plainName(strings.TrimSpace(lines[i-1]))
		}
	}
	for _, shape := range [...]struct{ before, after string }{
		{"property '", "'"},
		{"parameter '", "'"},
		{"argument '", "'"},
		{"field '", "'"},
		{`parameter "`, `"`},
		{`argument "`, `"`},
		{`property "`, `"`},
		{`field "`, `"`},
		{"required arguments: ", ","},
		{"required argument: ", ","},
		{"required parameter: ", ","},
		{"missing parameter: ", ","},
		{"parameter `", "`"},
	} {
		if _, rest, ok := strings.Cut(text, shape.before); ok {
			name, _, _ := strings.Cut(rest, shape.after)
			if name, _, _ = strings.Cut(name, "\n"); plainName(strings.TrimSpace(name)) != "" {
				return plainName(strings.TrimSpace(name))
			}
		}
	}
	if before, _, ok := strings.Cut(text, " is required"); ok {
		words := strings.Fields(before)
		if len(words) > 0 {
			return plainName(strings.Trim(words[len(words)-1], `"'`+"`():"))
		}
	}
	return ""
}

// plainName returns a name if it is one, else "".
func plainName(name string) string {
	if name == "" || len(name) > 64 {
		return ""
	}
	for i := range len(name) {
		if !isAlnum(name[i]) && name[i] != '_' && name[i] != '.' && name[i] != '-' {
			return ""
		}
	}
	return name
}

// allowedValues reads the valid values that a text lists.
func allowedValues(text string) []string {
	lower := strings.ToLower(text)
	for _, cue := range []string{
		"must be one of", "valid values are", "valid values", "allowed values are", "allowed values", "available metrics are", "available metrics",
		"expected one of", "should be one of", "valid options are", "valid options", "supported values are", "available options", "可选值",
	} {
		i := strings.Index(lower, cue)
		if i < 0 || len(lower) != len(text) {
			continue
		}
		rest := strings.TrimLeft(text[i+len(cue):], " :：=([{")
		if end := strings.IndexAny(rest, "\n)]};"); end >= 0 {
			rest = rest[:end]
		}
		var values []string
		for value := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == ',' || r == '|' || r == '、' || r == '，' }) {
			value = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(value), "or "))
			if value = strings.Trim(value, `"'.`+"`"); value != "" && len(value) < 64 && !strings.Contains(value, ". ") && len(values) < 100 {
				values = append(values, value)
			}
		}
		if len(values) > 1 {
			return values
		}
	}
	return nil
}
