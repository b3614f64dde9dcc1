// Package fault says what went wrong with an outcome: one [Kind], two flags,
// and the evidence. Every decision of this module starts from it.
package fault

import (
	"fmt"
	"slices"
	"strings"
)

// A Kind says what went wrong. The set is closed; [Unknown] is the zero value
// and the safe one.
type Kind uint8

// The kinds.
const (
	// Unknown: none of the others can be shown.
	Unknown Kind = iota
	// OK: no fault; the outcome is a success.
	OK
	// Timeout: a deadline passed before the answer came.
	Timeout
	// Network: the connection failed, broke or was lost.
	Network
	// RateLimited: refused for load or for a short window.
	RateLimited
	// ServerError: the tool or its backend failed by itself.
	ServerError
	// Unauthenticated: no identity, or a bad or an expired one.
	Unauthenticated
	// Forbidden: a valid identity without permission, or a policy's refusal.
	Forbidden
	// QuotaExhausted: a daily, monthly or money limit is spent.
	QuotaExhausted
	// NotFound: the record or the target that was named does not exist.
	NotFound
	// Empty: a success without content.
	Empty
	// InvalidArgument: an argument of a wrong type or value.
	InvalidArgument
	// MissingArgument: a required argument is absent, null or empty.
	MissingArgument
	// UnknownTool: there is no tool of that name.
	UnknownTool
	// Conflict: the present state does not allow it.
	Conflict
	// ExecutionFailed: the tool ran, and the work it was given failed.
	ExecutionFailed
	// Declined: a person or an approval gate refused this call.
	Declined
	// Partial: a part of the work is done.
	Partial
	// Malformed: the reply breaks off or is not what was promised.
	Malformed
	// Canceled: the caller gave up, or the call has no result.
	Canceled

	kindCount
)

var kindNames = [kindCount]string{
	"unknown", "ok", "timeout", "network", "rate_limited", "server_error", "unauthenticated", "forbidden",
	"quota_exhausted", "not_found", "empty", "invalid_argument", "missing_argument", "unknown_tool", "conflict",
	"execution_failed", "declined", "partial", "malformed", "canceled",
}

// Kinds returns all kinds of fault in the order of their constants; OK is not
// one of them.
func Kinds() []Kind {
	kinds := make([]Kind, 0, kindCount-1)
	for k := range kindCount {
		if k != OK {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// ParseKind returns the kind of that name. The error lists the valid names.
func ParseKind(name string) (Kind, error) {
	if i := slices.Index(kindNames[:], name); i >= 0 {
		return Kind(i), nil //nolint:gosec // an index of a short table
	}
	return Unknown, fmt.Errorf("unknown fault kind %q: must be one of %s", name, strings.Join(kindNames[:], ", "))
}

// String returns the kind's name as files spell it.
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return kindNames[Unknown]
}

// MarshalText implements [encoding.TextMarshaler].
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *Kind) UnmarshalText(text []byte) error {
	parsed, err := ParseKind(string(text))
	if err != nil {
		return err
	}
	*k = parsed
	return nil
}
