package chaos

import (
	"slices"

	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// A Ledger is what really reached the server. What happens there to a call that
// comes again under the same idempotency key is the server's business: that is
// counted once.
type Ledger struct {
	// Reached counts the calls that reached the server.
	Reached int `json:"reached"`
	// Effects are the distinct calls of tools that are not known to read.
	Effects []Effect `json:"effects"`

	access func(string) tool.Access
	keys   map[string]bool
}

// An Effect is one distinct call that may change the world.
type Effect struct {
	Tool string `json:"tool"`
	// ArgsHash tells equal arguments apart from changed ones without them.
	ArgsHash string `json:"args_hash"`
	// Writes says that the tool is known to write; else nobody has said what it
	// does.
	Writes bool `json:"writes"`
	// Done counts how often the server has said that it is done.
	Done int `json:"done"`
}

// add enters a call that reached the server.
func (l *Ledger) add(call *tool.Call, out *tool.Outcome) {
	l.Reached++
	if l.access != nil && l.access(call.Tool) == tool.AccessRead || out.Flag == tool.FlagFailure || out.Err != nil || out.Status >= 400 {
		return
	}
	if call.Key != "" {
		key := call.Tool + "\x00" + call.Key
		if l.keys[key] {
			return
		}
		if l.keys == nil {
			l.keys = map[string]bool{}
		}
		l.keys[key] = true
	}
	l.effect(call).Done++
}

// effect returns the entry of a call.
func (l *Ledger) effect(call *tool.Call) *Effect {
	hash := recovery.Fingerprint(call.Args)
	i := slices.IndexFunc(l.Effects, func(e Effect) bool { return e.Tool == call.Tool && e.ArgsHash == hash })
	if i < 0 {
		i = len(l.Effects)
		known := l.access != nil && l.access(call.Tool) == tool.AccessWrite
		l.Effects = append(l.Effects, Effect{Tool: call.Tool, ArgsHash: hash, Writes: known})
	}
	return &l.Effects[i]
}

// Twice lists the effects that happened more than once.
func (l *Ledger) Twice() []Effect {
	var list []Effect
	for _, e := range l.Effects {
		if e.Done > 1 {
			list = append(list, e)
		}
	}
	return list
}

func (l *Ledger) clone() Ledger {
	return Ledger{Reached: l.Reached, Effects: slices.Clone(l.Effects)}
}
