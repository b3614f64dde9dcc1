package judge

import (
	"slices"
	"strings"
)

// heard is a text that many cues are looked for in. Most cues can be ruled out by
// their first and last two letters, which costs less than a search.
type heard struct {
	text  string
	pairs [32]uint64 // a set of hashes of two letters that stand side by side
}

func hear(text string) *heard {
	h := &heard{text: text}
	for i := 1; i < len(text); i++ {
		word, bit := pairOf(text[i-1], text[i])
		h.pairs[word] |= bit
	}
	return h
}

func pairOf(a, b byte) (word int, bit uint64) {
	n := (uint(a)*61 + uint(b)) % (32 * 64)
	return int(n / 64), 1 << (n % 64)
}

// holds says whether a cue stands in the text.
func (h *heard) holds(cue string) bool {
	if n := len(cue); n > 1 {
		first, a := pairOf(cue[0], cue[1])
		last, b := pairOf(cue[n-2], cue[n-1])
		if h.pairs[first]&a == 0 || h.pairs[last]&b == 0 {
			return false
		}
	}
	return strings.Contains(h.text, cue)
}

func (h *heard) holdsAny(table []string) bool { return slices.ContainsFunc(table, h.holds) }
