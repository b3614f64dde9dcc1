package resolve

import (
	"bytes"
	"unicode/utf8"
)

// maxSlip is the longest word, in letters, that is looked at for slips.
const maxSlip = 40

// distance counts the letters to add, leave out, change or swap with their
// neighbour to make b of a. It gives up above limit.
func distance(a, b []byte, limit int) int {
	var left, right [maxSlip]rune
	x, y := runes(left[:0], a), runes(right[:0], b)
	if d := len(x) - len(y); d > limit || -d > limit || len(x) > maxSlip || len(y) > maxSlip {
		return limit + 1
	}
	var rows [3][maxSlip + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(y) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(y)], limit+1)
}

func runes(list []rune, b []byte) []rune {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		list = append(list, r)
		b = b[size:]
	}
	return list
}

// confusedNames are pairs of words that differ by one letter and are both
// right: neither is a slip of the other.
var confusedNames = [...][2]string{
	{"contact", "contract"},
	{"charge", "change"},
	{"charged", "changed"},
	{"complaint", "compliant"},
	{"upload", "unload"},
	{"started", "starred"},
	{"county", "country"},
	{"conversion", "conversation"},
	{"desert", "dessert"},
	{"causal", "casual"},
	{"united", "untied"},
	{"personal", "personnel"},
	{"message", "massage"},
	{"stationary", "stationery"},
	{"affect", "effect"},
	{"patient", "patent"},
	{"principal", "principle"},
	{"lightning", "lightening"},
	{"assigned", "assigner"},
	{"employee", "employer"},
	{"consignee", "consigner"},
	{"trainee", "trainer"},
	{"addressee", "addresser"},
	{"intension", "intention"},
	{"formally", "formerly"},
	{"resigned", "designed"},
	{"deposited", "deposits"},
	{"preceding", "proceeding"},
	{"reserved", "reversed"},
	{"restricted", "restructed"},
	{"expected", "excepted"},
	{"received", "relieved"},
	{"approved", "improved"},
	{"inventory", "inventor"},
	{"director", "directory"},
	{"operator", "operation"},
	{"calendar", "calender"},
	{"licensee", "licenser"},
	{"mentee", "mentor"},
	{"payee", "payer"},
}

// slip says whether one word is the other with a slip of the keys. Where no
// other word of the name agrees, the word has to be long: short words are one
// letter from another word too often.
func slip(a, b []byte, alone bool) bool {
	n, m := utf8.RuneCount(a), utf8.RuneCount(b)
	if min(n, m) >= 7 && equalButDoubles(a, b) {
		return !confused(a, b)
	}
	least := 5
	if alone {
		least = 8
	}
	if n < least || m < least || max(n, m) > maxSlip || a[0] != b[0] || containsDigit(a) || containsDigit(b) || alone && a[len(a)-1] != b[len(b)-1] {
		return false
	}
	if n == m && n < 8 && !swapped(a, b) || !spoken(a) || !spoken(b) {
		return false // one letter for another makes another name ("Meyer", "Meier")
	}
	limit := 1
	if min(n, m) >= 10 {
		limit = 2
	}
	return distance(a, b, limit) <= limit && !confused(a, b)
}

// equalButDoubles says whether two words differ only in letters that stand once or
// twice ("beginer").
func equalButDoubles(a, b []byte) bool {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if a[i] != b[j] {
			return false
		}
		c := a[i]
		for i < len(a) && a[i] == c {
			i++
		}
		for j < len(b) && b[j] == c {
			j++
		}
	}
	return i == len(a) && j == len(b) && !containsDigit(a)
}

// swapped says whether two words of one length hold the same letters.
func swapped(a, b []byte) bool {
	sum := 0
	for i := range min(len(a), len(b)) {
		sum += int(a[i]) - int(b[i])
	}
	return len(a) == len(b) && sum == 0
}

// spoken says whether a word has as many vowels as words have: of codes none is a
// slip of another.
func spoken(w []byte) bool {
	n := 0
	for _, c := range w {
		if vowel(c) || c == 'y' || c >= utf8.RuneSelf {
			n++
		}
	}
	return n*5 >= len(w)
}

// confused says whether both words are right.
func confused(a, b []byte) bool {
	for _, pair := range confusedNames {
		if string(a) == pair[0] && string(b) == pair[1] || string(a) == pair[1] && string(b) == pair[0] {
			return true
		}
	}
	return false
}

func containsDigit(b []byte) bool { return bytes.ContainsAny(b, "0123456789") }

// slips fits names that differ by slips of the keys.
func slips(q *question, o *option) bool {
	g := q.given.words
	if q.person || len(g) == 0 {
		return false
	}
	if len(g) != len(o.words) {
		return len(o.compact) >= 10 && slip(q.given.compact, o.compact, true)
	}
	same := 0
	for i := range g {
		if len(g[i].stem) >= 2 && sameStem(&g[i], &o.words[i]) {
			same++
		}
	}
	if same < len(g)-1 {
		return false
	}
	for i := range g {
		if !sameStem(&g[i], &o.words[i]) && !slipOf(&g[i], &o.words[i], same == 0) {
			return false
		}
	}
	return true
}

// slipOf says whether one word is a slip of the other. Two words that the
// vocabulary knows are two words.
func slipOf(a, b *word, alone bool) bool {
	v := vocabulary()
	return a.turns == b.turns && slip(a.stem, b.stem, alone) && (v.entries[string(a.stem)] == nil || v.entries[string(b.stem)] == nil)
}
