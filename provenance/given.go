package provenance

import (
	"cmp"
	"slices"
	"strings"
)

const (
	defaultMaxSource = 1 << 20
	defaultMaxTotal  = 8 << 20
	// maxKeys bounds the index, at some 20 bytes each.
	maxKeys = 1 << 18
	// maxNumbers bounds the numbers that are kept for roundings.
	maxNumbers = 1 << 16
)

// A Given is everything that a model was given. The zero Given is empty and
// ready to use. It is not safe for concurrent use.
//
// Adding is cheap: a text is looked at when somebody asks. Memory is bounded by
// MaxSource and MaxTotal, and by an index of at most 262,144 values (10 MB).
// What was left out could support anything, so a Given that is not [Complete]
// finds no claim unsupported.
//
// [Complete]: Given.Complete.
type Given struct {
	// MaxSource is how many bytes of one text are kept; 0 is 1 MiB.
	MaxSource int
	// MaxTotal is how many bytes of all texts are kept; 0 is 8 MiB.
	MaxTotal int

	texts   []given
	indexed int // how many of texts are in the index
	total   int
	cut     bool // something was left out

	keys    map[key]int32 // the text that a value stands in
	numbers []float64     // sorted
	derived []float64     // sums, counts and means of lists, sorted
	told    []number      // the numbers of what users said
}

// given is one text; it is folded once it is indexed.
type given struct {
	source Source
	text   string
}

// Add adds a text that the model was given.
func (g *Given) Add(source Source, text string) {
	limit := min(cmp.Or(g.MaxSource, defaultMaxSource), cmp.Or(g.MaxTotal, defaultMaxTotal)-g.total)
	if len(text) > limit {
		g.cut = true
		text = strings.Clone(text[:max(limit, 0)]) // do not hold the rest
	}
	if text == "" {
		return
	}
	g.total += len(text)
	g.texts = append(g.texts, given{source: source, text: text})
}

// Complete says that everything added was kept.
func (g *Given) Complete() bool {
	g.index()
	return !g.cut
}

// Find returns where a value comes from: the first text that it stands in, in
// whatever spelling. What the model itself wrote counts only where nothing else
// has the value.
func (g *Given) Find(value string) (Source, bool) {
	g.index()
	text, _ := fold(value)
	text = strings.Trim(text, " \t\r\n\"'")
	if text == "" {
		return Source{}, false
	}
	if at, ok := g.findValue(text); ok {
		return g.texts[at].source, true
	}
	if at, ok := g.findText(text); ok {
		return g.texts[at].source, true
	}
	if at, ok := g.findWords(text); ok {
		return g.texts[at].source, true
	}
	return Source{}, false
}

// findValue finds a text that is one value as a whole.
func (g *Given) findValue(text string) (at int, ok bool) {
	scan(text, func(v *value) {
		whole := strings.Trim(text[:v.start], " #$€£¥+-") == "" && v.end == len(text)
		if whole && !ok {
			at, ok = g.exact(v)
		}
	})
	return at, ok
}

// findText finds a text word for word.
func (g *Given) findText(text string) (at int, ok bool) {
	best := FromModel.rank() + 1
	for i := range g.texts[:g.indexed] {
		if rank := g.texts[i].source.Kind.rank(); rank < best && stands(g.texts[i].text, text) {
			at, ok, best = i, true, rank
		}
	}
	return at, ok
}

// maxWords bounds the work on a long value.
const maxWords = 16

// findWords finds a text that has all the words of a value, in any order.
func (g *Given) findWords(text string) (int, bool) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r < 0x80 && !isAlnum(byte(r)) }) //nolint:gosec // below 0x80
	if len(words) < 2 || len(words) > maxWords {
		return 0, false
	}
	for i := range g.texts[:g.indexed] {
		missing := func(word string) bool { return !stands(g.texts[i].text, word) }
		if g.texts[i].source.Kind.rank() == 0 && !slices.ContainsFunc(words, missing) {
			return i, true
		}
	}
	return 0, false
}

// stands says whether part stands in text as a whole: not within a longer word
// or number.
func stands(text, part string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], part)
		if at < 0 {
			return false
		}
		at += from
		if !cuts(text, at) && !cuts(text, at+len(part)) {
			return true
		}
		for from = at + 1; cuts(text, from) && isAlnum(text[from]) && isAlnum(text[from-1]); {
			from++ // within one word there is no other place
		}
	}
}

// cuts says whether a boundary at i would cut a word or a number in two.
func cuts(text string, i int) bool {
	if i <= 0 || i >= len(text) {
		return false
	}
	before, after := text[i-1], text[i]
	if isAlnum(before) && isAlnum(after) {
		return true
	}
	if (before == '.' || before == ',') && i >= 2 {
		return isDigit(text[i-2]) && isDigit(after)
	}
	if (after == '.' || after == ',') && i+1 < len(text) {
		return isDigit(before) && isDigit(text[i+1])
	}
	return false
}
