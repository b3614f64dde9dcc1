package resolve

import "unicode/utf8"

// A likeness compares names with one name by their pairs of neighbouring
// letters.
type likeness struct {
	counts [512]uint8
	taken  []uint16
	total  int
}

// of sets the name to compare with.
func (l *likeness) of(name []byte) {
	clear(l.counts[:])
	l.total = 0
	var before rune
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRune(name[i:])
		if p := pair(before, r); l.counts[p] < 255 {
			l.counts[p]++
		}
		l.total++
		before, i = r, i+size
	}
}

// to returns the share of pairs that both names have in common, from 0 to 1.
func (l *likeness) to(name []byte) float64 {
	l.taken = l.taken[:0]
	total := 0
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
	if total+l.total == 0 {
		return 0
	}
	return 2 * float64(len(l.taken)) / float64(total+l.total)
}

// pair puts two letters into one of the counters. Two pairs that share one are
// rare, and cost little: likeness never names.
func pair(a, b rune) uint16 { return uint16((uint32(a)*31 + uint32(b)*7) % 509) } //nolint:gosec // below 509
