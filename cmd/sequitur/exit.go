package main

// The exit codes, beside 0 (done, passed).
const (
	exitFailed       = 1
	exitUsage        = 2
	exitConfig       = 3
	exitThreshold    = 4
	exitInconclusive = 5
	exitInterrupted  = 130
)

// exitError is an error with an exit code and a hint.
type exitError struct {
	code int
	err  error
	hint string
}

// Error tells the error.
func (e *exitError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *exitError) Unwrap() error { return e.err }

// ExitCode is the program's exit code.
func (e *exitError) ExitCode() int { return e.code }

// Hint says what to do about it.
func (e *exitError) Hint() string { return e.hint }

func exitWith(code int, err error, hint string) error { return &exitError{code, err, hint} }

func badUsage(err error, hint string) error { return exitWith(exitUsage, err, hint) }

func badFile(err error, hint string) error { return exitWith(exitConfig, err, hint) }
