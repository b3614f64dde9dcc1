package report

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// cells is how many cells of a terminal a text takes.
func cells(text string) int {
	n := 0
	for _, r := range text {
		n += runeCells(r)
	}
	return n
}

func runeCells(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	case width.Neutral, width.EastAsianAmbiguous, width.EastAsianNarrow, width.EastAsianHalfwidth:
		return 1
	}
	return 1
}

// clip shortens a text to so many cells, and says so.
func clip(text string, most int) string {
	if cells(text) <= most {
		return text
	}
	used := 0
	for i, r := range text {
		if used+runeCells(r) > most-1 {
			return text[:i] + "…"
		}
		used += runeCells(r)
	}
	return text
}

// pad fills a text up to so many cells.
func pad(text string, to int, right bool) string {
	space := strings.Repeat(" ", max(to-cells(text), 0))
	if right {
		return space + text
	}
	return text + space
}

// printable takes out what would steer a terminal, and line breaks.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
}

// wrap breaks a text at spaces; a word longer than a line stands alone.
func wrap(text string, most int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(printable(text)) {
		if line != "" && cells(line)+1+cells(word) > most {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
