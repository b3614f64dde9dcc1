package resolve

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A rule says whether an option was surely meant, as far as this rule goes.
type rule struct {
	evidence string
	// safe rules hold for dangerous values and for identifiers, too: the name is
	// the same, only written another way.
	safe bool
	// general rules fit a general name to a special one; they hold only where
	// no other option has the general name in it.
	general bool
	// identified rules hold for identifiers, too, though they are not safe: a
	// part of an identifier may be unmistakable.
	identified bool
	// meaning says that the rule looks at meanings.
	meaning bool
	// lone rules know a word's meaning from the vocabulary only; they hold where
	// no other option comes near, in its name or in its meaning.
	lone bool
	fits func(*question, *option) bool
}

// rulesTable holds the rules, surest first. The first rule that any option
// fits decides: one option is named, several are ranked.
var rulesTable = [...]rule{
	{evidence: "same name", safe: true, fits: sameName},
	{evidence: "same words", safe: true, fits: func(q *question, o *option) bool { return inRow(q.given.words, o.words) }},
	{evidence: "alias", safe: true, fits: alias},
	{evidence: "same words in another order", safe: true, fits: func(q *question, o *option) bool { return reordered(q.given.words, o.words) }},
	{evidence: "another writing of the words", safe: true, fits: func(q *question, o *option) bool { return pairUp(q.given.words, o.words, equal) }},
	{evidence: "same words but for fillers", safe: true, fits: func(q *question, o *option) bool { return pairUp(q.given.units, o.units, equal) }},
	{evidence: "short years", safe: true, fits: shortYears},
	{evidence: "same date", safe: true, fits: sameDate},
	{evidence: "same number", safe: true, fits: sameNumber},
	{evidence: "meaning", meaning: true, fits: meaning},
	{evidence: "same sense", meaning: true, lone: true, fits: synonym},
	{evidence: "same sense as its meaning", meaning: true, lone: true, fits: senseOfMeaning},
	{evidence: "initials", meaning: true, fits: initials},
	{evidence: "without vowels", fits: withoutVowels},
	{evidence: "slip of the keys", fits: slips},
	{evidence: "cut words", general: true, fits: cutWords},
	{evidence: "abbreviation", general: true, fits: abbreviation},
	{evidence: "another form of the word", fits: otherForm},
	{evidence: "same words but for the field's name", general: true, fits: butForField},
	{evidence: "kind of it", general: true, identified: true, fits: kindOf},
	{evidence: "name and meaning", meaning: true, fits: nameAndMeaning},
	{evidence: "listed in its meaning", meaning: true, lone: true, fits: listedInMeaning},
	{evidence: "kind of its meaning", meaning: true, lone: true, fits: kindOfMeaning},
}

// sameName says whether two names are one but for marks and case.
func sameName(q *question, o *option) bool { return same(&q.given, &o.text) }

func same(a, b *text) bool {
	return len(a.compact) > 0 && a.rate == b.rate && bytes.Equal(a.compact, b.compact) && sameFigures(a, b)
}

// sameFigures says whether marks part the figures of two names alike. A blank or a
// hyphen may be left out of a number, a point may not.
func sameFigures(a, b *text) bool {
	return a.points == b.points && (a.cuts == b.cuts || a.cuts == 0 || b.cuts == 0)
}

// sameText says whether two names are the same but for their writing.
func sameText(a, b *text) bool { return same(a, b) || inRow(a.words, b.words) }

func alias(q *question, o *option) bool {
	for i := range o.names {
		if sameText(&q.given, &o.names[i]) {
			return true
		}
	}
	return false
}

func meaning(q *question, o *option) bool {
	for i := range o.meanings {
		m := &o.meanings[i]
		if same(&q.given, m) || q.given.mask&m.mask != 0 && (inRow(q.given.words, m.words) || pairUp(q.given.units, m.units, equal)) {
			return true
		}
	}
	return false
}

// synonym fits a name of the same meaning: a synonym, or a translation.
func synonym(q *question, o *option) bool {
	if sameSense(q.given.units, o.units) {
		return true
	}
	for i := range o.names {
		if sameSense(q.given.units, o.names[i].units) {
			return true
		}
	}
	return false
}

func senseOfMeaning(q *question, o *option) bool {
	g := q.given.units
	for i := range o.meanings {
		if q.given.mask&o.meanings[i].mask == 0 {
			continue
		}
		m := o.meanings[i].units
		if sameSense(g, m) || len(g) == 1 && len(m) > 0 && g[0].class == letters && g[0].form == done && compare(&g[0], &m[0]) >= alike {
			return true
		}
	}
	return false
}

