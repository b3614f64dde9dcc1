package resolve

import (
	_ "embed" // the vocabulary is a file of data
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A sense is one meaning. The opposite of a sense differs from it in the last
// bit.
type sense uint16

func (s sense) opposite() sense { return s ^ 1 }

// An entry is what the vocabulary says of a word or a set phrase.
type entry struct {
	senses  []sense // what it means
	same    []sense // what it is another writing of
	near    []sense // what it is related to
	part    []sense // of what it is a part, in a set phrase ("dollar": Hong Kong dollar)
	form    aspect  // it only says how far a thing has come
	role    role
	number  int      // the figure that it spells out
	units   []*entry // units that differ from it in their case only
	written string   // of a unit
	generic bool     // it only says what sort of a value a name is
	linked  bool     // it has a sense of any sort
	mask    uint64   // a bit for each
	root    string   // of an irregular form ("paid": pay)
	// longest is the number of words of the longest phrase that begins here.
	longest int
}

// link notes what senses there are.
func (e *entry) link() {
	for _, list := range [...][]sense{e.senses, e.same, e.near, e.part} {
		for _, s := range list {
			e.linked = true
			e.mask |= bit(uint32(s &^ 1))
		}
	}
}

// A role is what a word does in a name beside its meaning.
type role uint8

const (
	content role = iota
	filler       // says nothing of its own ("of")
	turning      // turns the meaning of what follows ("not")
	harmful      // its larger effect must never be guessed ("delete")
)

// A lexicon is the vocabulary: words by stem, and phrases by their stems in a row.
type lexicon struct {
	entries map[string]*entry
	roots   map[string]*entry
	wide    map[rune]int // bytes of the longest word that begins with a character
	next    sense
}

//go:embed vocabulary.txt
var vocabularyNames string

// vocabulary returns the words that the resolver knows.
var vocabularyTable = sync.OnceValue(func() *lexicon { return parseVocabulary(vocabularyNames) })

func vocabulary() *lexicon { return vocabularyTable() }

// parseVocabulary reads a vocabulary. A line holds words of one meaning between
// bars, and after "<>" words of the opposite one. A line that begins with "=" holds
// ways of writing one word, with "~" words that are related but not the same,
// with "'" units of which the case matters; one that begins with a role or an
// aspect lists such words, and "form" irregular forms.
func parseVocabulary(data string) *lexicon {
	v := &lexicon{
		entries: map[string]*entry{}, roots: map[string]*entry{}, wide: map[rune]int{}, next: 2,
	}
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if mark, list, ok := strings.Cut(line, ": "); ok {
			v.list(mark, list)
			continue
		}
		left, right, _ := strings.Cut(line, "<>")
		v.meaning(left, v.next)
		v.meaning(right, v.next.opposite())
		v.next += 2
	}
	v.share()
	for name, n := range numeralTable {
		v.add(name).number = n
	}
	for name := range genericTable {
		v.add(name).generic = true
	}
	for _, e := range v.entries {
		e.link()
		for _, u := range e.units {
			u.link()
			u.longest = e.longest
		}
	}
	return v
}

// rolesTable and aspectsTable name what a list of words does.
var rolesTable = map[string]role{"filler": filler, "turning": turning, "harmful": harmful}

var aspectsTable = map[string]aspect{"done": done, "ongoing": ongoing, "pending": pending, "failed": failed}

func (v *lexicon) list(mark, list string) {
	for item := range strings.SplitSeq(list, "|") {
		item, root, irregular := strings.Cut(strings.TrimSpace(item), " of ")
		e := v.add(item)
		if irregular && mark == "form" {
			e.root = root
		}
		if r, ok := rolesTable[mark]; ok {
			e.role = r
		}
		if f, ok := aspectsTable[mark]; ok {
			e.form = f
		}
	}
}

// meaning adds the words of one meaning.
func (v *lexicon) meaning(list string, s sense) {
	list = strings.TrimSpace(list)
	if list == "" {
		return
	}
	mark := list[0]
	if strings.IndexByte("=~", mark) >= 0 {
		list = list[1:]
	}
	for item := range strings.SplitSeq(list, "|") {
		item = strings.TrimSpace(item)
		if mark != '=' && mark != '~' {
			v.parts(item, s)
		}
		var e *entry
		if unit, ok := strings.CutPrefix(item, "'"); ok {
			e = v.unit(unit)
		} else {
			e = v.add(item)
		}
		switch mark {
		case '=':
			e.same = append(e.same, s)
		case '~':
			e.near = append(e.near, s)
		default:
			e.senses = append(e.senses, s)
		}
	}
}

