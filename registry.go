package sequitur

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// maxUndeclared bounds the tools that a guard keeps a state for without having
// been told of them: a model can make up any number of names.
const maxUndeclared = 1024

// guarded is what a guard knows and keeps of one tool.
type guarded struct {
	spec      tool.Spec
	validator tool.Validator
	deadline  time.Duration
	timeout   time.Duration
	first     time.Duration // the timeout of an attempt that is made at once
	lastGood  time.Duration // how old a result may be that is given in place of a fault, 0 is never
	plain     bool          // nothing about a call has to be looked at before it is sent
	breaker   *recovery.Breaker
	upstream  *upstream
}

// bound is the timeout of an attempt that begins when so much of the call's
// time has passed; 0 is none.
func (t *guarded) bound(passed time.Duration) time.Duration {
	if t.deadline <= 0 {
		return t.timeout
	}
	left := max(t.deadline-passed, time.Millisecond)
	if t.timeout > 0 {
		return min(left, t.timeout)
	}
	return left
}

// tally tells breakers and limiter how an attempt at the tool went.
func (t *guarded) tally(now time.Time, k fault.Kind, retryAfter time.Duration) {
	up := t.upstream
	if k == fault.Canceled {
		return // says nothing of the backend
	}
	if recovery.Counts(k) {
		t.breaker.Failure(now)
		up.breaker.Failure(now)
	} else {
		t.breaker.Success(now)
		up.breaker.Success(now)
	}
	if k == fault.RateLimited {
		up.limiter.Refused(now, retryAfter)
	} else {
		up.limiter.Accepted(now)
	}
}

// upstream is the live state that the tools of one backend share.
type upstream struct {
	name    string
	budget  *recovery.Budget
	breaker *recovery.Breaker
	limiter *recovery.Limiter
}

// registry finds a tool's state by name. The declared tools never change, so
// that a look-up needs no lock.
type registry struct {
	policy     *recovery.Policy
	declared   map[string]*guarded
	upstreams  map[string]*upstream
	names      []string // of the declared tools
	undeclared sync.Map // name → *guarded
	count      atomic.Int64
	overflow   *guarded
}

func (r *registry) build(policy *recovery.Policy, cfg Config) error {
	r.policy = policy
	r.declared = make(map[string]*guarded, len(cfg.Tools))
	r.upstreams = make(map[string]*upstream)
	var before *registry
	if cfg.Share != nil {
		before = &cfg.Share.registry
		r.upstreams = maps.Clone(before.upstreams)
	}
	var errs []error
	for i, spec := range cfg.Tools {
		if spec.Name == "" {
			errs = append(errs, fmt.Errorf("tools[%d].name must not be empty", i))
			continue
		}
		if r.declared[spec.Name] != nil {
			errs = append(errs, fmt.Errorf("tools[%d].name: %q is declared twice", i, spec.Name))
			continue
		}
		t := r.tool(spec)
		if cfg.Validator != nil && len(spec.Input) > 0 {
			v, err := cfg.Validator(spec)
			if err != nil {
				errs = append(errs, fmt.Errorf("tools[%d] (%s): %w", i, spec.Name, err))
			}
			t.validator = v
		}
		if before != nil {
			t.inherit(before.declared[spec.Name])
		}
		t.plain = t.lastGood == 0 && t.validator == nil && spec.Key == nil && len(spec.Parameters) == 0
		r.declared[spec.Name] = t
		r.names = append(r.names, spec.Name)
	}
	r.overflow = r.tool(tool.Spec{})
	return errors.Join(errs...)
}

// inherit takes over the breaker of the same tool in another guard.
func (t *guarded) inherit(from *guarded) {
	if from != nil && from.upstream == t.upstream {
		t.breaker = from.breaker
	}
}

// find returns the state of the tool of that name.
func (r *registry) find(name string) *guarded {
	if t := r.declared[name]; t != nil {
		return t
	}
	if t, ok := r.undeclared.Load(name); ok {
		return t.(*guarded) //nolint:errcheck,forcetypeassert // only this file stores into it
	}
	if r.count.Add(1) > maxUndeclared {
		return r.overflow
	}
	t, _ := r.undeclared.LoadOrStore(name, r.tool(tool.Spec{Name: name}))
	return t.(*guarded) //nolint:errcheck,forcetypeassert // only this file stores into it
}

// tool makes the state of one tool. Only build may meet a new upstream: a tool
// that was never declared belongs to the unnamed one.
func (r *registry) tool(spec tool.Spec) *guarded {
	up := r.upstreams[spec.Upstream]
	if up == nil {
		up = &upstream{
			name:    spec.Upstream,
			budget:  recovery.NewBudget(r.policy.Budget),
			breaker: recovery.NewBreaker(r.policy.Breaker),
			limiter: recovery.NewLimiter(),
		}
		r.upstreams[spec.Upstream] = up
	}
	t := &guarded{
		spec:     spec,
		deadline: r.policy.Deadline,
		timeout:  r.policy.Timeout,
		breaker:  recovery.NewBreaker(r.policy.Breaker),
		upstream: up,
	}
	own := r.policy.Tools[spec.Name]
	if own.Deadline > 0 {
		t.deadline = own.Deadline
	}
	if own.Timeout > 0 {
		t.timeout = own.Timeout
	}
	if spec.Access == tool.AccessRead {
		t.lastGood = own.LastGood
	}
	t.first = t.bound(0)
	return t
}