// otherForm fits the plain form of a word to an inflected one, and the reverse
// ("archive": archived). Two inflections are two things ("processing",
// "processed").
func otherForm(q *question, o *option) bool {
	g := q.given.units
	if len(g) != len(o.units) {
		return false
	}
	for i := range g {
		if w := &o.units[i]; g[i].turns != w.turns || !bytes.Equal(g[i].root, w.root) || len(w.root) < 3 {
			return false
		}
	}
	form, other := form(g), form(o.units)
	return form == plain || other == plain
}

func form(units []word) aspect {
	a, _ := aspectOf(units)
	return a
}

// kindOf fits a general name to a special one: its last word is that of the
// general name, and all the others stand in it ("autoscaler": horizontal pod
// autoscaler). A name that only begins alike is something else ("phone case"
// is no phone).
func kindOf(q *question, o *option) bool {
	g := &q.given
	if kindOfText(g, &o.text) {
		return true
	}
	return slices.ContainsFunc(o.names, func(t text) bool { return kindOfText(g, &t) })
}

func kindOfText(g, t *text) bool {
	if g.wide {
		n := utf8.RuneCount(g.compact)
		return n >= 2 && !otherThings(g.units, t.units) && lastRune(g.compact) == lastRune(t.compact) &&
			(bytes.HasSuffix(t.compact, g.compact) || utf8.RuneCount(t.compact) == n+1 && inOrder(g.compact, t.compact))
	}
	n := len(g.words)
	switch {
	case g.mask&t.mask == 0, n == 0, n >= len(t.words):
		return false
	case len(g.compact) < 2, len(g.compact) == 2 && g.words[0].known == nil: // too short to tell
		return false
	case compare(&g.words[n-1], &t.words[len(t.words)-1]) != equal, !within(g.words, t.words):
		return false
	}
	for i := range t.words {
		if changingTable[string(t.words[i].text)] && !holdsWord(g.words, &t.words[i], equal) {
			return false
		}
	}
	return true
}

// changingTable holds words that make something else of what they stand by: faux
// leather is no leather.
var changingTable = map[string]bool{
	"faux": true, "fake": true, "artificial": true, "imitation": true, "mock": true, "pseudo": true, "vegan": true, "synthetic": true,
	"former": true, "ex": true, "vice": true, "deputy": true, "assistant": true, "sub": true, "semi": true, "half": true, "quasi": true,
	"non": true, "not": true, "no": true, "anti": true, "un": true, "pre": true, "post": true, "extra": true, "ultra": true, "super": true,
	"failed": true, "without": true, "except": true, "lost": true, "missing": true, "virtual": true, "invalid": true,
}

// otherThings says whether two names are one known word each, of two meanings.
func otherThings(a, b []word) bool {
	return len(a) == 1 && len(b) == 1 && a[0].known != nil && b[0].known != nil && a[0].known.linked && b[0].known.linked && compare(&a[0], &b[0]) == apart
}

// butForField fits names of the same words, or of the same meaning, where one of
// them also says what the parameter holds ("eco": eco_mode).
func butForField(q *question, o *option) bool {
	return q.butForField(q.given.units, o.units) || len(o.words) != len(o.units) && q.butForField(q.given.words, o.words)
}

func (q *question) butForField(given, name []word) bool {
	return (q.anyGeneric(given) || q.anyGeneric(name)) && q.sameButFor(given, name)
}

func (q *question) anyGeneric(words []word) bool {
	for i := range words {
		if q.generic(&words[i]) {
			return true
		}
	}
	return false
}

// generic says whether a word only says what the parameter holds.
func (q *question) generic(w *word) bool {
	return w.known != nil && w.known.generic || w.mask&q.field.mask != 0 && holdsWord(q.field.units, w, inflected)
}

func (q *question) sameButFor(given, name []word) bool {
	var left, right [8]word
	a, b := q.special(left[:0], given), q.special(right[:0], name)
	return (len(a) < len(given) || len(b) < len(name)) && (pairUp(a, b, equal) || sameSense(a, b))
}

// special returns the words of a name that do not only say what the parameter
// holds.
func (q *question) special(list, units []word) []word {
	if len(units) > cap(list) || len(units) == 0 {
		return nil
	}
	for i := range units {
		if !q.generic(&units[i]) {
			list = append(list, units[i])
		}
	}
	return list
}

// genericTable holds words that only say what sort of a value a name is.
var genericTable = map[string]bool{
	"type": true, "mode": true, "status": true, "state": true, "class": true, "category": true, "level": true, "kind": true, "option": true,
	"method": true, "format": true, "group": true, "only": true, "类": true, "型": true, "级": true, "部": true, "科": true, "座": true, "席": true, "组": true,
	"市": true, "省": true, "县": true, "区": true, "版": true, "式": true, "类型": true, "状态": true, "方式": true, "部门": true,
}

