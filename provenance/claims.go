package provenance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Claims returns the values that a text states, in order.
func Claims(text string) []Claim {
	stated := read(text)
	claims := make([]Claim, len(stated))
	for i := range stated {
		claims[i] = stated[i].claim
	}
	return claims
}

// statement is a claim with its readings and what stands around it.
type statement struct {
	value
	claim         Claim
	before, after string // some folded text on both sides
	line          string // what stands before it on its line
}

// around is how much text on both sides of a value is looked at.
const around = 48

// read returns the statements of a text.
func read(text string) []statement {
	folded, places := fold(text)
	var all []statement
	scan(folded, func(v *value) {
		s := statement{value: *v}
		s.numbers = slices.Clone(v.numbers)
		from, to := place(places, v.start), place(places, v.end)
		s.claim = Claim{Kind: v.kind, Text: text[from:to], Start: from, End: to}
		s.before = folded[max(0, v.start-around):v.start]
		s.after = folded[v.end:min(len(folded), v.end+around)]
		s.line = s.before[strings.LastIndexByte(s.before, '\n')+1:]
		all = append(all, s)
	})
	all = append(all, names(text)...)
	slices.SortStableFunc(all, func(a, b statement) int { return a.claim.Start - b.claim.Start })
	return all
}

func place(places []int32, i int) int {
	if places == nil {
		return i
	}
	return int(places[i])
}

// quoteTable pairs quotation marks.
var quoteTable = map[rune]rune{'"': '"', '“': '”', '「': '」', '『': '』', '《': '》', '«': '»'}

// maxName is the length up to which a quoted text is a name, in runes.
const maxName = 60

// names returns what stands in quotation marks, if it is short.
func names(text string) []statement {
	var all []statement
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		from := i + size
		i = from
		closing, ok := quoteTable[r]
		if !ok {
			continue
		}
		length := strings.IndexRune(text[from:], closing)
		if length <= 0 {
			continue
		}
		inner := text[from : from+length]
		if utf8.RuneCountInString(inner) <= maxName && !strings.ContainsAny(inner, "\n{}") {
			all = append(all, statement{
				value: value{kind: KindName},
				claim: Claim{Kind: KindName, Text: inner, Start: from, End: from + length},
			})
			i = from + length + utf8.RuneLen(closing)
		}
	}
	return all
}

// isTitle says whether a text is written like a name: at least two words, and a
// capital on each that has more than three letters.
func isTitle(text string) bool {
	words := strings.Fields(text)
	for _, word := range words {
		r, _ := utf8.DecodeRuneInString(word)
		if unicode.IsLower(r) && utf8.RuneCountInString(word) > 3 {
			return false
		}
	}
	first, _ := utf8.DecodeRuneInString(text)
	return len(words) >= 2 && unicode.IsUpper(first)
}
