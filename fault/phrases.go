package fault

import (
	"slices"
	"strings"
)

// phrases returns all text rules. Each family of them has a table of its own;
// a phrase is written in lower case with spaces, and matches as whole words, in
// the spellings of names, too (rate_limit, rate-limit, RateLimit). Of two rules
// with the same phrase the one of the first family decides.
func phrases() []phrase {
	var all []phrase
	for _, family := range families() {
		for _, r := range family {
			for _, text := range r.phrases {
				for _, form := range forms(text) {
					all = append(all, phrase{text: form, rule: r.rule})
				}
			}
		}
	}
	for _, p := range slices.Clone(all) { // last, since a table's own word comes first
		if name, ok := joined(p.text); ok {
			all = append(all, phrase{text: name, rule: p.rule})
		}
	}
	slices.SortStableFunc(all, func(a, b phrase) int { return strings.Compare(a.text, b.text) })
	return slices.CompactFunc(all, func(a, b phrase) bool { return a.text == b.text })
}

// forms returns a phrase, and the one with a printer's apostrophe.
func forms(text string) []string {
	text = strings.NewReplacer("_", " ", "-", " ").Replace(text)
	all := []string{text}
	if strings.Contains(text, "'") {
		all = append(all, strings.ReplaceAll(text, "'", "’"))
	}
	return all
}

// joined is a phrase as a part of a name: NotFound. Classes of errors have tables
// of their own.
func joined(text string) (string, bool) {
	words := strings.Fields(text)
	if len(words) != 2 || len(text) < 9 || len(text) > 19 || words[len(words)-1] == "error" || !lettersOnly(text) {
		return "", false
	}
	return strings.Join(words, ""), true
}

func lettersOnly(text string) bool {
	for i := range len(text) {
		if text[i] != ' ' && (text[i] < 'a' || text[i] > 'z') {
			return false
		}
	}
	return true
}

// textRule is a rule with the phrases that carry it.
type textRule struct {
	rule
	phrases []string
}

func families() [][]textRule {
	return [][]textRule{
		timeoutTable, networkTable, limitsTable, quotaTable, identityTable, permissionTable, absentTable, emptyTable, argumentsTable, missingTable, toolsTable,
		conflictTable, executionTable, declinedTable, canceledTable, serverTable, malformedTable, partialTable, signalTable,
	}
}
