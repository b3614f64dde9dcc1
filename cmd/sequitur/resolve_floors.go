package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/resolve"
)

// resolveFloorsTable holds rules without any knowledge: what they reach is the
// least that a resolver has to beat.
var resolveFloorsTable = map[string]func(resolve.Question) resolve.Result{
	"equal":                   equalOption,
	"equal in lower case":     equalFold,
	"nearest by letters":      nearestOption,
	"nearest, half or nearer": func(q resolve.Question) resolve.Result { return nearestWithin(q, 0.5) },
	"first option":            func(q resolve.Question) resolve.Result { return resolve.Result{Named: q.Values[0].Name} },
	"three nearest, no name":  threeNearest,
}

func equalOption(q resolve.Question) resolve.Result {
	for _, v := range q.Values {
		if v.Name == q.Given {
			return resolve.Result{Named: v.Name}
		}
	}
	return resolve.Result{}
}

func equalFold(q resolve.Question) resolve.Result {
	var found []string
	for _, v := range q.Values {
		if strings.EqualFold(v.Name, q.Given) {
			found = append(found, v.Name)
		}
	}
	if len(found) != 1 {
		return resolve.Result{}
	}
	return resolve.Result{Named: found[0]}
}

func nearestOption(q resolve.Question) resolve.Result {
	return resolve.Result{Named: byEdits(q)[0]}
}

// nearestWithin names the nearest option where no more than a share of its
// letters has to change.
func nearestWithin(q resolve.Question, share float64) resolve.Result {
	name := byEdits(q)[0]
	letters := max(len([]rune(name)), len([]rune(q.Given)))
	if float64(edits(fold(q.Given), fold(name))) > share*float64(letters) {
		return resolve.Result{}
	}
	return resolve.Result{Named: name}
}

func threeNearest(q resolve.Question) resolve.Result {
	names := byEdits(q)
	return resolve.Result{Ranked: names[:min(3, len(names))]}
}

// byEdits returns the options, those with the fewest letters to change first.
func byEdits(q resolve.Question) []string {
	names := make([]string, len(q.Values))
	for i, v := range q.Values {
		names[i] = v.Name
	}
	given := fold(q.Given)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(edits(given, fold(a)), edits(given, fold(b))) })
	return names
}

func fold(s string) []rune { return []rune(strings.ToLower(s)) }

// edits counts the letters to add, leave out or change to make b of a.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		corner := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			corner, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, corner+cost)
		}
	}
	return row[len(b)]
}
