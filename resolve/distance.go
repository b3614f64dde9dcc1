package resolve

import "slices"

// distance counts the letters to add, leave out, change or swap with their
// neighbour to make b of a. It stops counting above limit.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(y)], limit+1)
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
func slip(a, b string, alone bool) bool {
	x, y := []rune(a), []rune(b)
	least := 5
	if alone {
		least = 8
	}
	if len(x) < least || len(y) < least || x[0] != y[0] || containsDigit(a) || containsDigit(b) {
		return false
	}
	if alone && x[len(x)-1] != y[len(y)-1] {
		return false
	}
	for _, pair := range confusedNames {
		if pair == [2]string{a, b} || pair == [2]string{b, a} {
			return false
		}
	}
	limit := 1
	if min(len(x), len(y)) >= 10 {
		limit = 2
	}
	return distance(a, b, limit) <= limit
}

func containsDigit(s string) bool {
	return slices.ContainsFunc([]rune(s), func(r rune) bool { return r >= '0' && r <= '9' })
}

// likeness is the share of pairs of neighbouring letters that two names have
// in common, from 0 to 1.
func likeness(a, b string) float64 {
	x, y := pairs(a), pairs(b)
	if len(x)+len(y) == 0 {
		return 0
	}
	common := 0
	for pair, n := range x {
		common += min(n, y[pair])
	}
	return 2 * float64(common) / float64(count(x)+count(y))
}

func pairs(s string) map[[2]rune]int {
	m := map[[2]rune]int{}
	before := ' '
	for _, r := range s {
		m[[2]rune{before, r}]++
		before = r
	}
	return m
}

func count(m map[[2]rune]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
}
