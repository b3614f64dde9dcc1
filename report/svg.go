package report

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// The measures of a chart in its own units; the page scales it.
const (
	chartWidth  = 560.0
	labelWidth  = 190.0
	valueWidth  = 110.0
	rowHeight   = 22.0
	groupHeight = 24.0
	axisHeight  = 34.0
	curveHeight = 190.0
	curveLeft   = 44.0
	legendRow   = 18.0
	dashCount   = 5
)

// svg draws one chart.
type svg struct{ b strings.Builder }

func (s *svg) add(format string, args ...any) { fmt.Fprintf(&s.b, format, args...) }

func (s *svg) text(x, y float64, class, text string) {
	s.add(`<text x="%.1f" y="%.1f" class="%s">%s</text>`, x, y, class, html.EscapeString(printable(text)))
}

func (s *svg) line(x1, y1, x2, y2 float64, class string) {
	s.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>`, x1, y1, x2, y2, class)
}

// draw returns a chart as SVG, with its text alternative.
func draw(c *Chart, id string) string {
	var s svg
	var height float64
	if len(c.Curves) > 0 {
		height = s.curves(c)
	} else {
		height = s.intervals(c)
	}
	return fmt.Sprintf(`<svg viewBox="0 0 %.0f %.0f" role="img" aria-labelledby="%s-t %s-d"><title id="%s-t">%s</title><desc id="%s-d">%s</desc>%s</svg>`,
		chartWidth, height, id, id, id, html.EscapeString(c.Title), id, html.EscapeString(alternative(c)), s.b.String())
}

// alternative tells a chart's figures in words.
func alternative(c *Chart) string {
	var parts []string
	for _, i := range c.Intervals {
		name := i.Name
		if i.Group != "" {
			name = i.Group + ", " + name
		}
		parts = append(parts, name+": "+i.Text)
	}
	for i := range c.Curves {
		curve := &c.Curves[i]
		if n := min(len(curve.X), len(curve.Y)); n > 0 {
			parts = append(parts, fmt.Sprintf("%s: from %s to %s, at most %s %s", curve.Name, short(curve.X[0]), short(curve.X[n-1]), short(maximum(curve.Y)), c.Unit))
		}
	}
	return printable(strings.Join(parts, "; "))
}

// intervals draws rows of values, and returns the height.
func (s *svg) intervals(c *Chart) float64 {
	most := c.Max
	if most <= 0 {
		for _, i := range c.Intervals {
			most = max(most, i.Value, c.Reference)
			if i.Known {
				most = max(most, i.High)
			}
		}
	}
	axis := ticks(most)
	if c.Max <= 0 {
		most = axis[len(axis)-1]
	}
	at := func(v float64) float64 {
		return labelWidth + (chartWidth-labelWidth-valueWidth)*min(max(v/most, 0), 1)
	}
	height := intervalHeight(c)
	for _, v := range axis {
		s.line(at(v), 4, at(v), height-axisHeight, "grid")
		s.text(at(v), height-axisHeight+15, "tick middle", short(v)+c.Unit)
	}
	y, group := 4.0, ""
	for _, i := range c.Intervals {
		if i.Group != group {
			group = i.Group
			y += groupHeight
			s.text(0, y-7, "group", clip(group, 60))
		}
		s.interval(&i, at, y+rowHeight/2)
		y += rowHeight
	}
	if c.Reference > 0 {
		s.line(at(c.Reference), 4, at(c.Reference), height-axisHeight, "reference")
		s.text(at(c.Reference), height-3, "tick middle", c.ReferenceLabel)
	}
	return height
}

func intervalHeight(c *Chart) float64 {
	height, group := axisHeight+4, ""
	for _, i := range c.Intervals {
		if i.Group != group {
			group = i.Group
			height += groupHeight
		}
		height += rowHeight
	}
	return height
}

// interval draws one row: a whisker, and a mark that differs in shape as well
// as in colour.
func (s *svg) interval(i *Interval, at func(float64) float64, y float64) {
	s.add(`<g class="%s">`, owner(i.Ours))
	s.text(12, y+4, "name", clip(i.Name, 26))
	if i.Known {
		s.line(at(i.Low), y, at(i.High), y, "whisker")
		s.line(at(i.Low), y-4, at(i.Low), y+4, "whisker")
		s.line(at(i.High), y-4, at(i.High), y+4, "whisker")
	}
	x := at(i.Value)
	if i.Ours {
		s.add(`<path d="M%.1f %.1fl6.5 6.5 -6.5 6.5 -6.5 -6.5z" class="mark"/>`, x, y-6.5)
	} else {
		s.add(`<circle cx="%.1f" cy="%.1f" r="4.6" class="mark"/>`, x, y)
	}
	s.text(chartWidth-valueWidth+12, y+4, "value", i.Text)
	s.add(`</g>`)
}

func owner(ours bool) string {
	if ours {
		return "ours"
	}
	return "other"
}

// curves draws steps on common axes, and returns the height.
func (s *svg) curves(c *Chart) float64 {
	right, top := 0.0, c.Max
	for i := range c.Curves {
		right = max(right, maximum(c.Curves[i].X))
		if c.Max <= 0 {
			top = max(top, maximum(c.Curves[i].Y), c.Reference)
		}
	}
	right, top = positive(right), positive(top)
	across, up := ticks(right), ticks(top)
	if c.Max <= 0 {
		top = up[len(up)-1]
	}
	x := func(v float64) float64 { return curveLeft + (chartWidth-curveLeft-12)*min(v/right, 1) }
	y := func(v float64) float64 { return 12 + (curveHeight-12)*(1-min(v/top, 1)) }
	if c.Shaded > 0 {
		s.add(`<rect x="%.1f" y="12" width="%.1f" height="%.1f" class="shaded"/>`, x(0), x(c.Shaded)-x(0), curveHeight-12)
		s.text(x(0)+6, 24, "tick", c.ShadedLabel)
	}
	for _, v := range up {
		s.line(curveLeft, y(v), chartWidth-12, y(v), "grid")
		s.text(curveLeft-6, y(v)+4, "tick end", short(v)+c.Unit)
	}
	for _, v := range across {
		if v <= right {
			s.text(x(v), curveHeight+16, "tick middle", short(v))
		}
	}
	s.text((curveLeft+chartWidth)/2, curveHeight+32, "tick middle", c.XLabel)
	if c.Reference > 0 {
		s.line(curveLeft, y(c.Reference), chartWidth-12, y(c.Reference), "reference")
		s.text(chartWidth-14, y(c.Reference)-5, "tick end", c.ReferenceLabel)
	}
	for i := range c.Curves {
		s.curve(&c.Curves[i], i, x, y)
	}
	return curveHeight + 40 + s.legend(c)
}

func (s *svg) curve(c *Curve, n int, x, y func(float64) float64) {
	points := min(len(c.X), len(c.Y))
	if points == 0 {
		return
	}
	s.add(`<path class="curve %s dash%d tone%d" d="M%.1f %.1f`, owner(c.Ours), dash(n), n%dashCount, x(c.X[0]), y(c.Y[0]))
	for i := 1; i < points; i++ {
		s.add("H%.1fV%.1f", x(c.X[i]), y(c.Y[i]))
	}
	s.add(`"/>`)
}

