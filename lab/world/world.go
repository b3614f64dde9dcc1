package world

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/sequitur-go/sequitur/tool"
)

// A World is the tools of one trial, and the state behind them. It is safe for
// concurrent use.
type World struct {
	name  string
	tools []entry

	mu     sync.Mutex
	ledger Ledger
}

// entry is one tool: what is known of it, the values of its closed parameters,
// and what it does.
type entry struct {
	spec   tool.Spec
	closed map[string][]tool.Value
	run    func(args arguments) (any, *refusal)
}

// arguments are a call's arguments as text; "" is an absent one.
type arguments map[string]string

// refusal is how a backend says no.
type refusal struct {
	status int // an HTTP status, or 0 for an error of the client's runtime
	text   string
}

var worldTable = map[string]func(*rand.Rand) []entry{
	"metrics": metrics,
	"retail":  retail,
	"flights": flights,
}

// Names returns the names of the worlds.
func Names() []string { return []string{"metrics", "retail", "flights"} }

// New returns a fresh world of that name, with the values of the seed.
func New(name string, seed uint64) (*World, error) {
	build := worldTable[name]
	if build == nil {
		return nil, fmt.Errorf("world must be one of %s, got %q", strings.Join(Names(), ", "), name)
	}
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // trials must be repeatable
	return &World{name: name, tools: build(random)}, nil
}

// Specs returns what is known of the tools, in a fixed order. The values of
// closed parameters are not in it: see [World.Closed].
func (w *World) Specs() []tool.Spec {
	specs := make([]tool.Spec, len(w.tools))
	for i := range w.tools {
		specs[i] = w.tools[i].spec
	}
	return specs
}

// Closed returns the values of a tool's closed parameters, by parameter.
func (w *World) Closed(name string) map[string][]tool.Value {
	if t := w.find(name); t != nil {
		return t.closed
	}
	return nil
}

// Ledger returns a copy of the effects so far.
func (w *World) Ledger() Ledger {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.ledger)
}

func (w *World) find(name string) *entry {
	for i := range w.tools {
		if w.tools[i].spec.Name == name {
			return &w.tools[i]
		}
	}
	return nil
}

// Invoke runs a call at the backend.
func (w *World) Invoke(_ context.Context, call tool.Call) tool.Outcome {
	t := w.find(call.Tool)
	if t == nil {
		return refused(&refusal{text: fmt.Sprintf("Error: unknown tool %q", call.Tool)})
	}
	args, no := decode(call.Args)
	if no == nil {
		no = missing(&t.spec, args)
	}
	if no != nil {
		return refused(no)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	result, no := t.run(args)
	if no != nil {
		return refused(no)
	}
	if t.spec.Access != tool.AccessRead {
		w.ledger = append(w.ledger, Effect{Tool: call.Tool, Args: args.canonical()})
	}
	body, err := json.Marshal(result)
	if err != nil {
		return refused(&refusal{status: 500, text: err.Error()})
	}
	return tool.Outcome{
		Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: string(body),
	}
}

// refused is the outcome of a refusal.
func refused(no *refusal) tool.Outcome {
	out := tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagFailure}
	if no.status == 0 {
		out.Channel, out.Err = tool.ChannelException, fmt.Errorf("%s", no.text)
		return out
	}
	out.Channel, out.Status = tool.ChannelHTTP, no.status
	body, err := json.Marshal(map[string]string{"error": no.text})
	if err == nil {
		out.Body = string(body)
	}
	return out
}

// decode reads a call's arguments. Models write numbers as strings and the
// reverse; a backend of a lab takes both.
func decode(raw json.RawMessage) (arguments, *refusal) {
	var all map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.UseNumber()
	if err := decoder.Decode(&all); err != nil && len(raw) > 0 {
		return nil, &refusal{text: "Error: EINVAL: the arguments are not a JSON object"}
	}
	args := make(arguments, len(all))
	for name, value := range all {
		if value != nil {
			args[name] = fmt.Sprint(value)
		}
	}
	return args, nil
}

// missing names the first required argument that is absent.
func missing(spec *tool.Spec, args arguments) *refusal {
	var schema struct {
		Required []string `json:"required"`
	}
	if json.Unmarshal(spec.Input, &schema) != nil {
		return nil
	}
	for _, name := range schema.Required {
		if args[name] == "" {
			return &refusal{text: fmt.Sprintf("Error: EINVAL: the argument '%s' is required", name)}
		}
	}
	return nil
}
