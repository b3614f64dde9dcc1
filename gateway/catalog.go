package gateway

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/jsonschema"
	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// A catalog knows the server's tools, from the lists that pass or from one of
// our own, and has the guard for them.
type catalog struct {
	log *slog.Logger
	// list asks the server for a page of its tools.
	list func(ctx context.Context, params json.RawMessage) (json.RawMessage, error)
	// sleep waits for the guard, and tells the client so.
	sleep func(context.Context, time.Duration) error
	inner tool.Invoker // what the guard wraps

	mu       sync.Mutex
	proxy    *Proxy // the settings in force
	declared map[string]mcpguard.Declaration
	cycle    []mcpguard.Declaration // of the listing that passes
	whole    bool                   // a listing has passed from its first page to its last
	asked    bool                   // or was tried
	deadline time.Duration
	name     *string       // the client's, nil while it is not known
	learnt   time.Duration // a deadline that the client has shown, 0 is none
	fetch    sync.Mutex    // held while we ask ourselves

	now atomic.Pointer[toolset]
}

// A toolset is the guard for one list of tools. It never changes.
type toolset struct {
	guard   *sequitur.Guard
	invoker tool.Invoker
	specs   map[string]tool.Spec
	policy  recovery.Policy
	mark    bool // the operator wants attempts to be marked
}

// start makes the guard that knows only what the operator says.
func (c *catalog) start() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.declared = map[string]mcpguard.Declaration{}
	c.deadline = c.due()
	return c.build()
}

// client sets the deadline for the client of that name.
func (c *catalog) client(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.name = &name
	c.limit()
}

// due is the deadline of a call by the settings in force. c.mu is held.
func (c *catalog) due() time.Duration {
	if c.proxy.Deadline != nil {
		return *c.proxy.Deadline // set for all
	}
	due := defaultPatience
	if c.name != nil {
		due = patience(c.proxy.Clients, *c.name)
	}
	if c.learnt > 0 && (due == 0 || c.learnt < due) {
		due = c.learnt
	}
	return due
}

// limit puts the deadline in force. c.mu is held.
func (c *catalog) limit() {
	if due := c.due(); c.deadline != due {
		c.deadline = due
		c.rebuild()
	}
}

// change puts other settings in force. Calls under way end by those that they
// began with; what was learnt goes on.
func (c *catalog) change(next *Proxy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.proxy = c.proxy.adopt(next)
	c.deadline = c.due()
	c.rebuild()
}

// learn takes a client at its word: it gave a call up after so long, so the next
// one is answered before.
func (c *catalog) learn(waited time.Duration) {
	deadline := max(waited-max(waited/10, 250*time.Millisecond), time.Second)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.proxy.Deadline == nil && (c.deadline == 0 || deadline < c.deadline) {
		c.log.Info("the client gave up a call, the next ones are answered earlier", slog.Duration("deadline", deadline))
		c.learnt = deadline
		c.limit()
	}
}

// page takes a list of tools that passes, with the request's parameters.
func (c *catalog) page(params, result json.RawMessage) {
	page, err := mcpguard.ParsePage(result)
	if err != nil {
		return // the client will see it
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if rawjson.Get(params, "cursor") == nil {
		c.cycle = nil
	}
	c.cycle = append(c.cycle, page.Tools...)
	before := maps.Clone(c.declared)
	if page.Next == "" {
		clear(c.declared)
		c.whole = true
	}
	for _, d := range c.cycle {
		c.declared[d.Name] = d
	}
	if !maps.EqualFunc(before, c.declared, sameDeclaration) {
		c.rebuild()
	}
}

func sameDeclaration(a, b mcpguard.Declaration) bool {
	same := func(a, b *bool) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
	return a.Description == b.Description && string(a.InputSchema) == string(b.InputSchema) &&
		string(a.OutputSchema) == string(b.OutputSchema) &&
		same(a.Annotations.ReadOnly, b.Annotations.ReadOnly) && same(a.Annotations.Idempotent, b.Annotations.Idempotent)
}

// stale is told that the list has changed. What is known stays in force until
// the new list is there.
func (c *catalog) stale() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole, c.asked = false, false
}

