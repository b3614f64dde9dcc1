package provenance

import (
	"math"
	"slices"
	"strings"
)

// column is what the values of one name in a list add up to.
type column struct {
	count, numbers int
	sum, low, high float64
}

// derive keeps what may be stated of a list without being in it: for each name
// of a JSON text how often it occurs, and of its numbers the sum, the mean and
// the span; of other texts the number of lines.
func (g *Given) derive(text string) {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	if trimmed == "" || (trimmed[0] != '{' && trimmed[0] != '[') {
		g.keep(float64(lines(text)))
		return
	}
	columns := make(map[string]*column)
	for at := 0; ; {
		next := strings.IndexByte(text[at:], ':')
		if next < 0 {
			break
		}
		at += next + 1
		name, ok := nameBefore(text, at-1)
		if !ok {
			continue
		}
		c := columns[name]
		if c == nil {
			if len(columns) >= maxColumns {
				continue
			}
			c = &column{low: math.Inf(1), high: math.Inf(-1)}
			columns[name] = c
		}
		c.add(text, at)
	}
	for _, c := range columns {
		if c.count < 2 {
			continue
		}
		g.keep(float64(c.count))
		if c.numbers > 1 {
			g.keep(c.sum)
			g.keep(c.sum / float64(c.numbers))
			g.keep(c.high - c.low)
		}
	}
}

// maxColumns bounds the names of one text.
const maxColumns = 4096

func (g *Given) keep(n float64) {
	if len(g.derived) < maxNumbers {
		g.derived = append(g.derived, math.Abs(n))
	}
}

// nameBefore returns the quoted name that ends before the colon at i.
func nameBefore(text string, i int) (string, bool) {
	for i > 0 && text[i-1] == ' ' {
		i--
	}
	if i < 2 || (text[i-1] != '"' && text[i-1] != '\'') {
		return "", false
	}
	from := strings.LastIndexByte(text[max(0, i-66):i-1], text[i-1])
	if from < 0 {
		return "", false
	}
	return text[max(0, i-66)+from+1 : i-1], true
}

// add counts a value, and adds it where it is a number.
func (c *column) add(text string, i int) {
	c.count++
	for i < len(text) && (text[i] == ' ' || text[i] == '"') {
		i++
	}
	sign := 1.0
	if i < len(text) && text[i] == '-' {
		sign, i = -1, i+1
	}
	if i >= len(text) || !isDigit(text[i]) {
		return
	}
	d, _, ok := readDigits(text, i)
	if !ok {
		return
	}
	n := d.number(d.fraction, 0).value * sign
	c.numbers++
	c.sum += n
	c.low, c.high = min(c.low, n), max(c.high, n)
}

// near says whether a number of the sorted list rounds to n.
func near(list []float64, n number, approximate bool) bool {
	reach := math.Min(n.step, n.value*0.1)
	if approximate {
		reach = n.value * 0.1
	}
	reach = math.Max(reach*(1-1e-9), n.value*1e-9)
	low, _ := slices.BinarySearch(list, n.value-reach)
	return low < len(list) && list[low] <= n.value+reach
}

// maxOperands bounds the numbers that are tried in calculations: with too many
// of them, any number would be a sum.
const maxOperands = 12

// calculated says whether a number is the sum, difference, product or quotient
// of two of the operands, or the sum of all of them.
func calculated(n number, percent bool, operands []number) bool {
	sum := 0.0
	for i, a := range operands {
		sum += a.value
		for j, b := range operands {
			if i != j && fromTwo(n, percent, a.value, b.value) {
				return true
			}
		}
	}
	return len(operands) > 2 && !percent && same(sum, n)
}

// multiple says whether an amount is that of several equal things of which one
// costs an operand.
func multiple(n number, operands []number) bool {
	for _, a := range operands {
		for times := 2.0; times <= 10; times++ {
			if a.value > 10 && same(a.value*times, n) {
				return true
			}
		}
	}
	return false
}

func fromTwo(n number, percent bool, a, b float64) bool {
	if percent {
		return b != 0 && (same(a/b*100, n) || same((a-b)/b*100, n) || same((b-a)/b*100, n))
	}
	return same(a+b, n) || same(a-b, n) || same(a*b, n) || (b != 0 && n.step < 1 && same(a/b, n))
}

// same says whether x, rounded or cut to the place of n's last digit, is n.
func same(x float64, n number) bool {
	d := math.Abs(x - n.value)
	return d <= n.value*1e-9 || (n.step < 1 && d < n.step*(1-1e-9))
}
