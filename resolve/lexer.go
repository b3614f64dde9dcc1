package resolve

import (
	"unicode"
	"unicode/utf8"
)

// A lexer is the state of reading one name: it splits at marks, at blanks, where
// the case shows a new word, and between Chinese and other letters.
type lexer struct {
	*arena
	raw    []byte
	start  int    // of the folded name, in the arena
	first  int    // index of the first word
	word   int    // where the word begins that is being read, in the arena
	from   int    // and in raw
	count  int    // characters
	digits int    // of those, digits
	wide   int    // of those, Chinese ones
	cuts   uint32 // where marks part figures
	points uint32 // where points, colons and slashes do
	slash  bool
	isRate bool
}

func (l *lexer) split() {
	short := utf8.RuneCount(l.raw) <= 4 // capitals of a unit are no new words ("kWh")
	var before rune
	for i := 0; i < len(l.raw); {
		r, size := utf8.DecodeRune(l.raw[i:])
		if !partOfWord(r) {
			l.flush(i)
			l.slash = r == '/'
			l.mark(before, r, l.raw[i+size:])
			before = 0
			i += size
			continue
		}
		isHan := r >= utf8.RuneSelf && unicode.Is(unicode.Han, r)
		wasHan := before >= utf8.RuneSelf && unicode.Is(unicode.Han, before)
		if before != 0 && (isHan != wasHan || !short && newWord(before, r, l.raw[i+size:])) {
			l.flush(i)
		}
		if len(l.bytes) == l.word {
			l.from = i
		}
		if isHan {
			l.wide++
		}
		l.count++
		if digitRune(r) || r >= utf8.RuneSelf && unicode.IsDigit(r) {
			l.digits++
		}
		l.bytes = appendLower(l.bytes, r)
		before = r
		i += size
	}
	l.flush(len(l.raw))
}

// mark takes down the marks that matter: "C#" is not C, "UTC+1" is not UTC-1, and
// 3.11 is not 3.1.1.
func (l *lexer) mark(before, r rune, rest []byte) {
	next, _ := utf8.DecodeRune(rest)
	switch {
	case before == 0 && r != '+':
	case digitRune(before) && digitRune(next):
		at := uint32(len(l.bytes) - l.start + 1) //nolint:gosec // bounded by the length of a name
		l.cuts = l.cuts*31 + at
		if r == '.' || r == ':' || r == '/' {
			l.points = l.points*31 + at
		}
		if r == '+' {
			l.sign(r)
		}
	case r == '+' && (len(rest) == 0 || next == '+' || digitRune(next)), r == '#' && len(rest) == 0, r == '-' && len(rest) == 0 && len(l.raw) <= 3:
		l.sign(r)
	}
}

// sign makes a word of a mark.
func (l *lexer) sign(r rune) {
	l.word = len(l.bytes)
	l.bytes = append(l.bytes, byte(r)) //nolint:gosec // one of + # -
	text := l.bytes[l.word:len(l.bytes):len(l.bytes)]
	w := word{text: text, stem: text, root: text}
	w.setKeys()
	l.words = append(l.words, w)
	l.word = len(l.bytes)
}

func digitRune(r rune) bool { return r >= '0' && r <= '9' }

func appendLower(b []byte, r rune) []byte {
	switch {
	case r >= utf8.RuneSelf:
		return utf8.AppendRune(b, unicode.ToLower(r))
	case r >= 'A' && r <= 'Z':
		r += 'a' - 'A'
	}
	return append(b, byte(r)) //nolint:gosec // below 128
}

// partOfWord says whether a character belongs to a word. Signs of currency and
// degree do.
func partOfWord(r rune) bool {
	if r >= utf8.RuneSelf {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSymbol(r)
	}
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return true
	}
	switch r {
	case '%', '$', '<', '>', '=', '^', '|', '~', '`':
		return true
	}
	return false
}

// newWord says whether the case of r begins a new word.
func newWord(before, r rune, rest []byte) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(before) {
		return true
	}
	next, _ := utf8.DecodeRune(rest)
	return unicode.IsUpper(before) && unicode.IsLower(next)
}

// perTable holds the units that stand below a slash; it is then read as "per".
var perTable = map[string]bool{
	"s": true, "sec": true, "min": true, "h": true, "hr": true, "d": true, "day": true, "l": true, "dl": true, "ml": true,
	"kg": true, "g": true, "m2": true, "m3": true, "km": true, "gal": true, "month": true, "mo": true, "year": true, "yr": true,
}

const perText = "per"

// flush ends the word before raw[i].
func (l *lexer) flush(i int) {
	slash := l.slash
	l.slash = false
	folded := l.bytes[l.word:len(l.bytes):len(l.bytes)]
	l.word = len(l.bytes)
	if len(folded) == 0 {
		return
	}
	if r, _ := utf8.DecodeRune(folded); r >= utf8.RuneSelf && unicode.Is(unicode.Han, r) {
		l.segment(folded)
		return
	}
	if n := len(l.words); slash && n > l.first && len(l.words[n-1].text) <= 4 && perTable[string(folded)] {
		start := len(l.stems)
		l.stems = append(l.stems, perText...)
		per := l.stems[start:len(l.stems):len(l.stems)]
		w := word{text: per, stem: per, root: per, known: vocabulary().entries[perText]}
		w.setKeys()
		l.words = append(l.words, w)
		l.isRate = true
	}
	w := word{text: folded, stem: folded, root: folded, class: figures}
	if n := ordinal(folded); n > 0 {
		w.stem, w.root = folded[:n], folded[:n]
	} else if !digitsOnly(folded) {
		w.class = letters
		w.stem = l.stem(folded)
		w.root, w.form = root(w.stem)
	}
	w.known = vocabulary().word(&w, l.raw[l.from:i])
	switch {
	case w.known == nil:
		w.unturn()
	case w.known.root != "":
		start := len(l.stems)
		l.stems = append(l.stems, w.known.root...)
		w.root, w.form = l.stems[start:len(l.stems):len(l.stems)], done
	}
	w.setKeys()
	l.words = append(l.words, w)
}

// unturn reads "unassigned" as "assigned" under a negation.
func (w *word) unturn() {
	const prefix = "un"
	if w.class != letters || len(w.stem) < 7 || string(w.stem[:2]) != prefix || vowel(w.stem[2]) && w.stem[2] != 'a' {
		return
	}
	w.stem, w.turns = w.stem[2:], true
	w.root, w.form = root(w.stem)
	w.known = vocabulary().word(w, nil)
}

// segment splits Chinese into the longest words that the vocabulary knows, and
// what it does not know into characters.
func (l *lexer) segment(run []byte) {
	v := vocabulary()
	for len(run) > 0 {
		_, size := utf8.DecodeRune(run)
		known, n := v.longest(run)
		if n > 0 {
			size = n
		}
		part := run[:size:size]
		if known != nil && known.form == ongoing && len(run) > size && string(part) == "中" {
			known = nil // "middle", unless it ends the name
		}
		w := word{text: part, stem: part, root: part, known: known, class: han}
		w.setKeys()
		l.words = append(l.words, w)
		run = run[size:]
	}
}

// ordinal returns how many digits an ordinal number begins with ("10th"), 0 for
// anything else.
func ordinal(w []byte) int {
	n := len(w) - 2
	if n < 1 || !digitsOnly(w[:n]) {
		return 0
	}
	switch string(w[n:]) {
	case "st", "nd", "rd", "th":
		return n
	}
	return 0
}

func digitsOnly(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func vowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}
