package provenance

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A value is one value of a folded text in all of its readings.
type value struct {
	kind       ClaimKind
	start, end int

	whole   key      // of an identifier: its letters and digits
	count   int      // of an identifier's digits
	numbers []number // the likeliest reading first
	days    []day
	clock   clock

	percent bool
	scaled  bool // there is a multiplier ("k", "万")
	plain   bool // nothing but digits
	whose   int  // how many digits the number has
}

// scan calls emit for each value of a folded text. The value is valid during
// the call only. Values that begin with a quotation mark overlap with what
// stands within them.
func scan(text string, emit func(*value)) {
	s := scanner{text: text, emit: emit, numbers: make([]number, 0, 4)}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case isDigit(c):
			i = s.atDigit(i)
		case isLetter(c):
			i = s.atLetter(i)
		case c < utf8.RuneSelf:
			i++
		default:
			i = s.atRune(i)
		}
	}
}

type scanner struct {
	text    string
	emit    func(*value)
	numbers []number
	value   value // reused, so that a large text costs no memory
}

// next prepares a value.
func (s *scanner) next(kind ClaimKind, start, end int) *value {
	s.value = value{kind: kind, start: start, end: end, numbers: s.numbers[:0]}
	return &s.value
}

// atDigit reads the value that begins with the digit at i.
func (s *scanner) atDigit(i int) int {
	if days, end := readDate(s.text, i); end > i && !s.continues(end) {
		v := s.next(KindDate, i, end)
		v.days = days
		s.emit(v)
		return s.skipT(end)
	}
	if c, end := readClock(s.text, i); end > i && !s.continues(end) {
		v := s.next(KindTime, i, end)
		v.clock = c
		s.emit(v)
		return end
	}
	if end := s.compound(i); !s.numeric(i, end) {
		return s.identifiers(i, end)
	}
	return s.number(i)
}

// skipT steps over the "t" between a date and a time.
func (s *scanner) skipT(i int) int {
	if i+1 < len(s.text) && s.text[i] == 't' && isDigit(s.text[i+1]) {
		return i + 1
	}
	return i
}

// continues says whether what ends at i goes on with a letter or a digit, or
// with a dash or an underscore before one: then it is part of something else.
func (s *scanner) continues(i int) bool {
	if i >= len(s.text) {
		return false
	}
	if s.text[i] == 't' && s.skipT(i) > i {
		return false
	}
	joined := (s.text[i] == '-' || s.text[i] == '_') && i+1 < len(s.text) && isAlnum(s.text[i+1])
	return joined || isAlnum(s.text[i])
}

// atLetter reads the word, name or identifier that begins with the letter at i.
func (s *scanner) atLetter(i int) int {
	if d, end := monthFirst(s.text, i); end > i && !s.continues(end) {
		v := s.next(KindDate, i, end)
		v.days = []day{d}
		s.emit(v)
		return end
	}
	return s.identifiers(i, s.compound(i))
}

// compound returns the end of letters and digits at i that are joined by single
// signs which can be part of an identifier.
func (s *scanner) compound(i int) int {
	for limit := min(len(s.text), i+maxRun); i < limit; {
		switch c := s.text[i]; {
		case isAlnum(c):
		case (c == '-' || c == '_' || c == '.' || c == '@') && i+1 < len(s.text) && isAlnum(s.text[i+1]):
		default:
			return i
		}
		i++
	}
	return i
}

// numeric says whether what stands from i to end is a number with a unit or a
// word behind it ("24-hour", "10-20", "3rd", "12kg") rather than an identifier.
func (s *scanner) numeric(i, end int) bool {
	word := s.text[i:end]
	if strings.IndexByte(word, '@') >= 0 {
		return false
	}
	digits, dots, letters := 0, 0, 0
	for j := range len(word) {
		switch c := word[j]; {
		case isDigit(c):
			if letters > 0 {
				return false // a digit behind a letter: "3u8633"
			}
			digits++
		case isLetter(c):
			letters++
		case c == '.':
			dots++
		case c == '_':
			return false
		}
	}
	if letters == 0 {
		dashed := strings.IndexByte(word, '-') >= 0
		return (dots <= 1 || s.continental(i)) && (!dashed || digits < 7 || isYears(word))
	}
	tail := word[strings.IndexFunc(word, unicode.IsLetter):]
	dashed := word[len(word)-len(tail)-1] == '-'
	return dashed && len(tail) >= 3 || isUnit(tail)
}

// isYears says whether a word is a span of years ("2008-2023").
func isYears(word string) bool {
	from, at := year(word, 0)
	to, end := year(word, min(at+1, len(word)))
	return at == 4 && end == len(word) && len(word) == 9 && from >= 1900 && to < 2100
}

func (s *scanner) continental(i int) bool {
	d, _, ok := readDigits(s.text, i)
	return ok && d.grouped
}

// number reads the number at the digit i, with what belongs to it.
func (s *scanner) number(i int) int {
	d, end, ok := readDigits(s.text, i)
	if !ok {
		end = run(s.text, i)
		return s.identifier(i, end)
	}
	v := s.next(KindNumber, i, end)
	v.plain, v.whose = !d.grouped && d.fraction == 0, d.n
	v.whole, v.count = identifierKey(s.text[i:end])
	s.read(v, &d)
	s.emit(v)
	return v.end
}

