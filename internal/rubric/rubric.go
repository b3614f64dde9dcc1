// Package rubric reads and writes rubrics as strict YAML: an unknown key, kind,
// action or trait is refused with its place.
package rubric

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/internal/strictyaml"
	"github.com/sequitur-go/sequitur/judge"
)

type file struct {
	Name      string `yaml:"name"`
	Otherwise string `yaml:"otherwise"`
	Rules     []rule `yaml:"rules"`
}

type rule struct {
	Faults  []string `yaml:"faults"`
	Actions []string `yaml:"actions"`
	Answers []string `yaml:"answers"`
	When    []string `yaml:"when"`
	Unless  []string `yaml:"unless"`
	Verdict string   `yaml:"verdict"`
	Why     string   `yaml:"why"`
}

// Read reads a rubric from a file.
func Read(name string) (*judge.Rubric, error) {
	data, err := os.ReadFile(name) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	return Parse(name, data)
}

// Parse reads a rubric. Every mistake is told, each with the number of its rule.
func Parse(name string, data []byte) (*judge.Rubric, error) {
	var f file
	if err := strictyaml.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%s: %s", name, strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	r := &judge.Rubric{Name: f.Name, Otherwise: judge.Mismatch}
	if r.Name == "" {
		r.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	var problems []error
	problem := func(path string, err error) {
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %s: %w", name, path, err))
		}
	}
	if f.Otherwise != "" {
		problem("otherwise", r.Otherwise.UnmarshalText([]byte(f.Otherwise)))
	}
	if len(f.Rules) == 0 {
		problem("rules", errors.New("must not be empty"))
	}
	for i := range f.Rules {
		parsed, errs := f.Rules[i].parse()
		for path, err := range errs {
			problem(fmt.Sprintf("rules[%d].%s", i, path), err)
		}
		r.Rules = append(r.Rules, parsed)
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return r, nil
}

func (r *rule) parse() (judge.RubricRule, map[string]error) {
	out := judge.RubricRule{Why: r.Why}
	errs := map[string]error{}
	note := func(path string, err error) {
		if err != nil && errs[path] == nil {
			errs[path] = err
		}
	}
	for _, name := range r.Faults {
		kind, err := fault.ParseKind(name)
		note("faults", err)
		out.Kinds = append(out.Kinds, kind)
	}
	for _, name := range r.Actions {
		var a judge.Action
		note("actions", a.UnmarshalText([]byte(name)))
		out.Actions = append(out.Actions, a)
	}
	for _, name := range r.Answers {
		var a judge.Answer
		note("answers", a.UnmarshalText([]byte(name)))
		out.Answers = append(out.Answers, a)
	}
	for _, name := range r.When {
		trait, err := judge.ParseTrait(name)
		note("when", err)
		out.When |= trait
	}
	for _, name := range r.Unless {
		trait, err := judge.ParseTrait(name)
		note("unless", err)
		out.Unless |= trait
	}
	if r.Verdict == "" {
		note("verdict", errors.New("must be set"))
	} else {
		note("verdict", out.Verdict.UnmarshalText([]byte(r.Verdict)))
	}
	return out, errs
}

// Format writes a rubric so that Parse reads it.
func Format(r *judge.Rubric) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\notherwise: %s\nrules:\n", r.Name, r.Otherwise)
	for i := range r.Rules {
		x := &r.Rules[i]
		first := true
		line := func(key, value string) {
			if value == "" {
				return
			}
			indent := "    "
			if first {
				indent, first = "  - ", false
			}
			fmt.Fprintf(&b, "%s%s: %s\n", indent, key, value)
		}
		line("faults", list(x.Kinds))
		line("actions", list(x.Actions))
		line("answers", list(x.Answers))
		line("when", names(x.When))
		line("unless", names(x.Unless))
		line("verdict", x.Verdict.String())
		line("why", fmt.Sprintf("%q", x.Why))
	}
	return b.String()
}

func list[E fmt.Stringer](all []E) string {
	if len(all) == 0 {
		return ""
	}
	texts := make([]string, len(all))
	for i, e := range all {
		texts[i] = e.String()
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func names(t judge.Traits) string {
	if t == 0 {
		return ""
	}
	return "[" + strings.Join(t.Names(), ", ") + "]"
}
