package model

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

// isResult says whether a tool's message reads as a result. A scripted model
// has only the text to go by, as a real one.
func isResult(text string) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) != nil {
		return false
	}
	_, failed := object["error"]
	_, fault := object["fault"]
	return !failed && !fault
}

// isTransient says whether a failure reads as one that passes.
func isTransient(text string) bool {
	lower := strings.ToLower(text)
	for _, word := range [...]string{"etimedout", "timed out", "timeout", "econnrefused", "temporarily", "503", "超时"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// wanted is the value of the step's one literal argument.
func wanted(step world.Step) string {
	for _, name := range slices.Sorted(maps.Keys(step.Args)) {
		if text, ok := step.Args[name].(string); ok && !strings.HasPrefix(text, "$") {
			return text
		}
	}
	return ""
}

// arguments are the step's arguments with one value in place of the first text.
func arguments(step world.Step, value string) json.RawMessage {
	args := maps.Clone(step.Args)
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if _, ok := args[name].(string); ok {
			args[name] = value
			break
		}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return nil // plain values: cannot happen
	}
	return raw
}

var imperative = regexp.MustCompile(`[a-z_]+="([^"]+)"`)

// nameIn finds the name that a message leads to: the one that an exact call
// gives, right or wrong, or else the right one where it is listed.
func nameIn(text string, step world.Step) (string, bool) {
	if m := imperative.FindAllStringSubmatch(text, 2); len(m) == 1 && strings.Contains(text, step.Tool) {
		return m[0][1], true
	}
	name := wanted(step)
	return name, name != "" && world.HasValue(text, name)
}

// schemaLists says whether a tool's schema lists the value.
func schemaLists(specs []tool.Spec, name, value string) bool {
	for i := range specs {
		if specs[i].Name != name {
			continue
		}
		var schema struct {
			Properties map[string]struct {
				Enum []string `json:"enum"`
			} `json:"properties"`
		}
		if json.Unmarshal(specs[i].Input, &schema) != nil {
			return false
		}
		for _, property := range schema.Properties {
			if slices.Contains(property.Enum, value) {
				return true
			}
		}
	}
	return false
}
