package feedback

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean takes out what no reader sees and a model may obey: terminal
// sequences, control and format characters, invalid bytes. Line ends become
// "\n", every other blank a space.
func clean(text string) string {
	i := plainPrefix(text)
	if i == len(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	b.WriteString(text[:i])
	for i < len(text) {
		if n := terminalSequence(text[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1, hidden(r):
		case r == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case r == '\n', r == '\r', r == '\u2028', r == '\u2029', r == '\u0085':
			b.WriteByte('\n')
		case r == '\t', unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// plainPrefix returns how many leading bytes need no cleaning for sure.
func plainPrefix(text string) int {
	for i := range len(text) {
		if c := text[i]; c == '\\' || c != '\n' && (c < ' ' || c > '~') {
			return i
		}
	}
	return len(text)
}

// hidden says whether a rune has no place in a message.
func hidden(r rune) bool {
	switch {
	case r == '\n', r == '\r', r == '\t', r == '\u0085':
		return false
	case r < 0x7f:
		return r < ' '
	case r == '\u034f', r == '\u115f', r == '\u1160', r == '\u3164', r == '\uffa0': // joiner and fillers without ink
		return true
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

// escapeNames are the ways in which an escape character is written out.
var escapeNames = [...]string{"\x1b", `\u001b`, `\u001B`, `\x1b`, `\x1B`, `\033`, `\e`, "\u009b", `\u009b`}

// terminalSequence returns the length of the terminal sequence that text
// begins with, or 0.
func terminalSequence(text string) int {
	if text[0] != '\x1b' && text[0] != '\\' && text[0] != '\xc2' {
		return 0
	}
	for _, name := range escapeNames {
		rest, ok := strings.CutPrefix(text, name)
		if !ok {
			continue
		}
		short := strings.HasSuffix(name, "9b") || name == "\u009b" // includes the bracket
		switch {
		case short:
			return len(name) + controlSequence(rest)
		case strings.HasPrefix(rest, "["):
			return len(name) + 1 + controlSequence(rest[1:])
		case name == "\x1b" && strings.HasPrefix(rest, "]"):
			return len(name) + 1 + systemCommand(rest[1:])
		case name == "\x1b":
			return 1
		}
	}
	return 0
}

// controlSequence returns the length of the parameters and the final byte, or
// 0 where what follows is no sequence: it may be the start of something that
// has to be found whole.
func controlSequence(rest string) int {
	for i := range min(len(rest), 64) {
		switch c := rest[i]; {
		case c >= '@' && c <= '~':
			return i + 1
		case c < '0' || c > '?':
			return 0
		}
	}
	return 0
}

// systemCommand returns the length of an operating system command (a title, a
// link), which ends with a bell or an escape.
func systemCommand(rest string) int {
	for i := range min(len(rest), 4096) {
		if rest[i] == '\a' || rest[i] == '\x1b' {
			return i + 1
		}
	}
	return 0
}
