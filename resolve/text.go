package resolve

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A word is one word of a text, in the forms that rules compare. All of them
// are parts of one buffer, so that reading a text costs no memory of its own.
type word struct {
	text  []byte // folded
	stem  []byte // without a plural ending, in one of two spellings
	root  []byte // the stem without an inflection ("approv" of approve and approved)
	known *entry // what the vocabulary says of it; nil for nothing
	form  aspect // what its ending says
	turns bool   // stands under a negation
	class class
	// stemKey and rootKey differ where the stems and roots do, nearly always:
	// most words are told apart without a look at their letters.
	stemKey, rootKey uint32
	// mask has a bit for the root, and one for each sense: two words without a
	// common bit have nothing in common.
	mask uint64
}

// setKeys makes the keys of a word whose forms are known.
func (w *word) setKeys() {
	w.stemKey, w.rootKey = key(w.stem), key(w.root)
	w.mask = bit(w.rootKey)
	if w.known != nil {
		w.mask |= w.known.mask
	}
	if n := digit(w); n > 0 {
		w.mask |= bit(uint32(n)) //nolint:gosec // from 1 to 9
	}
}

func bit(n uint32) uint64 { return 1 << (n * 0x9E3779B1 >> 26) }

func key(b []byte) uint32 {
	n := len(b)
	if n == 0 {
		return 0
	}
	return uint32(n)<<24 | uint32(b[0])<<16 | uint32(b[n/2])<<8 | uint32(b[n-1]) //nolint:gosec // the length of a word; a carry only costs a comparison
}

// A class is what a word is made of.
type class uint8

const (
	letters class = iota
	figures
	han
)

// A text is a name in the forms that rules compare.
type text struct {
	words []word
	// units are the words without fillers, set phrases taken together.
	units []word
	// mask has the bits of all of them.
	mask uint64
	// compact is the folded name, without anything between its words.
	compact []byte
	// digits are the figures in order, parted by blanks.
	digits []byte
	// shape is the compact form with each run of figures as "#".
	shape []byte
	// wide says that the name is mostly Chinese.
	wide bool
	// rate says that the name is one unit per another ("m/s").
	rate bool
	// cuts and points tell where marks part the figures.
	cuts, points uint32
	// harm counts the words of which the larger effect must not be guessed.
	harm int
}

// maxText bounds how much of a name is compared, in bytes.
const maxText = 200

// An arena holds what texts are made of. It grows to the size of the largest
// question and is then used again.
type arena struct {
	raw   []byte // names in one width
	bytes []byte // folded names, each in one piece
	stems []byte
	words []word
}

func (a *arena) reset() {
	a.raw, a.bytes, a.stems, a.words = a.raw[:0], a.bytes[:0], a.stems[:0], a.words[:0]
}

// read puts a name into the forms that rules compare.
func (a *arena) read(name string) text { return a.readAs(name, maxText) }

// readAs reads at most limit bytes of a name.
func (a *arena) readAs(name string, limit int) text {
	l := lexer{arena: a, raw: a.normal(clipped(name, limit)), start: len(a.bytes), first: len(a.words)}
	l.word = l.start
	l.split()
	t := text{
		words:   a.words[l.first:len(a.words):len(a.words)],
		compact: a.bytes[l.start:len(a.bytes):len(a.bytes)],
		wide:    l.wide*2 > l.count,
		rate:    l.isRate,
		cuts:    l.cuts,
		points:  l.points,
	}
	t.shape = t.compact
	if l.digits > 0 {
		t.digits, t.shape = a.figures(t.compact)
	}
	t.units = a.unite(t.words)
	t.harm = harm(t.units)
	for i := range t.words {
		t.mask |= t.words[i].mask
	}
	for i := range t.units {
		t.mask |= t.units[i].mask
	}
	return t
}

// clipped cuts a text to at most limit bytes, between two characters.
func clipped(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// normal returns a name in one width and composition.
func (a *arena) normal(name string) []byte {
	start := len(a.raw)
	if ascii(name) {
		a.raw = append(a.raw, name...)
	} else {
		a.raw = norm.NFKC.AppendString(a.raw, name)
	}
	return a.raw[start:len(a.raw):len(a.raw)]
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// figures returns the digits of a name, and its shape.
func (a *arena) figures(compact []byte) (digits, shape []byte) {
	start := len(a.stems)
	inside := false
	for _, r := range string(compact) {
		digit := unicode.IsDigit(r)
		if digit && !inside && len(a.stems) > start {
			a.stems = append(a.stems, ' ')
		}
		if digit {
			a.stems = utf8.AppendRune(a.stems, r)
		}
		inside = digit
	}
	digits = a.stems[start:len(a.stems):len(a.stems)]
	start, inside = len(a.stems), false
	for _, r := range string(compact) {
		digit := unicode.IsDigit(r)
		switch {
		case !digit:
			a.stems = utf8.AppendRune(a.stems, r)
		case !inside:
			a.stems = append(a.stems, '#')
		}
		inside = digit
	}
	return digits, a.stems[start:len(a.stems):len(a.stems)]
}
