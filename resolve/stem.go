package resolve

import "bytes"

// stem takes the plural ending off a word, and writes it in one of the two
// spellings of English. Words are changed alike on both sides of a comparison,
// so that it does not matter whether the result is a word.
func (a *arena) stem(w []byte) []byte {
	if len(w) == 4 && w[3] == 's' && !vowel(w[2]) && w[2] != 's' && w[2] != 'w' && vowel(w[1]) {
		return w[:3]
	}
	if len(w) < 5 {
		return w
	}
	start := len(a.stems)
	switch {
	case bytes.HasSuffix(w, []byte("ies")):
		a.stems = respell(a.stems, w[:len(w)-3])
		a.stems = append(a.stems, 'y')
	case bytes.HasSuffix(w, []byte("sses")), bytes.HasSuffix(w, []byte("xes")), bytes.HasSuffix(w, []byte("ches")), bytes.HasSuffix(w, []byte("shes")):
		a.stems = respell(a.stems, w[:len(w)-2])
	case w[len(w)-1] == 's' && !bytes.ContainsRune([]byte("sui"), rune(w[len(w)-2])) && bytes.ContainsAny(w, "aeiouy"):
		a.stems = respell(a.stems, w[:len(w)-1])
	default:
		a.stems = respell(a.stems, w)
	}
	return a.stems[start:len(a.stems):len(a.stems)]
}

// respell appends w in one spelling.
func respell(b, w []byte) []byte {
	for i := 0; i < len(w); i++ {
		rest := w[i:]
		switch w[i] {
		case 'i': // organisation, organise
			if len(rest) > 2 && rest[1] == 's' && vowel(rest[2]) && i > 2 {
				b = append(b, 'i', 'z')
				i++
				continue
			}
		case 'y': // analyse
			if len(rest) > 2 && rest[1] == 's' && rest[2] == 'e' {
				b = append(b, 'y', 'z')
				i++
				continue
			}
		case 'o': // colour, catalogue
			if i > 1 && len(rest) > 2 && rest[1] == 'u' && rest[2] == 'r' {
				b = append(b, 'o', 'r')
				i += 2
				continue
			}
			if len(rest) == 4 && string(rest) == "ogue" {
				return append(b, 'o', 'g')
			}
		case 't': // centre
			if len(rest) == 3 && string(rest) == "tre" {
				return append(b, 't', 'e', 'r')
			}
		case 'e': // licence
			if len(rest) == 4 && string(rest) == "ence" {
				return append(b, 'e', 'n', 's', 'e')
			}
		case 'l': // travelled
			if len(rest) > 1 && rest[1] == 'l' {
				continue
			}
		}
		b = append(b, w[i])
	}
	return b
}

// An aspect is how far a thing has come: what "shipped", "shipping" and "待发货"
// say beside shipping.
type aspect uint8

const (
	plain aspect = iota
	done
	ongoing
	pending
	failed
)

// root takes the inflection off a stem, and says what it told.
func root(stem []byte) ([]byte, aspect) {
	n := len(stem)
	switch {
	case n >= 6 && bytes.HasSuffix(stem, []byte("ied")):
		return stem[:n-3], done
	case n >= 5 && bytes.HasSuffix(stem, []byte("ed")) && stem[n-3] != 'e':
		return single(stem[:n-2]), done
	case n >= 6 && bytes.HasSuffix(stem, []byte("ing")):
		return single(stem[:n-3]), ongoing
	case n >= 5 && (stem[n-1] == 'e' || stem[n-1] == 'y'):
		return stem[:n-1], plain
	}
	return single(stem), plain
}

// single takes one of two equal letters off the end ("shipp").
func single(stem []byte) []byte {
	if n := len(stem); n >= 4 && stem[n-1] == stem[n-2] && !vowel(stem[n-1]) {
		return stem[:n-1]
	}
	return stem
}
