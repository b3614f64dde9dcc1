package provenance

import (
	"strings"
	"unicode/utf8"
)

// numeral returns the value of a Chinese digit, and scale the power of ten that
// a Chinese unit stands for.
func numeral(r rune) (int, bool) {
	switch r {
	case '〇', '零':
		return 0, true
	case '一', '壹':
		return 1, true
	case '二', '两', '贰':
		return 2, true
	case '三', '叁':
		return 3, true
	case '四', '肆':
		return 4, true
	case '五', '伍':
		return 5, true
	case '六', '陆':
		return 6, true
	case '七', '柒':
		return 7, true
	case '八', '捌':
		return 8, true
	case '九', '玖':
		return 9, true
	}
	return 0, false
}

func scale(r rune) (int, bool) {
	switch r {
	case '十', '拾':
		return 1, true
	case '百', '佰':
		return 2, true
	case '千', '仟':
		return 3, true
	case '万', '萬':
		return 4, true
	case '亿', '億':
		return 8, true
	}
	return 0, false
}

// reckoning adds up a Chinese numeral from left to right.
type reckoning struct {
	total, section, digit int64
	last                  int // the power of ten of the last unit
	units, runes          int
	pure                  []byte // the digits, as long as there are no units
	pending               bool   // a digit waits for its unit
	zero                  bool   // a zero stands before the waiting digit
}

func (c *reckoning) addDigit(n int) bool {
	if c.units > 0 && c.pending {
		return false
	}
	c.zero = n == 0 || (c.zero && !c.pending)
	c.digit, c.pending = int64(n), n != 0
	if len(c.pure) < maxDigits {
		c.pure = append(c.pure, byte('0'+n)) //nolint:gosec // a digit
	}
	return true
}

func (c *reckoning) addUnit(power int) bool {
	c.units++
	size := pow10(power)
	switch {
	case power < 4:
		if !c.pending {
			if power != 1 || c.section%100 != 0 {
				return false
			}
			c.digit = 1 // "十二", "一百十二"
		}
		c.section += c.digit * size
	default:
		c.section += c.digit
		if c.section+c.total == 0 {
			return false
		}
		if power == 8 {
			c.total = (c.total + c.section) * size
		} else {
			c.total += c.section * size
		}
		c.section = 0
	}
	c.digit, c.pending, c.zero, c.last = 0, false, false, power
	return true
}

func (c *reckoning) value() int64 {
	rest := c.digit
	if c.pending && c.last > 1 && !c.zero {
		rest *= pow10(c.last - 1) // "一万二" is 12,000
	}
	return c.total + c.section + rest
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// readChinese reads the Chinese numeral at i. Runs that are no numbers in
// ordinary text (a unit without a digit, a lone digit, two digits in a row) are
// none.
func readChinese(text string, i int) (d digits, end int, ok bool) {
	var c reckoning
	end = i
	for end < len(text) && c.runes < 20 {
		r, size := utf8.DecodeRuneInString(text[end:])
		if n, is := numeral(r); is {
			if !c.addDigit(n) {
				break
			}
		} else if power, is := scale(r); is {
			if len(c.pure) > 1 && c.units == 0 || !c.addUnit(power) {
				break
			}
		} else {
			break
		}
		c.runes++
		end += size
	}
	d.other = -1
	if c.runes == 0 {
		return d, i, false
	}
	if c.units == 0 {
		year := strings.HasPrefix(text[end:], "年") && len(c.pure) == 4
		sequence := len(c.pure) >= 3 && strings.Contains(string(c.pure), "0")
		single := len(c.pure) == 1 && c.pure[0] != '0'
		return d, end, (year || sequence || single) && d.add(string(c.pure))
	}
	n := c.value()
	if n <= 0 {
		return d, end, false
	}
	var buf [20]byte
	at := len(buf)
	for ; n > 0; n /= 10 {
		at--
		buf[at] = byte('0' + n%10)
	}
	return d, end, d.add(string(buf[at:]))
}

// isNumeral says whether a rune can begin a Chinese numeral.
func isNumeral(r rune) bool {
	_, digit := numeral(r)
	return digit || r == '十' || r == '拾'
}
