package sequitur

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// closedViolations returns the arguments that are not among the known values of
// a closed parameter. Nothing has to be sent to find those.
func closedViolations(spec *tool.Spec, args json.RawMessage) []tool.Violation {
	if len(spec.Parameters) == 0 {
		return nil
	}
	var violations []tool.Violation
	for _, path := range slices.Sorted(maps.Keys(spec.Parameters)) {
		p := spec.Parameters[path]
		if !p.Closed || len(p.Values) == 0 {
			continue
		}
		given := argumentAt(args, path)
		var text string
		if given == nil || json.Unmarshal(given, &text) != nil {
			continue // absent or no text: the schema's business
		}
		names := valueNames(p.Values)
		if !slices.Contains(names, text) {
			violations = append(violations, tool.Violation{Path: path, Rule: tool.RuleEnum, Given: given, Allowed: names})
		}
	}
	return violations
}

func valueNames(values []tool.Value) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.Name
	}
	return names
}

// argumentAt returns the JSON at a dotted path of the arguments, nil where
// there is none.
func argumentAt(args json.RawMessage, path string) json.RawMessage {
	at := args
	for name := range strings.SplitSeq(path, ".") {
		var object map[string]json.RawMessage
		if json.Unmarshal(at, &object) != nil {
			return nil
		}
		at = object[name]
	}
	return at
}