// listedInMeaning fits a name that a meaning lists ("weights": strength, "weights
// and machines").
func listedInMeaning(q *question, o *option) bool {
	for i := range o.meanings {
		if q.given.mask&o.meanings[i].mask == 0 {
			continue
		}
		words := o.meanings[i].words
		start := 0
		for j := 0; j <= len(words); j++ {
			if j < len(words) && !joins(&words[j]) {
				continue
			}
			if pairsWith(q.given.units, words[start:j]) {
				return true
			}
			start = j + 1
		}
	}
	return false
}

func joins(w *word) bool {
	switch string(w.text) {
	case "and", "or", "和", "及", "或", "与":
		return true
	}
	return false
}

// pairsWith says whether a name and one item of a list, of two words at most, hold
// the same words in some form.
func pairsWith(given, item []word) bool {
	var list [4]word
	units := list[:0]
	for i := range item {
		if w := &item[i]; w.known == nil || w.known.role != filler {
			if len(units) == 2 {
				return false
			}
			units = append(units, *w)
		}
	}
	return pairUp(given, units, inflected)
}

// kindOfMeaning fits a general name to a special one in a short meaning
// ("Heathrow": LHR, London Heathrow).
func kindOfMeaning(q *question, o *option) bool {
	for i := range o.meanings {
		if m := &o.meanings[i]; len(m.words) <= 3 && kindOfText(&q.given, m) {
			return true
		}
	}
	return false
}

// nameAndMeaning fits a name of several words that all stand in the name or
// the meaning of one option.
func nameAndMeaning(q *question, o *option) bool {
	g := q.given.units
	if len(o.meanings) == 0 || within(g, o.units) {
		return false
	}
	if len(g) == 1 {
		return deniedIn(&g[0], o)
	}
	for i := range g {
		if g[i].class == han && g[i].known == nil || !stands(&g[i], o, inflected) {
			return false
		}
	}
	return true
}

// deniedIn says whether a name that denies something is denied in a meaning, too
// ("unassigned": nobody is assigned).
func deniedIn(w *word, o *option) bool {
	for i := range o.meanings {
		for j := range o.meanings[i].units {
			m := &o.meanings[i].units[j]
			if m.turns && compare(w, m) >= alike {
				return true
			}
		}
	}
	return false
}

// stands says whether a word stands in the name, an alias or the meaning of an
// option, or one that is so alike.
func stands(w *word, o *option, least degree) bool {
	if o.says(w, least) {
		return true
	}
	for i := range o.names {
		if o.names[i].says(w, least) {
			return true
		}
	}
	for i := range o.meanings {
		if o.meanings[i].says(w, least) {
			return true
		}
	}
	return false
}

// says reports whether a word stands in a text, alone or as part of a set phrase.
func (t *text) says(w *word, least degree) bool {
	return w.mask&t.mask != 0 && t.saysClosely(w, least)
}

func (t *text) saysClosely(w *word, least degree) bool {
	return holdsWord(t.units, w, least) || len(t.units) != len(t.words) && holdsWord(t.words, w, least)
}

// rival says whether all that is given stands in another option, or something
// near it: then the vocabulary alone does not tell which of them was meant.
func rival(q *question, o *option) bool {
	if g := q.given.compact; q.given.wide && anyOrder(g, o.compact) || len(g) >= 3 && bytes.HasPrefix(o.compact, g) {
		return true
	}
	for i := range q.given.units {
		if w := &q.given.units[i]; !mark(w, len(q.given.units)) && !stands(w, o, related) {
			return false
		}
	}
	return len(q.given.units) > 0
}

// holds says whether an option's name has given in it.
func holds(q *question, o *option) bool {
	g := &q.given
	if within(g.words, o.words) {
		return true
	}
	if g.wide {
		return inOrder(g.compact, o.compact)
	}
	return len(g.compact) >= 3 && bytes.HasPrefix(o.compact, g.compact)
}

// inOrder says whether the characters of a stand in b in their order.
func inOrder(a, b []byte) bool {
	for len(a) > 0 {
		r, size := utf8.DecodeRune(a)
		i := bytes.IndexRune(b, r)
		if i < 0 {
			return false
		}
		a, b = a[size:], b[i+size:]
	}
	return true
}

// anyOrder says whether the characters of a stand in b.
func anyOrder(a, b []byte) bool {
	for len(a) > 0 {
		r, size := utf8.DecodeRune(a)
		if !bytes.ContainsRune(b, r) {
			return false
		}
		a = a[size:]
	}
	return true
}

func lastRune(b []byte) rune {
	r, _ := utf8.DecodeLastRune(b)
	return r
}

// mediaTypeNames begin media types.
var mediaTypeNames = [...]string{"text", "image", "audio", "video", "application", "font", "model"}

// mediaType returns the format that a media type names ("image/svg+xml": svg);
// anything else as it is.
func mediaType(given string) string {
	kind, format, ok := strings.Cut(given, "/")
	if !ok || !slices.ContainsFunc(mediaTypeNames[:], func(name string) bool { return strings.EqualFold(name, kind) }) {
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
