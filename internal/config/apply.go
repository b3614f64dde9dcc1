package config

import (
	"maps"
	"slices"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// Apply returns the preset with what the file says otherwise. The preset is not
// changed, and keys that the file leaves out keep its values.
func (f File) Apply(preset recovery.Policy) recovery.Policy {
	policy := preset
	set(&policy.Deadline, f.Policy.Deadline)
	set(&policy.Timeout, f.Policy.Timeout)
	set(&policy.MaxRetryAfter, f.Policy.MaxRetryAfter)
	set(&policy.Budget.Ratio, f.Policy.Budget.Ratio)
	set(&policy.Budget.Floor, f.Policy.Budget.Floor)
	set(&policy.Budget.Window, f.Policy.Budget.Window)
	set(&policy.Breaker.Failures, f.Policy.Breaker.Failures)
	set(&policy.Breaker.Minimum, f.Policy.Breaker.Minimum)
	set(&policy.Breaker.Window, f.Policy.Breaker.Window)
	set(&policy.Breaker.Open, f.Policy.Breaker.Open)
	set(&policy.Memory.TTL, f.Policy.Memory.TTL)
	set(&policy.Memory.StopAfter, f.Policy.Memory.StopAfter)
	set(&policy.Task.Retries, f.Policy.Task.Retries)
	set(&policy.Task.Time, f.Policy.Task.Time)
	set(&policy.Task.Tokens, f.Policy.Task.Tokens)

	policy.Plans = maps.Clone(preset.Plans)
	if policy.Plans == nil {
		policy.Plans = map[fault.Kind]recovery.Plan{}
	}
	for kind, plan := range f.Policy.Plans {
		policy.Plans[kind] = plan.over(policy.Plans[kind])
	}
	policy.Tools = maps.Clone(preset.Tools)
	if policy.Tools == nil {
		policy.Tools = map[string]recovery.ToolPolicy{}
	}
	for name, t := range f.Tools {
		policy.Tools[name] = t.over(policy.Tools[name], policy.Plans)
	}
	return policy
}

// set replaces a preset by the file's value, where it has one.
func set[T any](preset, value *T) {
	if value != nil {
		*preset = *value
	}
}

func (p Plan) over(preset recovery.Plan) recovery.Plan {
	set(&preset.Attempts, p.Attempts)
	set(&preset.Base, p.Base)
	set(&preset.Growth, p.Growth)
	set(&preset.Cap, p.Cap)
	set(&preset.Jitter, p.Jitter)
	return preset
}

// over lays the tool's part on its preset. A tool's plan starts from the plan of
// all tools, so that one key is enough to change one thing.
func (t Tool) over(preset recovery.ToolPolicy, plans map[fault.Kind]recovery.Plan) recovery.ToolPolicy {
	own := maps.Clone(preset.Plans)
	for kind, plan := range t.Plans {
		if own == nil {
			own = map[fault.Kind]recovery.Plan{}
		}
		start, ok := own[kind]
		if !ok {
			start = plans[kind]
		}
		own[kind] = plan.over(start)
	}
	preset.Plans = own
	if t.NeverRetry != nil {
		preset.NeverRetry = slices.Clone(t.NeverRetry)
	}
	if t.Deadline > 0 {
		preset.Deadline = t.Deadline
	}
	if t.Timeout > 0 {
		preset.Timeout = t.Timeout
	}
	if t.LastGood > 0 {
		preset.LastGood = t.LastGood
	}
	return preset
}

// Specs returns what the file says of the tools, by name.
func (f File) Specs() []tool.Spec {
	specs := make([]tool.Spec, 0, len(f.Tools))
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		specs = append(specs, f.Tools[name].spec(name))
	}
	return specs
}

func (t Tool) spec(name string) tool.Spec {
	spec := tool.Spec{
		Name: name, Upstream: t.Upstream, Description: t.Description, Access: t.Access, Idempotent: t.Idempotent,
		RunsCode: t.RunsCode, EmptyIsNormal: t.EmptyIsNormal, Subject: t.Subject,
		StandIns: t.StandIns, Credentials: t.Credentials,
	}
	if t.Key != nil {
		spec.Key = new(tool.KeyPlace(*t.Key))
	}
	if t.Verify != nil {
		spec.Verify = new(tool.Verification(*t.Verify))
	}
	for path, p := range t.Parameters {
		if spec.Parameters == nil {
			spec.Parameters = make(map[string]tool.Parameter, len(t.Parameters))
		}
		parameter := tool.Parameter{Closed: p.Closed, Lookup: p.Lookup, Source: p.Source, Type: p.Type, Example: p.Example}
		for _, v := range p.Values {
			parameter.Values = append(parameter.Values, tool.Value(v))
		}
		spec.Parameters[path] = parameter
	}
	return spec
}