// share gives all ways of writing one word the senses of each.
func (v *lexicon) share() {
	groups := map[sense][]*entry{}
	for _, e := range v.entries {
		for _, s := range e.same {
			groups[s] = append(groups[s], e)
		}
	}
	for _, s := range slices.Sorted(maps.Keys(groups)) {
		group := groups[s]
		var all []sense
		for _, e := range group {
			all = append(all, e.senses...)
		}
		slices.Sort(all)
		for _, e := range group {
			e.senses = slices.Compact(all)
		}
	}
}

// parts tells the words of a set phrase what they are a part of.
func (v *lexicon) parts(item string, s sense) {
	words := strings.Fields(item)
	if len(words) < 2 {
		return
	}
	for _, word := range words {
		if e := v.add(word); e.role != filler {
			e.part = append(e.part, s)
		}
	}
}

// unit adds a unit of which the case matters.
func (v *lexicon) unit(name string) *entry {
	e := v.add(name)
	for _, u := range e.units {
		if u.written == name {
			return u
		}
	}
	u := &entry{written: name}
	e.units = append(e.units, u)
	return u
}

// add returns the entry of a word or phrase, and makes it where there is none.
func (v *lexicon) add(item string) *entry {
	var a arena
	parts := strings.Fields(strings.ToLower(item))
	keys := make([]string, len(parts))
	for i, part := range parts {
		keys[i] = string(a.stem([]byte(part)))
	}
	key := strings.Join(keys, "")
	e := v.entries[key]
	if e == nil {
		e = new(entry)
		v.entries[key] = e
	}
	if first, _ := utf8.DecodeRuneInString(key); unicode.Is(unicode.Han, first) {
		v.wide[first] = max(v.wide[first], len(key))
		return e
	}
	if len(parts) > 1 {
		v.entries[string(a.stem([]byte(strings.Join(parts, ""))))] = e
		first := v.entries[keys[0]]
		if first == nil {
			first = new(entry)
			v.entries[keys[0]] = first
		}
		first.longest = max(first.longest, len(parts))
		return e
	}
	if r, _ := root([]byte(key)); len(r) >= 3 && v.roots[string(r)] == nil {
		v.roots[string(r)] = e
	}
	return e
}

// word returns what is known of a word; raw is how it was written.
func (v *lexicon) word(w *word, raw []byte) *entry {
	if e := v.entries[string(w.stem)]; e != nil {
		for _, u := range e.units {
			if u.written == string(raw) {
				return u
			}
		}
		return e
	}
	if w.form == done || w.form == ongoing {
		return v.roots[string(w.root)]
	}
	return nil
}

// longest returns the longest known word that a Chinese text begins with, and
// its length in bytes.
func (v *lexicon) longest(run []byte) (*entry, int) {
	first, size := utf8.DecodeRune(run)
	for n := min(v.wide[first], len(run)); n >= size; n-- {
		if e := v.entries[string(run[:n])]; e != nil {
			return e, n
		}
	}
	return nil, 0
}

// unite takes set phrases together, leaves fillers out, and lets negations turn
// what follows them.
func (a *arena) unite(words []word) []word {
	if !slices.ContainsFunc(words, needsUniting) {
		return words
	}
	start := len(a.words)
	turned := false
	for i := 0; i < len(words); i++ {
		w := words[i]
		if w.known != nil && w.known.longest > 1 {
			if phrase, n := a.phrase(words[i:min(len(words), i+w.known.longest)]); n > 0 {
				w = phrase
				i += n - 1
			}
		}
		if w.known != nil && w.known.role == turning && len(words) > 1 {
			turned = true
			continue
		}
		if w.known != nil && w.known.role == filler && len(words) > 1 {
			continue
		}
		w.turns = w.turns != turned
		a.words = append(a.words, w)
	}
	if len(a.words) == start {
		return words
	}
	return a.words[start:len(a.words):len(a.words)]
}

func needsUniting(w word) bool {
	return w.known != nil && (w.known.role == filler || w.known.role == turning || w.known.longest > 1)
}

// phrase returns the longest set phrase that words begin with, and how many of
// them it takes.
func (a *arena) phrase(words []word) (word, int) {
	start := len(a.stems)
	ends := [8]int{}
	words = words[:min(len(words), len(ends))]
	for i, w := range words {
		a.stems = append(a.stems, w.stem...)
		ends[i] = len(a.stems)
	}
	for n := len(words); n > 1; n-- {
		stem := a.stems[start:ends[n-1]:ends[n-1]]
		if e := vocabulary().entries[string(stem)]; e != nil {
			w := word{text: stem, stem: stem, root: stem, known: e, class: words[0].class}
			w.setKeys()
			return w, n
		}
	}
	return word{}, 0
}

func meet(a, b []sense) bool {
	for _, s := range a {
		if slices.Contains(b, s) {
			return true
		}
	}
	return false
}
