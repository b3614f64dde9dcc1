package provenance

import (
	"strings"
	"time"
)

// A day is a date of which the year (0) or the day (0) may be unknown.
type day struct{ year, month, day int }

func (d day) valid() bool {
	return d.month >= 1 && d.month <= 12 && d.day >= 0 && d.day <= 31 && (d.year == 0 || (d.year >= 1000 && d.year <= 2999)) &&
		(d.year != 0 || d.day != 0)
}

func (d day) key(sort byte) key {
	k := start(sort)
	if sort != keyOfYear && sort != keyYearless {
		k = k.withInt(d.year)
	}
	k = k.withInt(d.month)
	if sort != keyMonth {
		k = k.withInt(d.day)
	}
	return k
}

// shifted returns the day n days later.
func (d day) shifted(n int) day {
	y, m, dd := time.Date(d.year, time.Month(d.month), d.day+n, 0, 0, 0, 0, time.UTC).Date()
	return day{y, int(m), dd}
}

// small reads one to n digits at i; end is i where there are none or more.
func small(text string, i, n int) (value, end int) {
	end = run(text, i)
	if end == i || end-i > n {
		return 0, i
	}
	for _, c := range []byte(text[i:end]) {
		value = value*10 + int(c-'0')
	}
	return value, end
}

// year reads a year of four digits.
func year(text string, i int) (value, end int) {
	value, end = small(text, i, 4)
	if end-i != 4 || value < 1000 || value > 2999 {
		return 0, i
	}
	return value, end
}

// readDate reads the date at the digit i in all of its readings.
func readDate(text string, i int) (days []day, end int) {
	if d, end := yearFirst(text, i); end > i {
		return []day{d}, end
	}
	if days, end := yearLast(text, i); end > i {
		return days, end
	}
	if d, end := chineseDay(text, i); end > i && d.valid() {
		return []day{d}, end
	}
	if d, end := dayFirst(text, i); end > i {
		return []day{d}, end
	}
	return nil, i
}

// yearFirst reads 2024-05-01, 2024/5/1, 2024.05.01, 2024年5月1日, 2024年5月.
func yearFirst(text string, i int) (day, int) {
	y, at := year(text, i)
	if at == i || at >= len(text) {
		return day{}, i
	}
	if after, ok := strings.CutPrefix(text[at:], "年"); ok {
		d, end := chineseDay(text, len(text)-len(strings.TrimLeft(after, " ")))
		d.year = y
		if end == 0 || d.month == 0 || !d.valid() {
			return day{}, i
		}
		return d, end
	}
	separator := text[at]
	if separator != '-' && separator != '/' && separator != '.' {
		return day{}, i
	}
	m, next := small(text, at+1, 2)
	if next == at+1 {
		return day{}, i
	}
	d := day{y, m, 0}
	if next < len(text) && text[next] == separator {
		if dd, end := small(text, next+1, 2); end > next+1 && dd > 0 {
			d.day, next = dd, end
		}
	}
	if d.day == 0 && (separator == '.' || next-at != 3) || !d.valid() {
		return day{}, i // "2024.5" is a number, and "2024-5" a range
	}
	return d, next
}

// yearLast reads 01/05/2024 and 01.05.2024, in both orders, and 5/1/24.
func yearLast(text string, i int) ([]day, int) {
	a, at := small(text, i, 2)
	if at == i || at >= len(text) || (text[at] != '/' && text[at] != '.' && text[at] != '-') {
		return nil, i
	}
	separator := text[at]
	b, next := small(text, at+1, 2)
	if next == at+1 || next >= len(text) || text[next] != separator {
		return nil, i
	}
	y, end := year(text, next+1)
	if end == next+1 && separator == '/' {
		if y, end = small(text, next+1, 2); end == next+3 {
			y += 2000
		} else {
			end = next + 1
		}
	}
	if end == next+1 {
		return nil, i
	}
	var days []day
	for _, d := range [...]day{{y, a, b}, {y, b, a}} {
		if d.valid() && d.day > 0 && (len(days) == 0 || days[0] != d) {
			days = append(days, d)
		}
	}
	if len(days) == 0 {
		return nil, i
	}
	return days, end
}

// chineseDay reads 5月1日, 5月1号, 5月 with Arabic or Chinese numerals.
func chineseDay(text string, i int) (day, int) {
	m, at := smallOrChinese(text, i)
	after, ok := strings.CutPrefix(text[at:], "月")
	if at == i || !ok || m > 12 || m == 0 {
		return day{}, 0
	}
	at = len(text) - len(strings.TrimLeft(after, " "))
	end := len(text) - len(after)
	if dd, next := smallOrChinese(text, at); next > at && dd >= 1 && dd <= 31 {
		for _, sign := range [...]string{"日", "号"} {
			if strings.HasPrefix(text[next:], sign) {
				return day{0, m, dd}, next + len(sign)
			}
		}
	}
	return day{0, m, 0}, end
}

