package fault

import "strings"

// One tolerant scanner reads JSON, Python reprs and what JavaScript prints of an
// object: they differ in quotes, in bare keys and in the words for nothing. It
// returns spans of its input and allocates nothing.

// skipValue returns the end of the value that begins at s[i].
func skipValue(s string, i int) int {
	if i >= len(s) {
		return i
	}
	switch s[i] {
	case '"', '\'':
		return skipString(s, i)
	case '{', '[', '(':
		depth := 0
		for i < len(s) {
			switch s[i] {
			case '"', '\'':
				i = skipString(s, i)
				continue
			case '{', '[', '(':
				depth++
			case '}', ']', ')':
				depth--
				if depth == 0 {
					return i + 1
				}
			}
			i++
		}
		return i
	}
	for i < len(s) && s[i] != ',' && s[i] != '}' && s[i] != ']' && s[i] != ')' && s[i] != '\n' {
		i++
	}
	return i
}

// skipString returns the end of the string that begins at s[i]. A single quote
// inside a word ("can't") does not end one.
func skipString(s string, i int) int {
	quote := s[i]
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			if quote == '\'' && i+1 < len(s) && isAlnum(s[i+1]) {
				continue
			}
			return i + 1
		}
	}
	return min(i, len(s))
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// isObject says whether s begins like an object, isList like a list.
func isObject(s string) bool { return len(s) > 1 && s[0] == '{' }
func isList(s string) bool   { return len(s) > 1 && s[0] == '[' }

// members calls visit for each member of an object, until it returns false.
func members(s string, visit func(key, value string) bool) {
	for i := 1; i < len(s); {
		i = skipSpace(s, i)
		if i >= len(s) || s[i] == '}' {
			return
		}
		start := i
		if s[i] == '"' || s[i] == '\'' {
			i = skipString(s, i)
		} else {
			for i < len(s) && s[i] != ':' && s[i] != '}' {
				i++
			}
		}
		key := unquote(s[start:i])
		i = skipSpace(s, i)
		if i >= len(s) || s[i] != ':' {
			return
		}
		i = skipSpace(s, i+1)
		end := skipValue(s, i)
		if !visit(key, strings.TrimSpace(s[i:end])) {
			return
		}
		i = skipSpace(s, end)
		if i < len(s) && s[i] == ',' {
			i++
		} else if i < len(s) && i == end && s[i] != '}' {
			return // no progress: not an object after all
		}
	}
}

// elements calls visit for each element of a list, until it returns false.
func elements(s string, visit func(value string) bool) {
	for i := 1; i < len(s); {
		i = skipSpace(s, i)
		if i >= len(s) || s[i] == ']' {
			return
		}
		end := skipValue(s, i)
		if end == i || !visit(strings.TrimSpace(s[i:end])) {
			return
		}
		i = skipSpace(s, end)
		if i < len(s) && s[i] == ',' {
			i++
		} else {
			return
		}
	}
}

// unquote takes the quotes off; escapes stay.
func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// unescape replaces the escapes of a string, for the texts that are matched.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	plain := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b == '\\' && i+1 < len(s) {
			switch s[i+1] {
			case 'n':
				b = '\n'
			case 't':
				b = '\t'
			case 'r':
				i++
				continue
			case '\\', '"', '\'', '/':
				b = s[i+1]
			default:
				i--
			}
			i++
		}
		plain = append(plain, b)
	}
	return string(plain)
}

// lowered is s with its ASCII letters in lower case, so that places in the one
// are places in the other.
func lowered(s string) string {
	for i := range len(s) {
		if isUpper(s[i]) {
			lower := []byte(s)
			for ; i < len(lower); i++ {
				if isUpper(lower[i]) {
					lower[i] += 'a' - 'A'
				}
			}
			return string(lower)
		}
	}
	return s
}

// isNothing says whether a value is null, none or without content.
func isNothing(v string) bool {
	switch v {
	case "", "null", "None", "undefined", "nil", `""`, "''", "[]", "{}", "false", "False", "0", "()":
		return true
	}
	return false
}

func isAlnum(b byte) bool { return byteTable[b]&(lowerByte|upperByte|digitByte) != 0 }

// What a byte is, as byteTable holds it.
const (
	lowerByte = 1 << iota
	upperByte
	digitByte
)

// byteTable tells what each byte is.
var byteTable = func() (table [256]uint8) {
	for b := range table {
		switch {
		case b >= 'a' && b <= 'z':
			table[b] = lowerByte
		case b >= 'A' && b <= 'Z':
			table[b] = upperByte
		case b >= '0' && b <= '9':
			table[b] = digitByte
		}
	}
	return table
}()
