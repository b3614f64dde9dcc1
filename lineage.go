package sequitur

import (
	"encoding/json"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/tool"
)

// ungrounded finds an argument whose declared source failed in this run, and
// whose value stands in nothing that the model was given: sending it would
// spend a call on a made-up value.
func (s *Session) ungrounded(spec *tool.Spec, args json.RawMessage) (fault.Fault, bool) {
	if s == nil || len(spec.Parameters) == 0 {
		return fault.Fault{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range slices.Sorted(maps.Keys(spec.Parameters)) {
		source := spec.Parameters[path].Source
		if _, bad := s.failed[source]; source == "" || !bad {
			continue
		}
		given := argumentAt(args, path)
		if given == nil || s.stands(given) {
			continue
		}
		return fault.Fault{
			Kind: fault.InvalidArgument, Effect: tool.EffectNone,
			Parameters: []fault.Parameter{{Path: path, Given: given}},
			Evidence:   []fault.Evidence{{Layer: fault.LayerStructure, Rule: "lineage.source_failed", Span: path}},
		}, true
	}
	return fault.Fault{}, false
}

// roots names earlier faults that explain a fault of arguments: for each value
// that stands in nothing the model was given, the tool that should have given
// it and failed.
func (s *Session) roots(spec *tool.Spec, call *tool.Call, f *fault.Fault) []feedback.Root {
	if s == nil || !blamesArguments(f.Kind) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failed) == 0 {
		return nil
	}
	var arguments map[string]json.RawMessage
	if json.Unmarshal(call.Args, &arguments) != nil {
		return nil
	}
	var roots []feedback.Root
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		value := arguments[name]
		if s.stands(value) {
			continue
		}
		if source, kind, ok := s.sourceOf(spec, call.Tool, name); ok {
			roots = append(roots, feedback.Root{Parameter: name, Tool: source, Kind: kind})
		}
	}
	return roots
}

// sourceOf names the failed tool that a parameter's value should have come
// from: the declared one, or else the only one that failed, provided that the
// user's request is known, since a value can come from there as well.
func (s *Session) sourceOf(spec *tool.Spec, self, parameter string) (string, fault.Kind, bool) {
	if source := spec.Parameters[parameter].Source; source != "" {
		kind, bad := s.failed[source]
		return source, kind, bad
	}
	var others []string
	for name := range s.failed {
		if name != self {
			others = append(others, name)
		}
	}
	if !s.told || len(others) != 1 {
		return "", fault.Unknown, false
	}
	return others[0], s.failed[others[0]], true
}

// stands says whether an argument's value stands in what the model was given,
// or is too plain to have a source (a flag, a small number, a short word).
func (s *Session) stands(value json.RawMessage) bool {
	var text string
	if json.Unmarshal(value, &text) != nil {
		var number json.Number
		if json.Unmarshal(value, &number) != nil {
			return true // flags, lists and objects are not traced
		}
		text = number.String()
	}
	if utf8.RuneCountInString(text) < minTraced {
		return true
	}
	_, ok := s.given.Find(text)
	return ok
}

// minTraced is the length from which a value is taken to have a source.
const minTraced = 4

// blamesArguments says whether a fault of this kind can be due to a wrong value.
func blamesArguments(k fault.Kind) bool {
	switch k {
	case fault.InvalidArgument, fault.MissingArgument, fault.NotFound, fault.Empty:
		return true
	case fault.Unknown, fault.OK, fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError,
		fault.Unauthenticated, fault.Forbidden, fault.QuotaExhausted, fault.UnknownTool, fault.Conflict,
		fault.ExecutionFailed, fault.Declined, fault.Partial, fault.Malformed, fault.Canceled:
	}
	return false
}