func smallOrChinese(text string, i int) (value, end int) {
	if value, end = small(text, i, 2); end > i {
		return value, end
	}
	d, end, ok := readChinese(text, i)
	if !ok || d.n > 2 {
		return 0, i
	}
	return int(d.number(0, 0).value), end
}

var monthNames = [...]string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
}

// month reads the name of a month, or its first three letters.
func month(text string, i int) (value, end int) {
	end = i
	for end < len(text) && end < i+maxRun && isLetter(text[end]) {
		end++
	}
	word := text[i:end]
	if len(word) < 3 {
		return 0, i
	}
	for m, name := range monthNames {
		if word == name || word == name[:3] || (word == "sept" && m == 8) {
			if end < len(text) && text[end] == '.' {
				end++
			}
			return m + 1, end
		}
	}
	return 0, i
}

// dayFirst reads 1 May 2024, 1st of May, 01-May-2024.
func dayFirst(text string, i int) (day, int) {
	dd, at := small(text, i, 2)
	if at == i || dd < 1 || dd > 31 {
		return day{}, i
	}
	at = skipAny(ordinal(text, at), text, " ", "-")
	if strings.HasPrefix(text[at:], "of ") {
		at += len("of ")
	}
	m, next := month(text, at)
	if next == at {
		return day{}, i
	}
	if y, end := year(text, skipAny(next, text, ", ", ",", " ", "-")); end > next && y > 0 {
		return day{y, m, dd}, end
	}
	return day{0, m, dd}, next
}

// monthFirst reads May 1, 2024, May 1st, and May 2024.
func monthFirst(text string, i int) (day, int) {
	m, at := month(text, i)
	if at == i {
		return day{}, i
	}
	at = skipAny(at, text, " ", "-")
	if y, end := year(text, skipAny(at, text, ", ", "of ")); y > 0 {
		return day{y, m, 0}, end
	}
	dd, next := small(text, at, 2)
	if next == at || dd < 1 || dd > 31 {
		return day{}, i
	}
	next = ordinal(text, next)
	if y, end := year(text, skipAny(next, text, ", ", ",", " ", "-")); end > next && y > 0 {
		return day{y, m, dd}, end
	}
	return day{0, m, dd}, next
}

func skipAny(i int, text string, signs ...string) int {
	for _, sign := range signs {
		if strings.HasPrefix(text[i:], sign) {
			return i + len(sign)
		}
	}
	return i
}

func ordinal(text string, i int) int { return skipAny(i, text, "st", "nd", "rd", "th") }

// A clock is a time of day.
type clock struct {
	minute int  // of the day
	vague  bool // may be twelve hours later as well
	zoned  bool // has a zone, so that others write another hour
}

// readClock reads 15:04, 15:04:05Z, 3:04 pm, 3pm, 15点, 15时30分 at the digit i.
func readClock(text string, i int) (c clock, end int) {
	h, at := small(text, i, 2)
	if at == i || h > 24 {
		return clock{}, i
	}
	minutes := 0
	switch {
	case at < len(text) && text[at] == ':':
		m, next := small(text, at+1, 2)
		if next != at+3 || m > 59 {
			return clock{}, i
		}
		minutes, end = m, seconds(text, next)
		c.zoned = zone(text, end) > end
		end = zone(text, end)
	case strings.HasPrefix(text[at:], "点") || strings.HasPrefix(text[at:], "时"):
		minutes, end = chineseMinutes(text, at+len("点"))
	case half(text, at) > at:
		end = at
	default:
		return clock{}, i
	}
	c.vague = h >= 1 && h <= 12
	if next := half(text, end); next > end {
		afternoon := strings.HasPrefix(strings.TrimLeft(text[end:], " "), "p")
		c.vague, end = false, next
		h %= 12
		if afternoon {
			h += 12
		}
	}
	c.minute = (h%24)*60 + minutes
	return c, end
}

func seconds(text string, i int) int {
	if next := group(text, i, ':', 2); next > i {
		i = next
		if i+1 < len(text) && text[i] == '.' && isDigit(text[i+1]) {
			i = run(text, i+1)
		}
	}
	return i
}

// zone returns the end of "Z", "+08:00", " UTC" at i, or i.
func zone(text string, i int) int {
	if next := skipAny(i, text, "z", " utc", " gmt"); next > i && (next == len(text) || !isAlnum(text[next])) {
		return next
	}
	if i < len(text) && (text[i] == '+' || text[i] == '-') && run(text, i+1) >= i+3 {
		return seconds(text, run(text, i+1))
	}
	return i
}

// half returns the end of "am" or "pm" at i, or i.
func half(text string, i int) int {
	next := skipAny(i, text, " ")
	if end := skipAny(next, text, "am", "pm", "a.m.", "p.m."); end > next && (end == len(text) || !isAlnum(text[end])) {
		return end
	}
	return i
}

func chineseMinutes(text string, i int) (minutes, end int) {
	if next := skipAny(i, text, "半"); next > i {
		return 30, next
	}
	if m, next := small(text, i, 2); next > i && m < 60 {
		return m, skipAny(next, text, "分")
	}
	return 0, i
}
