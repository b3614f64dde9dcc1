package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// endsLikeFailure says whether the output of a command ends as failures do: its
// last line opens like one, or its tests were counted and some failed.
func endsLikeFailure(body string) bool {
	tail := strings.TrimRight(body[max(0, len(body)-maxTail):], " \t\r\n")
	last := tail[strings.LastIndexByte(tail, '\n')+1:]
	logged := loggedError(last)
	last = plainLine(last)
	return last != "" && len(last) < maxBare && (startsLikeFailure(last) || opensWithClass(last) || logged) || beginsLogged(body) || testsFailed(tail) || compilerFails(tail)
}

// commandFails says whether the output of a command that did something tells a
// failure, and what kind of one.
func (v *view) commandFails(body string) bool {
	if !crashed(body) && !endsLikeFailure(body) {
		return v.partOfOutput(body)
	}
	if !v.partOfOutput(body) && !v.compiler(body) {
		v.take(LayerText, "output", "", rule{ExecutionFailed, 43, 0})
	}
	return true
}

// partOfOutput recognises a command that did a part of what it was to do.
func (v *view) partOfOutput(body string) bool {
	if !someLinesDone(body) {
		return false
	}
	v.take(LayerText, "lines", "", rule{Partial, 85, 0})
	return true
}

// plainLine takes colours and a time in brackets off a line of output.
func plainLine(line string) string {
	for {
		line = strings.TrimLeft(line, " \t")
		switch {
		case strings.HasPrefix(line, "\x1b["):
			_, line, _ = strings.Cut(line, "m")
		case strings.HasPrefix(line, "[") && len(line) > 2 && isDigit(line[1]):
			_, rest, ok := strings.Cut(line, "]")
			if _, colour, short := strings.Cut(line[:min(len(line), 6)], "m"); short && (!ok || colour == "" || colour[0] != ':') {
				_, rest, _ = strings.Cut(line, "m")
			}
			line = rest
		default:
			return line
		}
	}
}

// testsFailed says whether a text counts tests, and counts some that failed.
func testsFailed(text string) bool {
	lower := lowered(text)
	if !strings.Contains(lower, "passed") && !strings.Contains(lower, " total") && !strings.Contains(lower, "tests") && !strings.Contains(lower, " examples, ") {
		return false
	}
	for _, key := range [...]string{"failures: ", "errors: ", "failed: "} {
		if i := strings.LastIndex(lower, key); i >= 0 && strings.Contains(lower, "tests:") && i+len(key) < len(lower) && lower[i+len(key)] > '0' && lower[i+len(key)] <= '9' {
			return true
		}
	}
	for _, word := range [...]string{" failed", " failing", " failures", " failure"} {
		for at := 0; ; {
			i := strings.Index(lower[at:], word)
			if i < 0 {
				break
			}
			at += i
			digits := at
			for digits > 0 && isDigit(lower[digits-1]) {
				digits--
			}
			if n := number(lower[digits:at]); n > 0 {
				return true
			}
			at += len(word)
		}
	}
	return false
}

// testsPassed says whether a text counts tests, and none that failed.
func testsPassed(text string) bool {
	lower := lowered(text[max(0, len(text)-maxTail):])
	i := strings.LastIndex(lower, " passed")
	if i < 1 || !isDigit(lower[i-1]) {
		return false
	}
	some := i
	for some > 0 && isDigit(lower[some-1]) {
		some--
	}
	if some > 1 && lower[some-1] == '/' && lower[some-2] != lower[i-1] {
		return false // "3/4 passed"
	}
	return !testsFailed(lower)
}

// compilerFails says whether a text has the line of a compiler's error.
func compilerFails(text string) bool {
	for _, mark := range [...]string{"): error ", ": error: ", "\nerror: ", "process didn't exit successfully"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return checks(text)
}

// runs says whether an outcome is the output of a command that did something: what
// a reader of files prints is its files'.
func (v *view) runs() bool {
	return (v.out.Channel == tool.ChannelStdout || v.runsCode()) && !harmless(command(v.call))
}

// crashed says whether the output of code ends in a Python exception: what it
// printed before stands in front of the trace.
func crashed(body string) bool {
	at := strings.LastIndex(body, "Traceback (most recent call last")
	if at < 0 {
		return false
	}
	for line := range strings.Lines(body[at:]) {
		name, _, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok && !strings.Contains(name, " ") && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")) {
			return true
		}
	}
	return false
}
