package config

import (
	"maps"
	"slices"

	"github.com/sequitur-go/sequitur/fault"
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
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		t, path := f.Tools[name], join("tools", name)
		d.plans(path+".plans", t.Plans)
		if k := t.Key; k != nil && count(k.Argument, k.Header, k.Meta) != 1 {
			d.problem(d.at[path+".key"], path+".key", "", "must set exactly one of argument, header, meta")
		}
		if v := t.Verify; v != nil && v.Tool == "" {
			d.problem(d.at[path+".verify"], path+".verify", "name the read that shows whether the write happened", "must set tool")
		}
	}
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
