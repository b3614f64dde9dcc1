package main

import (
	"runtime/debug"
	"strings"
)

// The exit codes of the lab's commands, beside 0 (done, passed).
const (
	exitFailed       = 1
	exitUsage        = 2
	exitConfig       = 3
	exitThreshold    = 4
	exitInconclusive = 5
	exitInterrupted  = 130
)

// labError is an error with an exit code and a hint.
type labError struct {
	code int
	err  error
	hint string
}

// Error tells the error.
func (e *labError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *labError) Unwrap() error { return e.err }

// ExitCode is the program's exit code.
func (e *labError) ExitCode() int { return e.code }

// Hint says what to do about it.
func (e *labError) Hint() string { return e.hint }

func labExit(code int, err error, hint string) error { return &labError{code, err, hint} }

func labUsage(err error, hint string) error { return labExit(exitUsage, err, hint) }

func labBadFile(err error, hint string) error { return labExit(exitConfig, err, hint) }

// labVersion is the version that a manifest holds: a run is resumed only by the
// program that began it.
func labVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	var version strings.Builder
	version.WriteString(info.Main.Version)
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version.WriteString(" " + s.Value)
		}
	}
	return version.String()
}
