package jsonschema

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sequitur-go/sequitur/tool"
)

// alternatives reports what is wrong where none of several schemas fits. Where
// all of them complain of one place in one way (a type, the values, a missing
// member), the complaints are put together; else only the alternative counts
// that the arguments come closest to.
func (r *reading) alternatives(err *jsonschema.ValidationError) []tool.Violation {
	branches := make([][]tool.Violation, 0, len(err.Causes))
	for _, cause := range err.Causes {
		if branch := r.violations(cause); len(branch) > 0 {
			branches = append(branches, branch)
		}
	}
	if len(branches) == 0 {
		return nil
	}
	if merged, ok := merge(branches); ok {
		return []tool.Violation{merged}
	}
	place, _ := r.at(err.InstanceLocation)
	return slices.MinFunc(branches, func(a, b []tool.Violation) int { return distance(a, place) - distance(b, place) })
}

// merge puts branches together that break one rule each, at one place.
func merge(branches [][]tool.Violation) (tool.Violation, bool) {
	merged := branches[0][0]
	var wants, names []string
	for _, branch := range branches {
		v := branch[0]
		missing := v.Rule == tool.RuleMissing && v.Given == nil
		if len(branch) != 1 || v.Rule != merged.Rule || (v.Path != merged.Path && !missing) {
			return tool.Violation{}, false
		}
		names = appendNew(names, v.Path)
		for want := range strings.SplitSeq(v.Want, " or ") {
			wants = appendNew(wants, want)
		}
		if v.Path == merged.Path {
			for _, value := range v.Allowed {
				merged.Allowed = appendNew(merged.Allowed, value)
			}
		}
	}
	switch merged.Rule {
	case tool.RuleType, tool.RuleNull, tool.RuleEnum:
		merged.Want = types(wants)
		return merged, true
	case tool.RuleMissing:
		if len(names) > 1 {
			merged.Want, merged.Allowed = "one of "+strings.Join(names, ", "), nil
		}
		return merged, true
	case tool.RuleOther, tool.RuleRange, tool.RuleUnknown:
	}
	return tool.Violation{}, false
}

func appendNew(list []string, value string) []string {
	if value == "" || slices.Contains(list, value) {
		return list
	}
	return append(slices.Clip(list), value)
}

// distance says how far the value at the place is from an alternative. Where the
// value itself is of a wrong type, that alternative was hardly meant. A wrong
// value of a member comes next, since it often tells alternatives apart.
func distance(branch []tool.Violation, place string) int {
	sum := 0
	for _, v := range branch {
		switch v.Rule {
		case tool.RuleType, tool.RuleNull:
			if v.Path == place {
				sum += 100
			}
			sum += 2
		case tool.RuleEnum:
			sum += 20
		case tool.RuleUnknown:
			sum += 3
		case tool.RuleMissing, tool.RuleRange, tool.RuleOther:
			sum++
		}
	}
	return sum
}
