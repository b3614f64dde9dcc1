package provenance

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Unsupported returns the values of an answer that stand in nothing given and
// cannot be explained otherwise. It returns none where the Given is not
// complete. At most 512 values are looked at. These need no source:
//
//   - integers up to ten, years, numbers of list items, 0 % and 100 %, usual
//     lengths of time ("24 hours", "30 days"), HTTP statuses called so;
//   - identifiers with fewer than three digits ("covid-19", "5G"), unless long,
//     and the names of standards ("sha256");
//   - quoted texts, unless written like a name ("Blue Ceramic Mug") of which no
//     word was given.
//
// And these are taken for derived from what was given:
//
//   - a rounding at the last digit written, or within a tenth where the number
//     is called approximate; the same in another unit (cents, seconds, kB);
//   - the number of records or lines of a result, and the sum, the mean or the
//     span of the values of one name in it;
//   - a sum, difference, product, quotient or percentage of two of at most
//     twelve numbers: those which the answer takes from what was given, the
//     user's own, and all where so few were given; or the sum of all of them;
//     an amount that is up to ten times one of them;
//   - a day or a month of a full date, a time in another zone or of a cron
//     schedule, the end of a longer number that is called so.
//
// An amount of money, an identifier (also a plain number after a word such as
// "order" or "flight"), a date, a time and an e-mail address are never common.
func (g *Given) Unsupported(answer string) []Claim {
	g.index()
	if g.cut {
		return nil
	}
	stated := read(answer)
	stated = stated[:min(len(stated), maxStated)]
	var open []*statement
	operands := g.operands()
	for i := range stated {
		s := &stated[i]
		if !g.supports(s) {
			if !s.common() {
				open = append(open, s)
			}
			continue
		}
		if s.kind == KindNumber && len(operands) < maxOperands && !s.isIdentifier() {
			operands = appendNumber(operands, s.numbers[0])
		}
	}
	var claims []Claim
	for _, s := range open {
		if !g.derives(s, operands) {
			claims = append(claims, s.claim)
		}
	}
	return claims
}

// maxStated bounds the values of one answer that are looked at.
const maxStated = 512

// Supports says whether a claim stands in what was given, or is derived from
// it, or needs no source, as [Given.Unsupported] has it.
func (g *Given) Supports(claim Claim) bool { return len(g.Unsupported(claim.Text)) == 0 }

// supports says whether a statement stands in what was given.
func (g *Given) supports(s *statement) bool {
	if s.kind == KindName {
		return g.supportsName(s.claim.Text)
	}
	if s.isIdentifier() {
		if g.has(s.whole) {
			return true
		}
	} else if at, ok := g.exact(&s.value); ok && g.gave(at) {
		return true
	}
	text, _ := fold(s.claim.Text)
	if g.says(text) {
		return true
	}
	if s.kind == KindIdentifier {
		return g.composed(text) || (s.isCutOff() && g.begins(text))
	}
	if s.kind == KindTime {
		return g.scheduled(s.clock.minute)
	}
	return s.isEnding() && g.has(ending(text))
}

// scheduled says whether a cron schedule that was given names the time.
func (g *Given) scheduled(minute int) bool {
	hour := strconv.Itoa(minute/60) + " *"
	return g.says(strconv.Itoa(minute%60)+" "+hour) || (minute%60 == 0 && g.says(hour))
}

// gave says whether a text was given to the model, and not only written by it.
func (g *Given) gave(at int) bool { return g.texts[at].source.Kind != FromModel }

func (g *Given) has(k key) bool {
	at, ok := g.keys[k]
	return ok && g.gave(int(at))
}

func (g *Given) says(text string) bool {
	at, ok := g.findText(text)
	return ok && g.gave(at)
}

// composed says whether the letters and the digits of an identifier such as
// "CA1832" were given apart.
func (g *Given) composed(text string) bool {
	letters := 0
	for letters < len(text) && isLetter(text[letters]) {
		letters++
	}
	digits := strings.TrimLeft(text[letters:], "-_")
	if letters < 2 || len(digits) < 3 || run(digits, 0) != len(digits) {
		return false
	}
	k, _ := identifierKey(digits)
	return g.has(k) && g.says(text[:letters])
}

// isCutOff says whether an identifier is shown with dots for its rest.
func (s *statement) isCutOff() bool {
	return len(s.claim.Text) >= 6 && (strings.HasPrefix(s.after, "…") || strings.HasPrefix(s.after, "..."))
}

// begins says whether something that was given begins with the text.
func (g *Given) begins(text string) bool {
	for _, t := range g.texts {
		if at := strings.Index(t.text, text); at >= 0 && !cuts(t.text, at) {
			return true
		}
	}
	return false
}

// isEnding says whether a number is called the end of a longer one.
func (s *statement) isEnding() bool {
	if s.whose != 4 || !s.plain {
		return false
	}
	for _, word := range [...]string{"ending", "ends", "last", "尾号", "末四位", "后四位", "*"} {
		if strings.Contains(s.before, word) {
			return true
		}
	}
	return false
}

// minWord is the length from which a word of a name counts.
const minWord = 4

func (g *Given) supportsName(name string) bool {
	text, _ := fold(name)
	if g.says(text) {
		return true
	}
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(word) < minWord {
			continue
		}
		if g.says(word) {
			return true
		}
	}
	return false
}

// operands are the numbers that an answer may calculate with: the user's own,
// and all where there are few.
func (g *Given) operands() []number {
	var all []number
	for _, n := range g.told {
		all = appendNumber(all, n)
	}
	if len(g.numbers) > maxOperands {
		return all
	}
	for _, n := range g.numbers {
		all = appendNumber(all, number{value: n})
	}
	return all[:min(len(all), maxOperands)]
}

func appendNumber(list []number, n number) []number {
	for _, other := range list {
		if other.value == n.value {
			return list
		}
	}
	return append(list, n)
}

// derives says whether a number can be derived from what was given.
func (g *Given) derives(s *statement, operands []number) bool {
	if s.kind != KindNumber || s.isIdentifier() {
		return false
	}
	about := s.about()
	if s.money() && multiple(s.numbers[0], operands) {
		return true
	}
	for _, n := range s.numbers {
		if near(g.numbers, n, about) || near(g.derived, n, about) || calculated(n, s.percent, operands) {
			return true
		}
	}
	n := s.numbers[0]
	for _, factor := range s.factors() {
		scaled := number{value: n.value * factor, step: n.step * factor}
		if near(g.numbers, scaled, about) || near(g.derived, scaled, about) {
			return true
		}
	}
	return false
}

// factors are what a number is multiplied by to be the same in a smaller unit.
func (s *statement) factors() []float64 {
	if s.money() {
		return []float64{100}
	}
	return unitTable[unitAt(s.after, 0)]
}
