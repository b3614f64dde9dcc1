package resolve

import "bytes"

// prefixNames turn the meaning of the word that they begin.
var prefixNames = [...]string{"un", "in", "im", "ir", "non", "dis", "de", "anti", "im", "mis"}

// opposites says whether one name is the other with its meaning turned: a word
// stands in one and its opposite in the other, and not in both.
func opposites(a, b *text) bool {
	for i := range a.units {
		x := &a.units[i]
		for j := range b.units {
			y := &b.units[j]
			if opposite(x, y) && !holdsWord(b.units, x, equal) && !holdsWord(a.units, y, equal) {
				return true
			}
		}
	}
	return false
}

// opposite says whether one word is the other turned.
func opposite(a, b *word) bool {
	if a.class == figures || b.class == figures {
		return false
	}
	if a.mask&b.mask == 0 {
		return turned(a, b) || turned(b, a)
	}
	if a.turns != b.turns {
		return bytes.Equal(a.stem, b.stem) || len(a.root) >= 3 && bytes.Equal(a.root, b.root) ||
			a.known != nil && b.known != nil && meet(a.known.senses, b.known.senses)
	}
	if a.known != nil && b.known != nil && a.known.linked && b.known.linked && opposed(a.known.senses, b.known.senses) {
		return true
	}
	return turned(a, b) || turned(b, a)
}

// turned says whether a is b behind a prefix that turns it.
func turned(a, b *word) bool {
	n := len(a.stem) - len(b.stem)
	return n >= 2 && n <= 4 && endsIn(a, b, n)
}

func endsIn(a, b *word, n int) bool {
	if len(b.stem) < 3 || a.class != letters || !bytes.HasSuffix(a.stem, b.stem) {
		return false
	}
	for _, prefix := range prefixNames {
		if len(prefix) == n && string(a.stem[:n]) == prefix {
			return true
		}
	}
	return false
}

// harm counts the words of which the larger effect must never be guessed. What
// is already done is a state, and no act ("已退款").
func harm(units []word) int {
	n := 0
	for i := range units {
		if k := units[i].known; k != nil && k.role == harmful && units[i].form == plain {
			n++
		}
	}
	if form, marks := aspectOf(units); marks > 0 && form != plain {
		return 0
	}
	return n
}

// risky says whether a name that is not the same must not be guessed.
func risky(q *question, o *option) bool { return q.harm || q.given.harm > 0 || o.harm > 0 }

// agrees says whether nothing speaks against an option: other figures, or the
// opposite meaning.
func agrees(q *question, o *option) bool {
	return (len(q.given.digits) == 0 || bytes.Equal(q.given.digits, o.digits)) && !opposites(&q.given, &o.text)
}

// otherNumber says whether two names are of one form and differ in their
// figures, or are identifiers that differ in few letters.
func otherNumber(a, b *text, l *likeness) bool {
	if len(a.digits) == 0 || len(b.digits) == 0 || bytes.Equal(a.compact, b.compact) {
		return false
	}
	if bytes.Equal(bytes.TrimPrefix(a.shape, []byte("v")), bytes.TrimPrefix(b.shape, []byte("v"))) {
		return true
	}
	return l.to(b.compact) >= 0.55
}
