package httpguard

import (
	"errors"

	"github.com/sequitur-go/sequitur/tool"
)

// ErrNotReplayable says that a request was not repeated because its body can be
// read only once.
var ErrNotReplayable = errors.New("the request's body can be read only once")

// An Error is a round trip that drew no response.
type Error struct {
	// Outcome is the guard's word: the message for a model, and the verdict.
	Outcome tool.Outcome
	cause   error // what the last attempt ended with, nil where none was made
}

// Error returns the guard's message, else what the last attempt ended with.
func (e *Error) Error() string {
	switch {
	case e.Outcome.Err != nil:
		return e.Outcome.Err.Error()
	case e.Outcome.Body != "":
		return e.Outcome.Body
	case e.cause != nil:
		return e.cause.Error()
	default:
		return "no attempt was made"
	}
}

// Unwrap returns the guard's error and the last attempt's.
func (e *Error) Unwrap() []error {
	var errs []error
	for _, err := range []error{e.Outcome.Err, e.cause} {
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// Timeout says that the last attempt ran out of time, as errors of package net
// do.
func (e *Error) Timeout() bool {
	timeout, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](e.cause)
	return ok && timeout.Timeout()
}
