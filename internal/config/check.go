package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// check finds what is spelt right and means nothing, or something else than its
// writer thinks.
func (d *decoder) check(f File) {
	share := func(path string, v *float64) {
		if v != nil && (*v < 0 || *v > 1) {
			d.problem(d.at[path], path, "0.2 is 20 %", "must be between 0 and 1, got %v", *v)
		}
	}
	share("policy.budget.ratio", f.Policy.Budget.Ratio)
	share("policy.breaker.failures", f.Policy.Breaker.Failures)
	d.plans("policy.plans", f.Policy.Plans)
	for i, r := range f.OwnRules {
		d.rule(fmt.Sprintf("rules[%d]", i), r.Kind, r.Code, r.Exception, r.Text)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		t, path := f.Tools[name], join("tools", name)
		d.plans(path+".plans", t.Plans)
		if k := t.Key; k != nil && count(k.Argument, k.Header, k.Meta) != 1 {
			d.problem(d.at[path+".key"], path+".key", "", "must set exactly one of argument, header, meta")
		}
		if t.LastGood > 0 && t.Access == tool.AccessWrite {
			d.problem(d.at[path+".last_good"], path+".last_good", "an old answer to a write would say that it was done", "must not stand beside access: write")
		}
		if v := t.Verify; v != nil && v.Tool == "" {
			d.problem(d.at[path+".verify"], path+".verify", "name the read that shows whether the write happened", "must set tool")
		}
		for i, r := range t.Raises {
			d.rule(fmt.Sprintf("%s.raises[%d]", path, i), r.Kind, r.Code, r.Exception, r.Text)
		}
	}
	d.upstreams(f)
	d.policy(f)
	renderer := f.Renderer()
	if err := renderer.Validate(); err != nil {
		const path = "feedback.profile"
		d.problem(d.at[path], path, "default is for every model, small for weak ones", "is refused: %v", err)
	}
}

// rule checks what a rule matches and means. A rule that matches everything would
// hide every other one.
func (d *decoder) rule(path string, kind fault.Kind, match ...string) {
	if count(match...) == 0 {
		d.problem(d.at[path], path, "code, exception or text says what it matches", "must set at least one of code, exception, text")
	}
	if _, ok := d.at[path+".kind"]; !ok {
		d.problem(d.at[path], path, "kind says what the failure is, for instance not_found", "must set kind, got %s", kind)
	}
}

// policy lets the policy say what is wrong with itself: with the preset beneath,
// two values can be at odds of which the file holds only one.
func (d *decoder) policy(f File) {
	policy := f.Apply(recovery.Default())
	joined, ok := policy.Validate().(interface{ Unwrap() []error })
	if !ok {
		return
	}
	for _, err := range joined.Unwrap() {
		text := err.Error()
		if !strings.HasPrefix(text, "tools.") {
			text = "policy." + text
		}
		path, node := d.place(text)
		if slices.ContainsFunc(d.problems, func(p Problem) bool { return p.Path == path }) {
			continue // told already, with a better hint
		}
		d.problem(node, path, "sequitur config show prints the values in force", "%s", strings.TrimPrefix(text, path+" "))
	}
}

// place finds the key that begins a message, and the closest node that the file
// has for it.
func (d *decoder) place(text string) (path string, node ast.Node) {
	path, _, _ = strings.Cut(text, " ")
	for at := range d.at {
		if len(at) > len(path) && strings.HasPrefix(text, at+" ") {
			path = at // a tool's name may hold a space
		}
	}
	for at := path; at != ""; {
		if found := d.at[at]; found != nil {
			return path, found
		}
		dot := strings.LastIndexByte(at, '.')
		at = at[:max(dot, 0)]
	}
	return path, nil
}

func (d *decoder) plans(path string, plans map[fault.Kind]Plan) {
	for _, kind := range slices.Sorted(maps.Keys(plans)) {
		p := plans[kind]
		path := join(path, kind.String())
		if p.Attempts != nil && *p.Attempts < 1 {
			at := path + ".attempts"
			d.problem(d.at[at], at, "1 tries once and never again", "must be at least 1, got %d", *p.Attempts)
		}
		if p.Growth != nil && *p.Growth < 1 {
			at := path + ".growth"
			d.problem(d.at[at], at, "1 keeps the wait as it is", "must be at least 1, got %v", *p.Growth)
		}
	}
}

func count(texts ...string) int {
	n := 0
	for _, text := range texts {
		if text != "" {
			n++
		}
	}
	return n
}
