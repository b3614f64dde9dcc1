package resolve

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// initials fits an acronym to the words that it stands for, in a name or in a
// meaning, and the reverse.
func initials(q *question, o *option) bool {
	g := &q.given
	if standsFor(g, &o.text) || standsFor(&o.text, g) {
		return true
	}
	for i := range o.names {
		if standsFor(g, &o.names[i]) || standsFor(&o.names[i], g) {
			return true
		}
	}
	for i := range o.meanings {
		if standsFor(g, &o.meanings[i]) {
			return true
		}
	}
	return false
}

// standsFor says whether a short name is made of the initials of a long one.
func standsFor(short, long *text) bool {
	if len(short.words) != 1 || short.wide || len(short.compact) < 3 || len(short.compact) > 8 || len(short.digits) > 0 {
		return false
	}
	return spells(short.compact, long.words, false) || spells(short.compact, long.words, true)
}

// spells says whether the first letters of words make a short name, with or
// without the words that say nothing of their own.
func spells(short []byte, words []word, skip bool) bool {
	n := 0
	for i := range words {
		w := &words[i]
		if skip && w.known != nil && w.known.role == filler {
			continue
		}
		if n >= len(short) || w.text[0] != short[n] || w.class == han {
			return false
		}
		n++
	}
	return n == len(short) && n > 1
}

// abbreviation fits a name that is made of the beginnings of all the words of
// another ("custsvc": customer service), and the reverse.
func abbreviation(q *question, o *option) bool {
	g := &q.given
	if shortens(g, &o.text) || shortens(&o.text, g) {
		return true
	}
	for i := range o.names {
		if shortens(g, &o.names[i]) {
			return true
		}
	}
	return false
}

func shortens(short, long *text) bool {
	if short.wide || long.wide || len(short.words) != 1 || len(short.compact) < 3 || len(long.words) < 2 || len(long.words) > 6 ||
		len(short.compact) >= len(long.compact) || !bytes.Equal(short.digits, long.digits) {
		return false
	}
	for i := range long.words {
		if long.words[i].class == letters && bytes.HasPrefix(short.compact, long.words[i].text) && len(long.words[i].text) >= len(short.compact)-1 {
			return false // a word of its own, whatever letter is left
		}
	}
	return beginnings(short.compact, long.words)
}

// beginnings says whether a name is made of a beginning of each word.
func beginnings(short []byte, words []word) bool {
	if len(words) == 0 {
		return len(short) == 0
	}
	w := words[0].text
	for n := 1; n <= len(w) && n <= len(short) && short[n-1] == w[n-1]; n++ {
		if beginnings(short[n:], words[1:]) {
			return true
		}
	}
	return false
}

// withoutVowels fits a word to the same word written without vowels inside
// ("jpg": jpeg), as far as both are one word.
func withoutVowels(q *question, o *option) bool {
	g := &q.given
	if len(g.words) != 1 || len(o.words) != 1 || len(g.digits) > 0 {
		return false
	}
	return bare(g.compact, o.compact) || bare(o.compact, g.compact)
}

// bare says whether short is long without its vowels and doubled letters.
func bare(short, long []byte) bool {
	if len(short) < 3 || len(short) >= len(long) || short[0] != long[0] || short[len(short)-1] != long[len(long)-1] {
		return false
	}
	n := 0
	for i, c := range long {
		if i > 0 && vowel(c) || n > 0 && c == short[n-1] && (n >= len(short) || short[n] != c) {
			continue
		}
		if n >= len(short) || short[n] != c {
			return false
		}
		n++
	}
	return n == len(short)
}

// cutWords fits names of which some words are cut short ("temp_2m"), in either.
// A single word has to be cut where words are cut: before a vowel.
func cutWords(q *question, o *option) bool {
	g := &q.given
	if cut(g.words, o.words) || cut(o.words, g.words) {
		return true
	}
	for i := range o.names {
		if cut(g.words, o.names[i].words) {
			return true
		}
	}
	return false
}

func cut(short, long []word) bool {
	if len(short) != len(long) {
		return false
	}
	if len(short) == 1 {
		return clipping(short[0].text, long[0].text)
	}
	equal := 0
	for i := range short {
		s, l := short[i].text, long[i].text
		switch {
		case bytes.Equal(s, l):
			equal++
		case len(s) < 3 || short[i].class != letters || !bytes.HasPrefix(l, s):
			return false
		}
	}
	return equal > 0 && equal < len(short)
}

// endingNames make another word of a word, and no longer form of it ("highest").
var endingNames = [...]string{
	"er", "est", "ed", "ing", "ish", "ive", "ion", "ist", "ism", "ity", "al", "ous", "ern", "age", "ee", "or", "able", "ible", "ance", "ence", "ally",
}

// clipping says whether one word is the other's usual short form.
func clipping(short, long []byte) bool {
	n := len(short)
	if n < len(long) && slices.Contains(endingNames[:], string(long[n:])) {
		return false
	}
	return n >= 3 && n <= 5 && len(long) >= n+3 && utf8.RuneCount(long) == len(long) && bytes.HasPrefix(long, short) &&
		!vowel(short[n-1]) && vowel(long[n]) && !containsDigit(long)
}
