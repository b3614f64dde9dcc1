package jsonschema

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/sequitur-go/sequitur/tool"
)

func printer() *message.Printer { return message.NewPrinter(language.English) }

// reading turns the library's errors over one document into violations.
type reading struct {
	places map[string]*jsonschema.Schema
	doc    any
}

// violations flattens a tree of errors.
func (r *reading) violations(err *jsonschema.ValidationError) []tool.Violation {
	switch k := err.ErrorKind.(type) {
	case *kind.AnyOf:
		return r.alternatives(err)
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			return r.alternatives(err)
		}
	}
	if len(err.Causes) > 0 {
		var all []tool.Violation
		for _, cause := range err.Causes {
			all = append(all, r.violations(cause)...)
		}
		return all
	}
	return r.leaf(err)
}

// leaf turns one error into violations: one for each missing or unknown
// parameter, and one otherwise.
func (r *reading) leaf(err *jsonschema.ValidationError) []tool.Violation {
	path, value := r.at(err.InstanceLocation)
	switch k := err.ErrorKind.(type) {
	case *kind.Required:
		return r.missing(err, path, k.Missing)
	case *kind.DependentRequired:
		return r.missing(err, path, k.Missing)
	case *kind.Dependency:
		return r.missing(err, path, k.Missing)
	case *kind.AdditionalProperties:
		return r.unknown(err, path, value, k.Properties)
	case *kind.PropertyNames:
		return r.unknown(err, path, value, []string{k.Property})
	}
	v := describe(err.ErrorKind)
	v.Path, v.Given = path, encode(value)
	switch {
	case value == nil && v.Rule != tool.RuleUnknown:
		v.Rule = tool.RuleNull
	case value == "" && v.Rule == tool.RuleRange:
		v.Rule = tool.RuleMissing // an empty text where one is required
	}
	return []tool.Violation{v}
}

func (r *reading) missing(err *jsonschema.ValidationError, path string, names []string) []tool.Violation {
	all := make([]tool.Violation, len(names))
	for i, name := range names {
		all[i] = tool.Violation{Path: join(path, name), Rule: tool.RuleMissing}
		if s := r.places[err.SchemaURL]; s != nil {
			all[i].Want, all[i].Allowed = expected(s.Properties[name])
		}
	}
	return all
}

func (r *reading) unknown(err *jsonschema.ValidationError, path string, value any, names []string) []tool.Violation {
	var want string
	if s := r.places[err.SchemaURL]; s != nil && len(s.Properties) > 0 {
		known := make([]string, 0, len(s.Properties))
		for name := range s.Properties {
			known = append(known, name)
		}
		slices.Sort(known)
		want = "one of the parameters " + strings.Join(known, ", ")
	}
	object, _ := value.(map[string]any)
	all := make([]tool.Violation, len(names))
	for i, name := range names {
		all[i] = tool.Violation{Path: join(path, name), Rule: tool.RuleUnknown, Given: encode(object[name]), Want: want}
	}
	return all
}

// at returns the path and the value of a place in the document.
func (r *reading) at(place []string) (string, any) {
	path, value := "", r.doc
	for _, token := range place {
		switch in := value.(type) {
		case map[string]any:
			path, value = join(path, token), in[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(in) {
				return path, nil
			}
			path, value = element(path, i), in[i]
		}
	}
	return path, value
}

// expected describes what a parameter takes: its type, or its values.
func expected(s *jsonschema.Schema) (want string, allowed []string) {
	for s != nil && s.Ref != nil && s.Types == nil && s.Enum == nil {
		s = s.Ref
	}
	if s == nil {
		return "", nil
	}
	if s.Enum != nil {
		allowed = texts(s.Enum.Values)
	}
	if s.Types != nil {
		want = types(s.Types.ToStrings())
	}
	return want, allowed
}

func types(names []string) string { return strings.Join(names, " or ") }

// texts returns values as a model would write them: texts without quotes.
func texts(values []any) []string {
	all := make([]string, len(values))
	for i, value := range values {
		if text, ok := value.(string); ok {
			all[i] = text
		} else {
			all[i] = string(encode(value))
		}
	}
	return all
}

// describe says which rule an error breaks, and what is wanted instead.
func describe(k jsonschema.ErrorKind) tool.Violation {
	ranged := func(format string, args ...any) tool.Violation {
		return tool.Violation{Rule: tool.RuleRange, Want: fmt.Sprintf(format, args...)}
	}
	switch k := k.(type) {
	case *kind.Type:
		return tool.Violation{Rule: tool.RuleType, Want: types(k.Want)}
	case *kind.Enum:
		return tool.Violation{Rule: tool.RuleEnum, Allowed: texts(k.Want)}
	case *kind.Const:
		return tool.Violation{Rule: tool.RuleEnum, Allowed: texts([]any{k.Want})}
	case *kind.FalseSchema:
		return tool.Violation{Rule: tool.RuleUnknown}
	case *kind.Minimum:
		return ranged("at least %s", decimal(k.Want))
	case *kind.Maximum:
		return ranged("at most %s", decimal(k.Want))
	case *kind.ExclusiveMinimum:
		return ranged("more than %s", decimal(k.Want))
	case *kind.ExclusiveMaximum:
		return ranged("less than %s", decimal(k.Want))
	case *kind.MultipleOf:
		return ranged("a multiple of %s", decimal(k.Want))
	case *kind.MinLength:
		return ranged("at least %s", count(k.Want, "character"))
	case *kind.MaxLength:
		return ranged("at most %s", count(k.Want, "character"))
	case *kind.Pattern:
		return ranged("a text that matches %s", k.Want)
	case *kind.Format:
		return ranged("a text of the format %s", k.Want)
	case *kind.MinItems:
		return ranged("at least %s", count(k.Want, "item"))
	case *kind.MaxItems:
		return ranged("at most %s", count(k.Want, "item"))
	case *kind.AdditionalItems:
		return ranged("%s fewer", count(k.Count, "item"))
	case *kind.UniqueItems:
		return ranged("items that differ")
	case *kind.MinProperties:
		return ranged("at least %s", count(k.Want, "member"))
	case *kind.MaxProperties:
		return ranged("at most %s", count(k.Want, "member"))
	case *kind.OneOf:
		return tool.Violation{Want: "exactly one of the alternatives, not several"}
	case *kind.Not:
		return tool.Violation{Want: "a value that the schema does not exclude"}
	default:
		return tool.Violation{Want: k.LocalizedString(printer())}
	}
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// decimal writes a bound as the schema's author would.
func decimal(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	if digits, exact := n.FloatPrec(); exact {
		return n.FloatString(digits)
	}
	return n.RatString()
}
