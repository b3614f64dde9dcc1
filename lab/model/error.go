package model

import (
	"fmt"
	"time"
)

// A Failure says how the way to a model failed. It is a failure of the
// experiment's infrastructure, never of the agent.
type Failure string

// The failures.
const (
	Unreachable Failure = "unreachable"  // no connection
	TimedOut    Failure = "timed_out"    // no whole answer in time
	CutOff      Failure = "cut_off"      // the answer broke off
	RateLimited Failure = "rate_limited" // refused for load
	Refused     Failure = "refused"      // refused for good: key, model, request
	ServerError Failure = "server_error" // the server failed
	Malformed   Failure = "malformed"    // the answer is no chat completion
)

// An Error is an infrastructure failure with a model's server.
type Error struct {
	Failure Failure
	Status  int
	// Detail is the server's own sentence, capped.
	Detail string
	// RetryAfter is how long the server asks to wait.
	RetryAfter time.Duration
	cause      error
}

// Error tells the failure in a line.
func (e *Error) Error() string {
	text := "model server " + failureNames[e.Failure]
	if e.Status != 0 {
		text += fmt.Sprintf(" (status %d)", e.Status)
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Final says that the next request would fail alike: a run should end.
func (e *Error) Final() bool { return e.Failure == Refused }

var failureNames = map[Failure]string{
	Unreachable: "cannot be reached",
	TimedOut:    "did not answer in time",
	CutOff:      "broke its answer off",
	RateLimited: "refuses for load",
	Refused:     "refuses the request",
	ServerError: "failed",
	Malformed:   "answered with something that is no chat completion",
}