// read fills in the readings of a number, its multiplier and percent sign.
func (s *scanner) read(v *value, d *digits) {
	exponents, end := multiplier(s.text, v.end)
	v.scaled = end > v.end
	v.end = end
	for _, exponent := range exponents {
		v.numbers = append(v.numbers, d.number(d.fraction, exponent))
	}
	if d.other >= 0 {
		v.numbers = append(v.numbers, d.number(d.other, exponents[0]))
	}
	if end := skipAny(skipAny(v.end, s.text, " "), s.text, "%", "percent", "per cent", "pct"); end > v.end+1 || (end > v.end && s.text[v.end] == '%') {
		v.percent, v.end = true, end
		v.numbers = append(v.numbers, d.number(d.fraction, exponents[0]-2))
	}
}

// identifiers reads the identifiers of a compound. Dots join only what is an
// address as a whole.
func (s *scanner) identifiers(i, end int) int {
	if strings.IndexByte(s.text[i:end], '@') > 0 {
		s.identifier(i, end)
		return end
	}
	for from := i; from < end; {
		to := end
		if dot := strings.IndexByte(s.text[from:end], '.'); dot >= 0 && !allNumeric(s.text[from:end]) {
			to = from + dot
		}
		s.identifier(from, to)
		from = to + 1
	}
	return end
}

// allNumeric says whether a text is digits and dots, as a version or an address.
func allNumeric(text string) bool { return strings.Trim(text, "0123456789.") == "" }

// identifier emits the identifier from i to end, if it has digits or is an
// e-mail address.
func (s *scanner) identifier(i, end int) int {
	k, count := identifierKey(s.text[i:end])
	if count > 0 || strings.IndexByte(s.text[i:end], '@') >= 0 {
		v := s.next(KindIdentifier, i, end)
		v.whole, v.count = k, count
		s.emit(v)
	}
	return end
}

// identifierKey returns the key of an identifier, and how many digits it has.
func identifierKey(text string) (k key, count int) {
	k = start(keyIdentifier)
	for i := range len(text) {
		if c := text[i]; isAlnum(c) || c == '@' {
			k = k.with(c)
			if isDigit(c) {
				count++
			}
		}
	}
	return k, count
}

// atRune reads what begins with the rune at i, which is not ASCII.
func (s *scanner) atRune(i int) int {
	r, size := utf8.DecodeRuneInString(s.text[i:])
	percent := strings.HasPrefix(s.text[i:], "百分之")
	if percent {
		if at := i + len("百分之"); at < len(s.text) && isDigit(s.text[at]) {
			return s.percentage(i, at)
		}
		i += len("百分之")
		r, _ = utf8.DecodeRuneInString(s.text[min(i, len(s.text)):])
	}
	if !isNumeral(r) {
		return i + boolInt(!percent)*size
	}
	if d, end := chineseDay(s.text, i); end > i && d.valid() {
		v := s.next(KindDate, i, end)
		v.days = []day{d}
		s.emit(v)
		return end
	}
	d, end, ok := readChinese(s.text, i)
	if !ok {
		return max(end, i+utf8.RuneLen(r))
	}
	if after, found := strings.CutPrefix(s.text[end:], "年"); found && d.n == 4 {
		return s.chineseYear(i, len(s.text)-len(after), int(d.number(0, 0).value))
	}
	v := s.next(KindNumber, i, end)
	v.plain, v.whose = true, d.n
	v.numbers = append(v.numbers, d.number(0, 0))
	if percent {
		v.percent = true
		v.numbers = append(v.numbers, d.number(0, -2))
	} else {
		s.read(v, &d)
		v.numbers = v.numbers[1:]
	}
	s.emit(v)
	return v.end
}

// percentage reads "百分之20".
func (s *scanner) percentage(i, at int) int {
	d, end, ok := readDigits(s.text, at)
	if !ok {
		return end
	}
	v := s.next(KindNumber, i, end)
	v.percent, v.whose = true, d.n
	v.numbers = append(v.numbers, d.number(d.fraction, 0), d.number(d.fraction, -2))
	s.emit(v)
	return end
}

// chineseYear reads what follows "二〇二四年": a month, a day, or nothing.
func (s *scanner) chineseYear(i, at, y int) int {
	d, end := chineseDay(s.text, at)
	if d.year = y; end > at && d.valid() {
		v := s.next(KindDate, i, end)
		v.days = []day{d}
		s.emit(v)
		return end
	}
	v := s.next(KindNumber, i, at-len("年"))
	v.plain, v.whose = true, 4
	var ds digits
	ds.add(itoa4(y))
	v.numbers = append(v.numbers, ds.number(0, 0))
	s.emit(v)
	return at
}

func itoa4(n int) string {
	return string([]byte{byte('0' + n/1000%10), byte('0' + n/100%10), byte('0' + n/10%10), byte('0' + n%10)})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
