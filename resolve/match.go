package resolve

import (
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// maxRanked is how many values are ranked.
const maxRanked = 3

// Match tells which of the values was meant by given, where no more is known.
// See [Default].
func Match(given string, values []tool.Value) Result {
	return Default{}.Rank(Question{Given: given, Values: values})
}

// Rank implements [Ranker].
func (Default) Rank(asked Question) Result {
	for i := range asked.Values {
		if name := asked.Values[i].Name; name == asked.Given && name != "" {
			return Result{Named: name, Evidence: "equal"}
		}
	}
	if len(asked.Values) == 0 {
		return Result{}
	}
	q := readQuestion(&asked)
	defer q.release()
	if len(q.given.compact) == 0 {
		return Result{}
	}
	return q.decide()
}

// decide tries one rule after the other. A rule that fits several options lets
// the request decide among them. An option that fits by the vocabulary alone and
// has a rival waits for a second rule that says the same.
func (q *question) decide() Result {
	var waiting *option
	var ranking Result
	for i := range rulesTable {
		r := &rulesTable[i]
		if !r.safe && q.identifier && !r.identified {
			continue
		}
		if r.meaning {
			q.explain()
		}
		fitting := q.fit(r)
		if fitting == 0 {
			continue
		}
		first := q.fitting[0]
		switch {
		case waiting != nil && (len(q.fitting) > 1 || first != waiting):
			return ranking
		case len(q.fitting) == 1 && q.held(r, first) != "":
			return q.relatedOr(q.held(r, first))
		case len(q.fitting) == 1:
			return Result{Named: first.value.Name, Evidence: r.evidence}
		case !r.safe && !q.identifier:
			if o := q.requested(q.fitting); o != nil && q.held(r, o) == "" {
				return Result{Named: o.value.Name, Evidence: r.evidence + ", and the request"}
			}
		}
		result := q.ranked(r.evidence)
		if !r.lone || fitting > 1 {
			return result
		}
		waiting, ranking = first, result
	}
	if waiting != nil {
		return ranking
	}
	return q.related()
}

// fit collects the options that fit a rule, and returns how many do. Behind them
// it puts those that come near where the rule holds for a lone option only.
func (q *question) fit(r *rule) int {
	q.fitting = q.fitting[:0]
	for i := range q.options {
		if o := &q.options[i]; r.fits(q, o) && (r.safe || agrees(q, o)) && !listed(q.fitting, o) {
			q.fitting = append(q.fitting, o)
		}
	}
	fitting := len(q.fitting)
	if fitting == 0 || !r.general && !r.lone {
		return fitting
	}
	near := holds
	if r.lone {
		near = rival
	}
	for i := range q.options {
		if o := &q.options[i]; !listed(q.fitting, o) && near(q, o) && agrees(q, o) {
			q.fitting = append(q.fitting, o)
		}
	}
	return fitting
}

// listed says whether an option, or one of the same name, is in a list.
func listed(list []*option, o *option) bool {
	return slices.ContainsFunc(list, func(other *option) bool { return other.value.Name == o.value.Name })
}

// held says why an option must not be named, although it fits alone; "" where it
// may be.
func (q *question) held(r *rule, o *option) string {
	switch {
	case !r.safe && risky(q, o):
		return "too dangerous to guess"
	case r.general && q.scaled():
		return "a step of a scale"
	case unitsDiffer(q.raw, o.value.Name):
		return "a unit in another case"
	}
	return ""
}

// scaled says whether the bare opposite of the given value is on the list, too:
// what stands between or beyond the two is no kind of either ("large": extra
// large, where small is there).
func (q *question) scaled() bool {
	for i := range q.options {
		if o := &q.options[i].text; len(o.words) == len(q.given.words) && opposites(&q.given, o) {
			return true
		}
	}
	return false
}

// unitsDiffer says whether two short names differ in their case in a way that
// changes a unit ("mW" and "MW").
func unitsDiffer(given, name string) bool {
	return len(given) <= 4 && given != name && strings.EqualFold(given, name) &&
		given != strings.ToLower(given) && given != strings.ToUpper(given)
}

// Sort returns the names of all values, the most alike to given first.
func Sort(given string, values []tool.Value) []string {
	asked := Question{Given: given, Values: values}
	q := readQuestion(&asked)
	defer q.release()
	q.explain()
	q.rateBy(true)
	all := q.others[:0]
	for i := range q.options {
		all = append(all, &q.options[i])
	}
	q.others = all
	q.order(all, q.given.harm > 0)
	names := make([]string, len(all))
	for i, o := range all {
		names[i] = o.value.Name
	}
	return names
}
