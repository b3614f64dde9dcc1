package resolve

import (
	"bytes"
	"slices"
)

// A degree is how surely two words mean the same.
type degree uint8

const (
	apart     degree = iota
	related          // of one field
	inflected        // one word in two forms
	alike            // two words of one meaning
	equal            // one word, or two ways of writing it
)

// compare tells how surely two words mean the same.
func compare(a, b *word) degree {
	if a.mask&b.mask == 0 {
		return apart
	}
	return compareClosely(a, b)
}

func compareClosely(a, b *word) degree {
	linked := a.known != nil && b.known != nil && a.known.linked && b.known.linked
	if a.turns != b.turns {
		if linked && opposed(a.known.senses, b.known.senses) {
			return alike
		}
		return apart
	}
	switch {
	case a.stemKey == b.stemKey && bytes.Equal(a.stem, b.stem):
		return equal
	case a.class == figures || b.class == figures:
		if a.class != b.class && digit(a) > 0 && digit(a) == digit(b) {
			return equal
		}
		return apart
	case linked && meet(a.known.same, b.known.same):
		return equal
	case linked && meet(a.known.senses, b.known.senses):
		return alike
	case a.rootKey == b.rootKey && len(a.root) >= 3 && bytes.Equal(a.root, b.root):
		return inflected
	case linked && kindred(a.known, b.known):
		return related
	}
	return apart
}

// kindred says whether two words are of one field, or the first is a part of a
// phrase for the second.
func kindred(a, b *entry) bool { return meet(a.near, b.near) || meet(a.part, b.senses) }

func opposed(a, b []sense) bool {
	for _, s := range a {
		for _, t := range b {
			if t == s.opposite() {
				return true
			}
		}
	}
	return false
}

// digit returns the number from 1 to 9 that a word says, 0 for none.
func digit(w *word) int {
	if w.class == figures {
		if len(w.stem) == 1 {
			return int(w.stem[0] - '0')
		}
		return 0
	}
	if w.known != nil {
		return w.known.number
	}
	return 0
}

// numeralTable holds numbers that names spell out.
var numeralTable = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "ii": 2, "iii": 3, "iv": 4,
	"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
}

// inRow says whether two lists hold the same words in one order.
func inRow(a, b []word) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for i := range a {
		if !sameStem(&a[i], &b[i]) {
			return false
		}
	}
	return true
}

func sameStem(a, b *word) bool {
	return a.stemKey == b.stemKey && a.turns == b.turns && bytes.Equal(a.stem, b.stem)
}

// pairUp says whether each word of a has its own partner in b that is at least
// so alike, and none is left over.
func pairUp(a, b []word, least degree) bool {
	return len(a) == len(b) && len(a) > 0 && len(a) <= 16 && partners(a, b, least) == len(a)
}

// reordered says whether two lists hold the same words.
func reordered(a, b []word) bool {
	for i := range a {
		if !slices.ContainsFunc(b, func(w word) bool { return sameStem(&a[i], &w) }) {
			return false
		}
	}
	return pairUp(a, b, equal)
}

// partners counts the words of a that have a partner of their own in b.
func partners(a, b []word, least degree) int {
	var taken uint64
	n := 0
	for i := range a {
		for j := range b[:min(len(b), 64)] {
			if taken&(1<<j) == 0 && compare(&a[i], &b[j]) >= least {
				taken |= 1 << j
				n++
				break
			}
		}
	}
	return n
}

// within says whether each word of a stands in b.
func within(a, b []word) bool {
	for i := range a {
		if !holdsWord(b, &a[i], equal) {
			return false
		}
	}
	return len(a) > 0
}

// holdsWord says whether a word stands in a list, or one so alike.
func holdsWord(list []word, w *word, least degree) bool {
	for i := range list {
		if compare(w, &list[i]) >= least {
			return true
		}
	}
	return false
}

// aspectOf tells how far the thing has come that a text names, and how many of
// its words say nothing but that.
func aspectOf(units []word) (form aspect, marks int) {
	for i := range units {
		if k := units[i].known; k != nil && k.form != plain && len(units) > 1 {
			marks++
			form = k.form
		}
	}
	if form != plain {
		return form, marks
	}
	for i := range units {
		if units[i].form != plain {
			form = units[i].form
		}
	}
	return form, marks
}

// sameSense says whether two names have the same meaning: the same things, and
// equally far on.
func sameSense(a, b []word) bool {
	formA, marksA := aspectOf(a)
	formB, marksB := aspectOf(b)
	if formA != formB && (formA != plain && formB != plain || unlike(formA) || unlike(formB)) || len(a)-marksA != len(b)-marksB || len(a) > 12 || len(b) > 12 {
		return false
	}
	if marksA == 0 && marksB == 0 {
		return pairUp(a, b, alike)
	}
	found := 0
	for i := range a {
		if mark(&a[i], len(a)) {
			continue
		}
		if !holdsWord(b, &a[i], inflected) {
			return false
		}
		found++
	}
	return found > 0
}

// unlike says whether something that far on is another thing than the thing
// itself: a payment that failed is no payment.
func unlike(form aspect) bool { return form == pending || form == failed }

// mark says whether a word only tells how far a thing has come.
func mark(w *word, n int) bool { return w.known != nil && w.known.form != plain && n > 1 }
