package resolve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// An option is one allowed value, read.
type option struct {
	text
	value    tool.Value
	names    []text // the aliases
	meanings []text // the meaning, whole and in its parts
}

// A rule says whether an option was surely meant, as far as this rule goes.
type rule struct {
	evidence string
	// safe rules hold for dangerous values, too: the name is the same, only
	// written another way.
	safe bool
	// general rules fit a general name to a special one; they hold only where
	// no other option has the general name in it.
	general bool
	fits    func(given text, o *option) bool
}

// rulesTable holds the rules, surest first. The first rule that any option
// fits decides: one option is named, several are ranked.
var rulesTable = []rule{
	{"same name", true, false, func(g text, o *option) bool { return g.compact == o.compact && g.compact != "" }},
	{"same words", true, false, func(g text, o *option) bool { return slices.Equal(g.stems, o.stems) }},
	{"alias", true, false, func(g text, o *option) bool {
		return slices.ContainsFunc(o.names, func(t text) bool { return same(g, t) })
	}},
	{"same words in another order", true, false, func(g text, o *option) bool { return equalSet(g.stems, o.stems) }},
	{"meaning", false, false, func(g text, o *option) bool {
		return slices.ContainsFunc(o.meanings, func(t text) bool { return same(g, t) })
	}},
	{"short years", true, false, shortYears},
	{"initials", false, false, initials},
	{"without vowels", false, false, withoutVowels},
	{"slip of the keys", false, false, slips},
	{"cut words", false, false, cutWords},
	{"kind of it", false, true, kindOf},
}

// same says whether two names are the same but for their writing.
func same(a, b text) bool {
	return a.compact != "" && a.compact == b.compact || len(a.stems) > 0 && slices.Equal(a.stems, b.stems)
}

// maxRanked is how many values are ranked.
const maxRanked = 3

// Match tells which of the values was meant by given. It compares letters,
// aliases and meanings; it knows no synonyms, no translations and no codes.
//
// An identifier or a number that is near another one is another thing, and a
// word is never taken for its opposite. Of dangerous values none is guessed.
func Match(given string, values []tool.Value) Result {
	for _, v := range values {
		if v.Name == given && given != "" {
			return Result{Named: v.Name, Evidence: "equal"}
		}
	}
	g := read(mediaType(given))
	if g.compact == "" || len(values) == 0 {
		return Result{}
	}
	options := readOptions(values)
	for _, r := range rulesTable {
		fitting := slices.DeleteFunc(slices.Clone(options), func(o *option) bool { return !r.fits(g, o) || !r.safe && !agrees(g, o) })
		if len(fitting) == 0 {
			continue
		}
		if r.general {
			fitting = slices.DeleteFunc(slices.Clone(options), func(o *option) bool { return !holds(g, o) || !agrees(g, o) })
		}
		if len(fitting) > 1 || !r.safe && risky(g, fitting[0]) || unitsDiffer(given, fitting[0].value.Name) {
			return ranked(g, fitting, r.evidence)
		}
		return Result{Named: fitting[0].value.Name, Evidence: r.evidence}
	}
	return related(g, options)
}

// ranked ranks options. One alone is not offered: "did you mean X?" is
// followed as surely as a name, and nobody is sure of it.
func ranked(g text, options []*option, evidence string) Result {
	if len(options) < 2 {
		return Result{Evidence: evidence}
	}
	return Result{Ranked: names(g, options, maxRanked), Evidence: evidence}
}

// holds says whether an option's name has given in it.
func holds(g text, o *option) bool {
	return within(g.stems, o.stems) || g.wide && inOrder(g.compact, o.compact) ||
		!g.wide && len(g.compact) >= 4 && strings.HasPrefix(o.compact, g.compact)
}

// Sort returns the names of all values, the most alike to given first.
func Sort(given string, values []tool.Value) []string {
	options := readOptions(values)
	return names(read(mediaType(given)), options, len(options))
}

