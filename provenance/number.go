package provenance

import "math"

// maxDigits is the length up to which digits are a number; what is longer is an
// identifier.
const maxDigits = 30

// A number is one reading of a number in a text.
type number struct {
	key   key
	value float64
	step  float64 // the place value of its last digit
}

// digits are the digits of a number without its separators.
type digits struct {
	buf      [maxDigits]byte
	n        int
	fraction int  // how many of them stand behind the decimal point
	other    int  // the same in another reading ("1.234" as 1234), -1 for none
	grouped  bool // there are separators between groups
}

func (d *digits) add(text string) bool {
	if d.n+len(text) > maxDigits {
		return false
	}
	d.n += copy(d.buf[d.n:], text)
	return true
}

// number returns the reading of the digits with so many behind the point,
// multiplied by a power of ten.
func (d *digits) number(fraction, exponent int) number {
	exponent -= fraction
	step := math.Pow10(exponent)
	mantissa := d.buf[:d.n]
	value := 0.0
	for _, c := range mantissa {
		value = value*10 + float64(c-'0')
	}
	for len(mantissa) > 0 && mantissa[0] == '0' {
		mantissa = mantissa[1:]
	}
	for len(mantissa) > 0 && mantissa[len(mantissa)-1] == '0' {
		mantissa = mantissa[:len(mantissa)-1]
		exponent++
	}
	if len(mantissa) == 0 {
		exponent = 0
	}
	k := start(keyNumber).withInt(exponent)
	for _, c := range mantissa {
		k = k.with(c)
	}
	return number{key: k, value: value * step, step: step}
}

// integer returns the number of a run of digits.
func integer(text string) (number, bool) {
	var d digits
	if !d.add(text) {
		return number{}, false
	}
	return d.number(0, 0), true
}

// maxRun bounds how far a word or a row of digits is looked at, so that the work
// grows with the length of a text and no faster.
const maxRun = 256

// run returns the end of the digits at i.
func run(text string, i int) int {
	for limit := min(len(text), i+maxRun); i < limit && isDigit(text[i]); {
		i++
	}
	return i
}

// group returns the end of a separator and exactly n digits at i, or i.
func group(text string, i int, separator byte, n int) int {
	if i >= len(text) || text[i] != separator || run(text, i+1) != i+1+n {
		return i
	}
	return i + 1 + n
}

// readDigits reads the digits of a number with its separators.
func readDigits(text string, i int) (d digits, end int, ok bool) {
	d.other = -1
	end = run(text, i)
	ok = d.add(text[i:end])
	first := end - i
	if first <= 3 && ok {
		end, ok = d.groups(text, end, ',')
		if !d.grouped && ok {
			end, ok = d.groups(text, end, '\'')
		}
		if !d.grouped && ok {
			if next := group(text, end, '.', 3); next > end && group(text, next, '.', 3) > next {
				return d.continental(text, end, ok)
			}
			if next := group(text, end, '.', 3); next > end && next+1 < len(text) && text[next] == ',' && isDigit(text[next+1]) {
				return d.continental(text, end, ok)
			}
		}
	}
	if !ok || end+1 >= len(text) || text[end] != '.' || !isDigit(text[end+1]) {
		return d, end, ok
	}
	next := run(text, end+1)
	if next < len(text) && text[next] == '.' && next+1 < len(text) && isDigit(text[next+1]) {
		return d, end, false // a version or an address
	}
	d.fraction = next - end - 1
	ok = d.add(text[end+1 : next])
	if d.fraction == 3 && first <= 3 && !d.grouped {
		d.other = 0 // "1.234" may be one thousand and so on
	}
	return d, next, ok
}

// groups reads groups of three digits, or of two before the last as in India.
func (d *digits) groups(text string, i int, separator byte) (end int, ok bool) {
	for {
		next := group(text, i, separator, 3)
		if next == i {
			two := group(text, i, separator, 2)
			if separator != ',' || two == i || (group(text, two, ',', 2) == two && group(text, two, ',', 3) == two) {
				return i, true
			}
			next = two
		}
		d.grouped = true
		if !d.add(text[i+1 : next]) {
			return i, false
		}
		i = next
	}
}

// continental reads the rest of a number as in "1.234.567,89".
func (d *digits) continental(text string, i int, ok bool) (whole digits, end int, all bool) {
	for ok {
		next := group(text, i, '.', 3)
		if next == i {
			break
		}
		d.grouped = true
		ok = d.add(text[i+1 : next])
		i = next
	}
	if i+1 < len(text) && text[i] == ',' && isDigit(text[i+1]) {
		next := run(text, i+1)
		d.fraction = next - i - 1
		ok = ok && d.add(text[i+1:next])
		i = next
	}
	return *d, i, ok
}
