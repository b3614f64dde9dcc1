package resolve

import "unicode/utf8"

// A likeness compares names with one name by their pairs of neighbouring
// letters.
type likeness struct {
	counts [1 << 14]uint8
	pairs  []uint16 // of the name to compare with
	taken  []uint16
}

// of sets the name to compare with.
func (l *likeness) of(name []byte) {
	for _, p := range l.pairs {
		l.counts[p] = 0
	}
	l.pairs = l.pairs[:0]
	var before rune
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRune(name[i:])
		p := pair(before, r)
		if l.counts[p] < 255 {
			l.counts[p]++
		}
		l.pairs = append(l.pairs, p)
		before, i = r, i+size
	}
}

// to returns the share of pairs that both names have in common, from 0 to 1.
func (l *likeness) to(name []byte) float64 {
	l.taken = l.taken[:0]
	total := len(l.pairs)
	var before rune
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRune(name[i:])
		if p := pair(before, r); l.counts[p] > 0 {
			l.counts[p]--
			l.taken = append(l.taken, p)
		}
		total++
		before, i = r, i+size
	}
	for _, p := range l.taken {
		l.counts[p]++
	}
	if total == 0 {
		return 0
	}
	return 2 * float64(len(l.taken)) / float64(total)
}

// pair puts two letters into one of the counters. Chinese characters may share
// one: that is rare, and costs little, since likeness never names.
func pair(a, b rune) uint16 { return uint16((a^a>>7)&127)<<7 | uint16((b^b>>7)&127) }
