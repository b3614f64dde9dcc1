package resolve

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// mediaTypeNames begin media types.
var mediaTypeNames = []string{"text", "image", "audio", "video", "application", "font", "model"}

// mediaType returns the format that a media type names ("image/svg+xml": svg);
// anything else as it is.
func mediaType(given string) string {
	kind, format, ok := strings.Cut(given, "/")
	if !ok || !slices.Contains(mediaTypeNames, strings.ToLower(kind)) {
		return given
	}
	format, _, _ = strings.Cut(format, ";")
	format, _, _ = strings.Cut(format, "+")
	format = strings.TrimPrefix(strings.TrimSpace(format), "x-")
	if format == "" || strings.HasPrefix(format, "vnd.") {
		return given
	}
	return format
}

// shortYears fits years of two figures to the same years of four.
func shortYears(g text, o *option) bool {
	short, long := strings.Fields(figures(g)), strings.Fields(figures(o.text))
	if len(short) == 0 || len(short) != len(long) || strings.Trim(g.compact, "0123456789") != "" || len(g.words) != len(short) {
		return false
	}
	for i := range short {
		if len(short[i]) != 2 || len(long[i]) != 4 || long[i][2:] != short[i] || long[i][0] != '2' && long[i][0] != '1' {
			return false
		}
	}
	return strings.Trim(o.compact, "0123456789") == ""
}

// figures returns the words that are figures.
func figures(t text) string { return strings.Join(t.words, " ") }

// initials fits an acronym to the words that it stands for, and the reverse.
func initials(g text, o *option) bool { return standsFor(g, o.text) || standsFor(o.text, g) }

// standsFor says whether a short name is made of the initials of a long one.
func standsFor(short, long text) bool {
	if len(short.words) != 1 || short.wide || utf8.RuneCountInString(short.compact) < 3 || short.digits != "" || len(long.words) != utf8.RuneCountInString(short.compact) {
		return false
	}
	i := 0
	for _, r := range short.compact {
		first, _ := utf8.DecodeRuneInString(long.words[i])
		if first != r {
			return false
		}
		i++
	}
	return true
}

// withoutVowels fits a word to the same word written without vowels inside
// ("jpg": jpeg), as far as both are one word.
func withoutVowels(g text, o *option) bool {
	if len(g.words) != 1 || len(o.words) != 1 || len(g.compact) < 3 || g.digits != "" || g.compact[0] != o.compact[0] {
		return false
	}
	bare := func(word string) string {
		var b strings.Builder
		var before rune
		for i, r := range word {
			if (i == 0 || !strings.ContainsRune("aeiou", r)) && r != before {
				b.WriteRune(r)
				before = r
			}
		}
		return b.String()
	}
	return bare(o.compact) == g.compact && g.compact != o.compact
}

// slips fits names that differ by slips of the keys.
func slips(g text, o *option) bool {
	if len(g.stems) != len(o.stems) {
		return slip(g.compact, o.compact, true) && len(o.compact) >= 10
	}
	equal := 0
	for i := range g.stems {
		if g.stems[i] == o.stems[i] && len(g.stems[i]) >= 2 {
			equal++
		}
	}
	for i := range g.stems {
		if g.stems[i] != o.stems[i] && !slip(g.stems[i], o.stems[i], equal == 0) {
			return false
		}
	}
	return equal >= len(g.stems)-1
}

// cutWords fits names of which some words are cut short ("temp_2m"), where at
// least one other word is the same.
func cutWords(g text, o *option) bool {
	if len(g.words) != len(o.words) || len(g.words) < 2 {
		return false
	}
	equal := 0
	for i, w := range g.words {
		switch {
		case w == o.words[i]:
			equal++
		case len(w) < 3 || !strings.HasPrefix(o.words[i], w):
			return false
		}
	}
	return equal > 0
}

// kindOf fits a general name to a special one: its last word is that of the
// general name, and all the others stand in it ("autoscaler": horizontal pod
// autoscaler). A name that only begins alike is something else ("phone case"
// is no phone).
func kindOf(g text, o *option) bool {
	if g.wide {
		return utf8.RuneCountInString(g.compact) >= 2 && inOrder(g.compact, o.compact) && lastRune(g.compact) == lastRune(o.compact)
	}
	return len(g.compact) >= 4 && len(g.stems) < len(o.stems) && within(g.stems, o.stems) && g.stems[len(g.stems)-1] == o.stems[len(o.stems)-1]
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