// dash is shifted against the colours, so that no two of 25 curves share both.
func dash(n int) int { return (n + n/dashCount) % dashCount }

// legend names the curves, two a row, and returns its height.
func (s *svg) legend(c *Chart) float64 {
	if len(c.Curves) < 2 {
		return 0
	}
	for i := range c.Curves {
		left, y := curveLeft+float64(i%2)*(chartWidth-curveLeft)/2, curveHeight+52+float64(i/2)*legendRow
		s.add(`<path class="curve %s dash%d tone%d" d="M%.1f %.1fH%.1f"/>`, owner(c.Curves[i].Ours), dash(i), i%dashCount, left, y-4, left+34)
		s.text(left+42, y, "name", clip(c.Curves[i].Name, 30))
	}
	return float64((len(c.Curves)+1)/2)*legendRow + 6
}

func maximum(values []float64) float64 {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	return most
}

func positive(v float64) float64 {
	if v <= 0 {
		return 1
	}
	return v
}

// ticks are round numbers from 0 to the first at or above most.
func ticks(most float64) []float64 {
	most = positive(most)
	power := math.Pow(10, math.Floor(math.Log10(most/4)))
	step := power
	for _, f := range []float64{1, 2, 2.5, 5, 10} {
		step = f * power
		if most/step <= 5 {
			break
		}
	}
	var list []float64
	for i := 0; ; i++ {
		v := float64(i) * step
		list = append(list, v)
		if v >= most-step*1e-9 {
			return list
		}
	}
}

func short(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }
