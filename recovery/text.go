package recovery

import (
	"fmt"
	"slices"
)

var (
	actionNames       = [...]string{"return", "deliver", "retry", "switch_credential", "verify", "stand_in", "stop"}
	jitterNames       = [...]string{"full", "equal", "decorrelated", "none"}
	verificationNames = [...]string{"unverified", "none", "done", "failed"}
)

// String returns the action's name as files spell it.
func (a Action) String() string { return actionNames[min(int(a), len(actionNames)-1)] }

// MarshalText implements [encoding.TextMarshaler].
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Action) UnmarshalText(text []byte) error {
	i := slices.Index(actionNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("action must be one of %v, got %q", actionNames, text)
	}
	*a = Action(i) //nolint:gosec // an index of a short table
	return nil
}

// String returns the jitter's name as files spell it.
func (j Jitter) String() string { return jitterNames[min(int(j), len(jitterNames)-1)] }

// MarshalText implements [encoding.TextMarshaler].
func (j Jitter) MarshalText() ([]byte, error) { return []byte(j.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (j *Jitter) UnmarshalText(text []byte) error {
	i := slices.Index(jitterNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("jitter must be one of %v, got %q", jitterNames, text)
	}
	*j = Jitter(i) //nolint:gosec // an index of a short table
	return nil
}

// String returns the verification's name.
func (v Verification) String() string {
	return verificationNames[min(int(v), len(verificationNames)-1)]
}
