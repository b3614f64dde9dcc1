package score

import (
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// A Label is what a person says of one line.
type Label struct {
	Kind      fault.Kind `json:"kind"`
	Retryable bool       `json:"retryable"`
	// Effect is a label's own scale: see [Effect].
	Effect       Effect `json:"effect"`
	Traceback    bool   `json:"traceback"`
	SecretOrPath bool   `json:"secret_or_path"`
	NextStep     bool   `json:"next_step"`
}

// A Line is one labelled outcome with what the classifier made of it.
type Line struct {
	ID string
	// Strict says that the payload alone shows the cause, and that it is real.
	Strict bool
	Label  Label
	Got    fault.Fault
	// Flag is what the protocol alone says: the floor to beat.
	Flag tool.Flag
	// Leaks are the forbidden things found in the message for the model.
	Leaks []string
}

// dangers returns the reasons for which acting on the line would do harm.
func (l Line) dangers() []string {
	var reasons []string
	if l.Got.Kind != fault.OK && l.Got.Retryable && hopeless(l.Label.Kind) {
		reasons = append(reasons, "retryable on "+l.Label.Kind.String())
	}
	faulty := l.Label.Kind != fault.OK
	if faulty && l.Label.Effect == EffectPossible && l.Got.Effect == tool.EffectNone {
		reasons = append(reasons, "effect none where it is possible")
	}
	switch {
	case faulty && l.Got.Kind == fault.OK:
		reasons = append(reasons, l.Label.Kind.String()+" called a success")
	case !faulty && l.Got.Kind != fault.OK:
		reasons = append(reasons, "a success called "+l.Got.Kind.String())
	}
	return reasons
}

// hopeless reports whether repeating such a call unchanged can only do harm.
func hopeless(k fault.Kind) bool {
	switch k {
	case fault.Forbidden, fault.Unauthenticated, fault.QuotaExhausted, fault.Declined, fault.Canceled,
		fault.InvalidArgument, fault.MissingArgument, fault.UnknownTool:
		return true
	case fault.Unknown, fault.OK, fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError,
		fault.NotFound, fault.Empty, fault.Conflict, fault.ExecutionFailed, fault.Partial, fault.Malformed:
		return false
	}
	return false
}

// transient reports whether waiting usually heals the fault.
func transient(k fault.Kind) bool {
	return k == fault.Timeout || k == fault.Network || k == fault.RateLimited
}
