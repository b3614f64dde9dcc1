package inject

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// faultEntry is one fault: how long it lasts where the plan does not say, and
// what it does to an attempt.
type faultEntry struct {
	persistence When
	strike      func(context.Context, shot) tool.Outcome
}

var faultTable = map[string]faultEntry{
	"timeout":             {When{First: 1}, timeout},
	"network":             {When{First: 1}, network},
	"rate_limited":        {When{First: 1}, rateLimited},
	"server_error":        {When{First: 1}, serverError},
	"unauthenticated":     {When{UntilCredentialChanges: true}, unauthenticated},
	"forbidden":           {When{UntilCredentialChanges: true}, forbidden},
	"quota_exhausted":     {When{Always: true}, quotaExhausted},
	"not_found":           {When{Always: true}, notFound},
	"invalid_argument":    {When{Always: true}, invalidArgument},
	"empty":               {When{Always: true}, empty},
	"malformed":           {When{First: 1}, malformed},
	"committed_then_lost": {When{First: 1}, committedThenLost},
	"slow":                {When{Always: true}, slow},
	"flood":               {When{First: 1}, flood},
}

// shot is one attempt that a fault hits.
type shot struct {
	plan  *Plan
	call  tool.Call
	next  tool.Invoker
	sleep func(context.Context, time.Duration) error
}

// An Error is the error of an injected fault.
type Error struct {
	Text  string
	cause error
}

// Error returns the fault's words.
func (e *Error) Error() string { return e.Text }

// Unwrap returns what a real client would have met below.
func (e *Error) Unwrap() error { return e.cause }

// text returns the plan's words, or else those of the fault.
func (s *shot) text(own string) string {
	words := cmp.Or(s.plan.Text, own)
	if !strings.Contains(words, "{") {
		return words
	}
	var args map[string]json.RawMessage
	if json.Unmarshal(s.call.Args, &args) != nil {
		return words
	}
	for name := range args {
		value, _ := argument(s.call.Args, name)
		words = strings.ReplaceAll(words, "{"+name+"}", value)
	}
	return words
}

// spend passes the time that the attempt takes. It reports the outcome of an
// attempt whose caller gave up before.
func (s *shot) spend(ctx context.Context) (tool.Outcome, bool) {
	if s.plan.After == 0 {
		return tool.Outcome{}, true
	}
	if err := s.sleep(ctx, s.plan.After); err != nil {
		return tool.Outcome{
			Channel: tool.ChannelException, Phase: tool.PhaseSent, Flag: tool.FlagFailure, Err: err, Elapsed: s.plan.After,
		}, false
	}
	return tool.Outcome{}, true
}

// raise is the outcome of an attempt that ends with an error of the client.
func (s *shot) raise(ctx context.Context, phase tool.Phase, text string, cause error) tool.Outcome {
	if out, ok := s.spend(ctx); !ok {
		return out
	}
	return tool.Outcome{
		Channel: tool.ChannelException, Phase: phase, Flag: tool.FlagFailure,
		Err: &Error{Text: s.text(text), cause: cause}, Elapsed: s.plan.After,
	}
}

// refuse is the outcome of an attempt that the backend answers with a status.
func (s *shot) refuse(ctx context.Context, status int, text string) tool.Outcome {
	if out, ok := s.spend(ctx); !ok {
		return out
	}
	return tool.Outcome{
		Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Status: status,
		Body: s.text(text), Elapsed: s.plan.After,
	}
}