func readOptions(values []tool.Value) []*option {
	options := make([]*option, len(values))
	for i, v := range values {
		o := &option{text: read(v.Name), value: v}
		for _, alias := range v.Aliases {
			o.names = append(o.names, read(alias))
		}
		o.meanings = append(o.meanings, read(v.Meaning))
		for _, part := range strings.FieldsFunc(v.Meaning, func(r rune) bool { return strings.ContainsRune(",;()/，；、（）。", r) }) {
			o.meanings = append(o.meanings, read(part))
		}
		options[i] = o
	}
	return options
}

// agrees says whether nothing speaks against an option: other figures, or the
// opposite meaning.
func agrees(g text, o *option) bool {
	return (g.digits == "" || g.digits == o.digits) && !opposites(g, o.text)
}

// risky says whether a name that is not the same must not be guessed.
func risky(g text, o *option) bool { return danger(g) > 0 || danger(o.text) > 0 }

// unitsDiffer says whether two short names differ in their case in a way that
// changes a unit ("mW" and "MW").
func unitsDiffer(given, name string) bool {
	return len(given) <= 4 && given != name && strings.EqualFold(given, name) &&
		given != strings.ToLower(given) && given != strings.ToUpper(given)
}

// related ranks what is related to given but not surely meant, and says where
// nothing can be meant.
func related(g text, options []*option) Result {
	var near []*option
	turned, explained := false, false
	for _, o := range options {
		explained = explained || o.value.Meaning != ""
		switch {
		case otherNumber(g, o.text):
			return Result{None: true, Evidence: "another number or identifier"}
		case opposites(g, o.text):
			turned = true
		case holds(g, o):
			near = append(near, o)
		}
	}
	switch {
	case g.digits != "":
		return Result{Evidence: "no option with these figures"}
	case len(near) > 0:
		return ranked(g, near, "related")
	case turned && !explained: // a meaning may say the same in other words
		return Result{None: true, Evidence: "only the opposite"}
	}
	return Result{}
}

// otherNumber says whether two names are of one form and differ in their
// figures, or are identifiers that differ in few letters.
func otherNumber(a, b text) bool {
	if a.digits == "" || b.digits == "" || a.compact == b.compact {
		return false
	}
	if a.shape == b.shape || strings.TrimPrefix(a.shape, "v") == strings.TrimPrefix(b.shape, "v") {
		return true
	}
	return likeness(a.compact, b.compact) >= 0.55
}

// names returns the names of options, the most alike to given first; of
// dangerous ones the mildest first.
func names(g text, options []*option, limit int) []string {
	type scored struct {
		name   string
		danger int
		score  float64
	}
	list := make([]scored, len(options))
	dangerous := danger(g) > 0 || limit <= maxRanked
	for i, o := range options {
		list[i] = scored{name: o.value.Name, score: score(g, o)}
		if dangerous {
			list[i].danger = danger(o.text)
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.danger, b.danger), cmp.Compare(b.score, a.score))
	})
	result := make([]string, 0, min(limit, len(list)))
	for _, s := range list[:min(limit, len(list))] {
		result = append(result, s.name)
	}
	return result
}

// score is how much an option is like given, in its name, an alias or its
// meaning.
func score(g text, o *option) float64 {
	best := likeness(g.compact, o.compact)
	for _, t := range o.names {
		best = max(best, likeness(g.compact, t.compact))
	}
	for _, t := range o.meanings {
		best = max(best, 0.9*likeness(g.compact, t.compact))
	}
	if within(g.stems, o.stems) {
		best++
	}
	if kindOf(g, o) {
		best++
	}
	if opposites(g, o.text) {
		best = 0
	}
	return best
}

// inOrder says whether the characters of a stand in b in their order.
func inOrder(a, b string) bool {
	rest := []rune(b)
	for _, r := range a {
		i := slices.Index(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}
