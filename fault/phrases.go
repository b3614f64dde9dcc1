package fault

import "slices"

// phrases returns all text rules. Each family of them has a table of its own;
// a phrase is written in lower case, and matches as whole words.
func phrases() []phrase {
	var all []phrase
	for _, family := range families() {
		for _, r := range family {
			for _, text := range r.phrases {
				all = append(all, phrase{text: text, rule: r.rule})
			}
		}
	}
	slices.SortFunc(all, func(a, b phrase) int { return cmpText(a.text, b.text) })
	return slices.CompactFunc(all, func(a, b phrase) bool { return a.text == b.text })
}

// textRule is a rule with the phrases that carry it.
type textRule struct {
	rule
	phrases []string
}

func families() [][]textRule {
	return [][]textRule{
		timeoutTable(), networkTable(), limitsTable(), quotaTable(), identityTable(), permissionTable(), absentTable(), emptyTable(), argumentsTable(), missingTable(), toolsTable(),
		conflictTable(), executionTable(), declinedTable(), canceledTable(), serverTable(), malformedTable(), partialTable(),
	}
}

func cmpText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// any says whether some phrase stands in text as whole words.
func (a *automaton) any(text string) bool {
	state := uint16(0)
	for i := range len(text) {
		state = a.next[int(state)*a.columns+int(a.class[text[i]])]
		for s := state; s != 0; s = a.link[s] {
			if a.out[s] >= 0 && whole(text, i+1-len(a.phrases[a.out[s]].text), i+1) {
				return true
			}
		}
	}
	return false
}
