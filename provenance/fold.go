package provenance

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// fold makes texts comparable: lower case, narrow instead of full-width forms,
// one kind of dash, quote and space, and JSON's escapes resolved. It returns
// for each byte of the folded text its place in the original; nil where the
// places are the same.
func fold(text string) (folded string, places []int32) {
	i := plainPrefix(text)
	if i == len(text) {
		return strings.ToLower(text), nil
	}
	f := folder{out: make([]byte, 0, len(text)), places: make([]int32, 0, len(text)+1)}
	for j := range i {
		f.put(lower(text[j]), j)
	}
	for i < len(text) {
		r, size := decode(text[i:])
		f.add(r, i)
		i += size
	}
	f.places = append(f.places, int32(len(text))) //nolint:gosec // texts are bounded to far less than 2 GiB
	return string(f.out), f.places
}

// plainPrefix returns how many bytes stay one byte each when folded.
func plainPrefix(text string) int {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] == '\\' {
			return i
		}
	}
	return len(text)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

type folder struct {
	out    []byte
	places []int32
}

func (f *folder) put(c byte, at int) {
	f.out = append(f.out, c)
	f.places = append(f.places, int32(at)) //nolint:gosec // texts are bounded to far less than 2 GiB
}

// add folds one rune.
func (f *folder) add(r rune, at int) {
	if r < utf8.RuneSelf {
		f.put(lower(byte(r)), at) //nolint:gosec // below 0x80
		return
	}
	r = narrow(r)
	switch {
	case r < 0:
		return
	case r == groupSpace && (len(f.out) == 0 || !isDigit(f.out[len(f.out)-1])):
		r = ' '
	}
	before := len(f.out)
	f.out = utf8.AppendRune(f.out, r)
	for range len(f.out) - before {
		f.places = append(f.places, int32(at)) //nolint:gosec // texts are bounded to far less than 2 GiB
	}
}

// groupSpace stands for a space that may group digits.
const groupSpace = '\''

// narrow returns the plain form of a rune, or -1 for one that is not seen.
func narrow(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E: // full-width ASCII
		return unicode.ToLower(r - 0xFEE0)
	case r >= 0x4E00 && r <= 0x9FFF: // the common ideographs
		return r
	case r >= 0x2010 && r <= 0x2015, r == 0x2212:
		return '-'
	case r == 0x200B, r == 0x200C, r == 0x200D, r == 0x2060, r == 0xFEFF, r == 0x00AD:
		return -1
	case r == 0x00A0, r == 0x202F, r == 0x2009:
		return groupSpace
	case r == 0x3000:
		return ' '
	case r == 0x2018, r == 0x2019:
		return '\''
	case r == 0x201C, r == 0x201D:
		return '"'
	case r == 0xFFE5: // full-width yen
		return 0xA5
	}
	return unicode.ToLower(r)
}

// decode returns the first rune of a text. It resolves JSON's escapes, since
// tool results are often JSON within JSON.
func decode(text string) (r rune, size int) {
	if text[0] != '\\' || len(text) < 2 {
		return utf8.DecodeRuneInString(text)
	}
	switch text[1] {
	case 'n', 'r', 't':
		return ' ', 2
	case '"', '/':
		return rune(text[1]), 2
	case 'u':
		r, ok := hex4(text[2:])
		if !ok {
			break
		}
		if utf16.IsSurrogate(r) && len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
			if low, ok := hex4(text[8:]); ok {
				return utf16.DecodeRune(r, low), 12
			}
		}
		return r, 6
	}
	return '\\', 1
}

func hex4(text string) (rune, bool) {
	if len(text) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range []byte(text[:4]) {
		switch c = lower(c); {
		case isDigit(c):
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }
func isAlnum(c byte) bool  { return isDigit(c) || isLetter(c) }
