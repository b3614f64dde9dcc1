package resolve

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// ranked ranks the fitting options. One alone is not offered: "did you mean X?"
// is followed as surely as a name, and nobody is sure of it.
func (q *question) ranked(evidence string) Result {
	if len(q.fitting) < 2 {
		return Result{Evidence: evidence}
	}
	q.explain()
	q.rate()
	q.order(q.fitting, true)
	return Result{Ranked: firstNames(q.fitting), Evidence: evidence}
}

func firstNames(options []*option) []string {
	names := make([]string, 0, maxRanked)
	for _, o := range options[:min(len(options), maxRanked)] {
		names = append(names, o.value.Name)
	}
	return names
}

// order sorts options, the likeliest first; where it matters, the mildest.
func (q *question) order(options []*option, mildest bool) {
	slices.SortStableFunc(options, func(a, b *option) int {
		if mildest && a.harm != b.harm {
			return cmp.Compare(a.harm, b.harm)
		}
		return cmp.Compare(b.score, a.score)
	})
}

// relatedOr is related, and gives a reason where that has none.
func (q *question) relatedOr(reason string) Result {
	r := q.related()
	if r.Ranked == nil && r.Named == "" {
		return Result{Evidence: reason}
	}
	return r
}

// related ranks what is related to given but not surely meant, and says where
// nothing can be meant.
func (q *question) related() Result {
	q.explain()
	q.rate()
	q.others = q.others[:0]
	turned, explained := false, false
	for i := range q.options {
		o := &q.options[i]
		explained = explained || o.value.Meaning != ""
		switch {
		case otherNumber(&q.given, &o.text, &q.likeness):
			return Result{None: true, Evidence: "another number or identifier"}
		case o.opposed:
			turned = true
		case o.score >= leastRelated && !listed(q.others, o):
			q.others = append(q.others, o)
		}
	}
	switch {
	case len(q.given.digits) > 0:
		return Result{Evidence: "no option with these figures"}
	case q.identifier && strings.ContainsAny(q.raw, "@:/\\"):
		return Result{}
	}
	if o := q.paraphrased(); o != nil && !q.identifier {
		return Result{Named: o.value.Name, Evidence: "request"}
	}
	if o := q.continued(); o != nil && !q.identifier {
		return Result{Named: o.value.Name, Evidence: "related, and the request"}
	}
	switch {
	case len(q.others) > 1:
		q.order(q.others, false)
		q.fitting = append(q.fitting[:0], q.others[:min(len(q.others), maxRanked)]...)
		q.order(q.fitting, true)
		return Result{Ranked: firstNames(q.fitting), Evidence: "related"}
	case turned && !explained: // a meaning may say the same in other words
		return Result{None: true, Evidence: "only the opposite"}
	}
	return Result{}
}

// leastRelated is the score from which an option is shown.
const leastRelated = 0.6

// rate gives each option its score: how much of the given name stands in it,
// how like the letters are, and how much of it stands in the request. Whether
// the letters of a short code are alike means nothing.
func (q *question) rate() {
	q.rateBy(!code(&q.given))
}

func (q *question) rateBy(alike bool) {
	for i := range q.options {
		o := &q.options[i]
		o.score = 0
		if o.opposed = opposites(&q.given, &o.text); o.opposed {
			continue
		}
		o.score = 1.5*q.covered(o) + 0.7*q.asked(o)
		if q.given.wide && inOrder(q.given.compact, o.compact) {
			o.score++
		}
		if !alike {
			continue
		}
		letters := q.likeness.to(o.compact)
		for j := range o.names {
			letters = max(letters, q.likeness.to(o.names[j].compact))
		}
		o.score += letters
	}
}

// code says whether a name is so short that being alike means nothing.
func code(t *text) bool {
	return len(t.words) == 1 && !t.wide && utf8.RuneCount(t.compact) <= 5
}

// covered is the share of the given words that an option says, in its name or,
// for less, in its meaning.
func (q *question) covered(o *option) float64 {
	g := q.given.units
	if len(g) == 0 {
		return 0
	}
	sum := 0.0
	for i := range g {
		best := weight(nearest(&g[i], &o.text))
		for k := range o.names {
			best = max(best, weight(nearest(&g[i], &o.names[k])))
		}
		for k := range o.meanings {
			best = max(best, 0.7*weight(nearest(&g[i], &o.meanings[k])))
		}
		sum += best
	}
	return sum / float64(len(g))
}

// nearest is how surely a word stands in a text.
func nearest(w *word, t *text) degree {
	best := apart
	if w.mask&t.mask == 0 {
		return apart
	}
	for i := range t.units {
		best = max(best, compare(w, &t.units[i]))
	}
	if len(t.units) != len(t.words) {
		for i := range t.words {
			best = max(best, compare(w, &t.words[i]))
		}
	}
	return best
}

func weight(d degree) float64 {
	switch d {
	case equal:
		return 1
	case alike:
		return 0.95
	case inflected:
		return 0.85
	case related:
		return 0.6
	case apart:
	}
	return 0
}
