package stream

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// escapesTable maps the byte behind a backslash to what it stands for.
var escapesTable = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// unquote appends to into what a string's body stands for. An escape that JSON
// does not know stays as it is.
func unquote(into, body []byte) []byte {
	for len(body) > 0 {
		n := bytes.IndexByte(body, '\\')
		if n < 0 || n+1 == len(body) {
			return append(into, body...)
		}
		into = append(into, body[:n]...)
		c := body[n+1]
		switch {
		case escapesTable[c] != 0:
			into = append(into, escapesTable[c])
			body = body[n+2:]
		case c == 'u':
			r, length := unicodeEscape(body[n:])
			into = utf8.AppendRune(into, r)
			body = body[n+length:]
		default:
			into = append(into, '\\', c)
			body = body[n+2:]
		}
	}
	return into
}

// unicodeEscape decodes \uXXXX, or a pair of them that makes one character, and
// says how many bytes it took.
func unicodeEscape(b []byte) (rune, int) {
	first, ok := hex(b)
	if !ok {
		return utf8.RuneError, 2
	}
	if !utf16.IsSurrogate(first) {
		return first, 6
	}
	if second, ok := hex(b[6:]); ok {
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

func hex(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 32)
	return rune(n), err == nil //nolint:gosec // sixteen bits
}