// current returns the guard for the tools. Where no list has passed yet, the
// server is asked for one; without an answer in time its tools are unknown.
func (c *catalog) current(ctx context.Context) *toolset {
	c.mu.Lock()
	enough := c.whole || c.asked
	c.mu.Unlock()
	if !enough {
		c.ask(ctx)
	}
	return c.now.Load()
}

// maxPages bounds a list that we ask for ourselves.
const (
	maxPages      = 100
	listPatience  = 3 * time.Second
	listDeadlines = 5 // the share of a call's deadline that a list may take, as a divisor
)

func (c *catalog) ask(ctx context.Context) {
	c.fetch.Lock()
	defer c.fetch.Unlock()
	c.mu.Lock()
	done, limit := c.whole || c.asked, listPatience
	if c.deadline > 0 {
		limit = min(limit, c.deadline/listDeadlines)
	}
	c.asked = true
	c.mu.Unlock()
	if done {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	params := json.RawMessage(`{}`)
	for range maxPages {
		result, err := c.list(ctx, params)
		if err != nil {
			c.log.WarnContext(ctx, "the server does not list its tools: they count as writes that must not be repeated", slog.Any("error", err))
			return
		}
		c.page(params, result)
		next := rawjson.Get(result, "nextCursor")
		if len(next) == 0 || next[0] != '"' || string(next) == `""` {
			return
		}
		params = rawjson.Set([]byte(`{}`), "cursor", next)
	}
}

// rebuild makes the guard anew. What cannot be built leaves the old one in force.
func (c *catalog) rebuild() {
	if err := c.build(); err != nil {
		c.log.Error("the list of tools is not used", slog.Any("error", err))
	}
}

// build makes the guard for what is known of the tools. c.mu is held.
func (c *catalog) build() error {
	specs := c.specs()
	policy := withTimeouts(c.proxy.policy(c.deadline), specs)
	cfg := sequitur.Config{
		Policy: &policy, Tools: specs, Rules: c.proxy.Rules, Renderer: c.proxy.Renderer, Store: c.proxy.Store,
		Recorder: c.proxy.Recorder, Escalate: c.proxy.Escalate, Validator: c.validator, Sleep: c.sleep,
	}
	if before := c.now.Load(); before != nil {
		cfg.Share = before.guard
	}
	guard, err := sequitur.New(cfg)
	if err != nil {
		return err
	}
	set := &toolset{guard: guard, policy: policy, mark: c.proxy.Mark, specs: make(map[string]tool.Spec, len(specs))}
	for _, spec := range specs {
		set.specs[spec.Name] = spec
	}
	switch {
	case c.proxy.Unguarded:
		set.invoker = c.inner
	case c.proxy.Shadow:
		set.invoker = newShadow(c.proxy, policy, set.specs, c.validator).wrap(c.inner)
	default:
		set.invoker = guard.Wrap(c.inner)
	}
	set.invoker = tool.Chain(set.invoker, c.proxy.Outer...)
	if c.proxy.OnTools != nil {
		c.proxy.OnTools(specs)
	}
	c.now.Store(set)
	return nil
}

// specs joins what the server declares with what the operator says.
func (c *catalog) specs() []tool.Spec {
	own := make(map[string]tool.Spec, len(c.proxy.Tools))
	for _, spec := range c.proxy.Tools {
		own[spec.Name] = spec
	}
	specs := make([]tool.Spec, 0, len(c.declared)+len(own))
	for _, name := range slices.Sorted(maps.Keys(c.declared)) {
		d := c.declared[name]
		spec := d.Spec(!c.proxy.Distrust)
		spec.Upstream = c.proxy.Server.Name
		if said, ok := own[name]; ok {
			spec = mcpguard.Override(spec, said)
			delete(own, name)
		}
		specs = append(specs, spec)
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		spec := own[name]
		if spec.Upstream == "" {
			spec.Upstream = c.proxy.Server.Name
		}
		specs = append(specs, spec)
	}
	return specs
}

// validator checks arguments by a tool's schema. A schema that cannot be used
// checks nothing: to refuse the tool would be worse.
func (c *catalog) validator(spec tool.Spec) (tool.Validator, error) {
	v, err := jsonschema.New(spec)
	if err != nil {
		c.log.Warn("arguments of a tool are not checked: its schema cannot be used", slog.String("tool", spec.Name), slog.Any("error", err))
		return lenient{}, nil
	}
	return newLenient(v, spec.Input), nil
}
