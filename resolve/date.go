package resolve

import "bytes"

// A date is what a name says of a time: a year, perhaps with a half, a quarter,
// a month or a day. The zero date is none.
type date struct{ year, half, quarter, month, day int }

// monthTable holds the names of months.
var monthTable = map[string]int{
	"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6, "jun": 6,
	"july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10, "oct": 10,
	"november": 11, "nov": 11, "december": 12, "dec": 12,
}

// dateOf reads a name that says nothing but a date; anything else is no date.
// A day and a month that could be the other way round are no date either.
func dateOf(words []word) (date, bool) {
	var d date
	put := func(field *int, n, limit int) bool {
		if *field != 0 || n < 1 || n > limit {
			return false
		}
		*field = n
		return true
	}
	for i := 0; i < len(words); i++ {
		w := &words[i]
		var next []byte
		if i+1 < len(words) {
			next = words[i+1].text
		}
		ok := true
		switch n := number(w.text); {
		case w.class == figures && len(w.text) == 4:
			ok = put(&d.year, n, 9999)
			if string(next) == "年" {
				i++
			}
		case w.class == figures && len(w.text) == 8 && d == date{}:
			d = date{year: n / 10000, month: n / 100 % 100, day: n % 100}
			ok = d.month >= 1 && d.month <= 12 && d.day >= 1 && d.day <= 31
		case w.class == figures && len(w.text) == 6 && d == date{}:
			d = date{year: n / 100, month: n % 100}
			ok = d.year >= 1900 && d.month >= 1 && d.month <= 12
		case w.class == figures && (string(next) == "月" || string(next) == "月份"):
			ok = put(&d.month, n, 12)
			i++
		case digit(w) > 0 && string(next) == "季度":
			ok = put(&d.quarter, digit(w), 4)
			i++
		case w.class == figures && (string(next) == "日" || string(next) == "号"):
			ok = put(&d.day, n, 31)
			i++
		case w.class == figures && d.year > 0 && d.month == 0 && d.quarter == 0:
			ok = put(&d.month, n, 12)
		case w.class == figures && d.month > 0 && d.year > 0:
			ok = put(&d.day, n, 31)
		case monthTable[string(w.text)] > 0:
			ok = put(&d.month, monthTable[string(w.text)], 12)
		case string(w.text) == "quarter" && len(next) == 1:
			ok = put(&d.quarter, number(next), 4)
			i++
		case string(w.text) == "第", string(w.text) == "of":
		default:
			ok = d.part(w.text)
		}
		if !ok {
			return date{}, false
		}
	}
	return d, d.year > 0 && d != date{year: d.year}
}

// part reads "q3", "h1" and "2024q3".
func (d *date) part(text []byte) bool {
	if len(text) == 6 && d.year == 0 && digitsOnly(text[:4]) {
		d.year, text = number(text[:4]), text[4:]
	}
	switch {
	case len(text) == 2 && text[0] == 'q' && text[1] >= '1' && text[1] <= '4' && d.quarter == 0:
		d.quarter = int(text[1] - '0')
	case len(text) == 2 && text[0] == 'h' && text[1] >= '1' && text[1] <= '2' && d.half == 0:
		d.half = int(text[1] - '0')
	default:
		return false
	}
	return true
}

// number reads a short number; anything else is -1.
func number(text []byte) int {
	if len(text) == 0 || len(text) > 8 {
		return -1
	}
	n := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// sameDate fits a date to the same date written another way.
func sameDate(q *question, o *option) bool {
	if len(q.given.digits) == 0 || len(o.digits) == 0 {
		return false
	}
	d, ok := dateOf(q.given.words)
	if !ok {
		return false
	}
	other, ok := dateOf(o.words)
	return ok && d == other
}

// shortYears fits years of two figures to the same years of four.
func shortYears(q *question, o *option) bool {
	short, long := q.given.words, o.words
	if len(short) == 0 || len(short) != len(long) {
		return false
	}
	for i := range short {
		s, l := short[i].text, long[i].text
		if short[i].class != figures || long[i].class != figures || len(s) != 2 && !bytes.Equal(s, l) ||
			len(l) != 4 && !bytes.Equal(s, l) || !bytes.HasSuffix(l, s) || l[0] != '1' && l[0] != '2' {
			return false
		}
	}
	return true
}

// sameNumber fits a bare number to the only figures of a name ("1234":
// ORD-1234, "0017": 17).
func sameNumber(q *question, o *option) bool {
	g := q.given.words
	if len(g) != 1 || g[0].class != figures || len(o.digits) == 0 || bytes.IndexByte(o.digits, ' ') >= 0 {
		return false
	}
	short, long := bytes.TrimLeft(q.given.digits, "0"), bytes.TrimLeft(o.digits, "0")
	return len(short) >= 2 && bytes.Equal(short, long)
}
