package sequitur

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Config says how a [Guard] works. The zero Config is the documented preset,
// knows no tool, and keeps its state in the process.
type Config struct {
	// Policy is what to do about faults; nil is [recovery.Default].
	Policy *recovery.Policy
	// Tools is what is known of the tools. A tool without an entry counts as a
	// write that must not be repeated.
	Tools []tool.Spec
	// Rules are a team's own rules of classification; they come first.
	Rules []fault.Rule
	// Validator makes the check of a tool's arguments from its specification;
	// nil checks closed parameters only.
	Validator func(tool.Spec) (tool.Validator, error)
	// Renderer writes the messages; the zero value is plain English.
	Renderer feedback.Renderer
	// Store keeps verdict memory and idempotency claims; nil keeps them in the
	// process.
	Store state.Store
	// Share lends the guard what another one has learnt: verdict memory, claims,
	// and the budgets, breakers and limiters of the upstreams and tools that both
	// have. With it a process can follow a list of tools that changes. Store is
	// then not used; nil begins afresh.
	Share *Guard
	// Recorder is given each finished call; nil records nothing.
	Recorder Recorder
	// Escalate is called where somebody in charge has to know: transient
	// faults that outlived every attempt, and fatal ones. It must not block.
	Escalate func(context.Context, Escalation)
	// Refresh renews a principal's credential after it was refused; nil means
	// that there is nothing to renew. It is asked at most once per call.
	Refresh func(ctx context.Context, principal string) error
	// Now and Sleep replace the clock, for simulations; nil is the real one.
	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error
	// Seed makes jitter and identifiers repeatable; 0 draws a random one.
	Seed uint64
}

// A Recorder is given each finished call. It must be safe for concurrent use,
// must not block for long, and must not fail the call.
type Recorder interface {
	Record(ctx context.Context, episode trajectory.Episode)
}

// An Escalation tells somebody in charge of a fault that no retry will cure.
type Escalation struct {
	Time      time.Time
	Run       string // the session, "" outside of one
	Tool      string
	CallID    string
	Principal string
	Fault     fault.Kind
	Reason    string // the deciding rule, in a short phrase
	ErrorID   string // names the full record
}

// A Guard stands between tools and a model. It is safe for concurrent use.
type Guard struct {
	policy     recovery.Policy
	classifier fault.Classifier
	renderer   feedback.Renderer
	registry   registry
	keeper     *keeper
	recorder   Recorder
	escalate   func(context.Context, Escalation)
	refresh    func(context.Context, string) error
	now        func() time.Time
	real       bool // now is the real clock
	sleep      func(context.Context, time.Duration) error
	random     random
	operations sync.Pool // of *Operation, emptied: a success then costs no memory
}

// New returns a guard. Its error names everything that is wrong with cfg.
func New(cfg Config) (*Guard, error) {
	policy := recovery.Default()
	if cfg.Policy != nil {
		policy = *cfg.Policy
	}
	seed := cfg.Seed
	if seed == 0 {
		seed = rand.Uint64() //nolint:gosec // jitter and labels, no secrets
	}
	g := &Guard{
		policy:     policy,
		classifier: fault.Classifier{Rules: cfg.Rules},
		renderer:   cfg.Renderer,
		recorder:   cfg.Recorder,
		escalate:   cfg.Escalate,
		refresh:    cfg.Refresh,
		now:        cfg.Now,
		sleep:      cfg.Sleep,
		random:     random{source: rand.New(rand.NewPCG(seed, seed))}, //nolint:gosec // jitter and labels, no secrets
	}
	if g.now == nil {
		g.now, g.real = time.Now, true
	}
	if g.sleep == nil {
		g.sleep = sleep
	}
	if cfg.Share != nil {
		g.keeper = cfg.Share.keeper
	} else {
		g.keeper = new(keeper)
		g.keeper.open(cfg.Store, g.now, &g.policy)
	}
	err := errors.Join(policy.Validate(), g.renderer.Validate(), g.registry.build(&g.policy, cfg))
	if err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	return g, nil
}

// later is the time now, where an earlier reading is at hand: what passed since
// then costs half as much to read.
func (g *Guard) later(earlier time.Time) time.Time {
	if g.real {
		return earlier.Add(time.Since(earlier))
	}
	return g.now()
}

// watch is a reading of the guard's clock as one of the real clock, zero where
// they are not the same.
func (g *Guard) watch(now time.Time) time.Time {
	if g.real {
		return now
	}
	return time.Time{}
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// random is a seeded source for concurrent use; only faults draw from it.
type random struct {
	mu     sync.Mutex
	source *rand.Rand
}

func (r *random) float() float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source.Float64()
}

// label returns a short identifier with the prefix.
func (r *random) label(prefix string) string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	r.mu.Lock()
	bits := r.source.Uint64()
	r.mu.Unlock()
	text := make([]byte, 0, len(prefix)+12)
	text = append(text, prefix...)
	for range 12 {
		text = append(text, alphabet[bits%32])
		bits /= 32
	}
	return string(text)
}
