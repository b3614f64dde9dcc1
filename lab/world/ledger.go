package world

import (
	"maps"
	"slices"
	"strings"
)

// An Effect is one change of the world.
type Effect struct {
	Tool string `json:"tool"`
	// Args are the arguments in a canonical form.
	Args string `json:"args"`
}

// A Ledger holds the effects of one trial in order.
type Ledger []Effect

// Duplicates counts the effects that repeat an equal one.
func (l Ledger) Duplicates() int {
	seen := make(map[Effect]bool, len(l))
	for _, e := range l {
		seen[e] = true
	}
	return len(l) - len(seen)
}

// Same says whether both ledgers hold the same effects equally often.
func (l Ledger) Same(other Ledger) bool {
	if len(l) != len(other) {
		return false
	}
	count := make(map[Effect]int, len(l))
	for _, e := range l {
		count[e]++
	}
	for _, e := range other {
		count[e]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// canonical writes arguments so that equal ones have equal texts.
func (a arguments) canonical() string {
	parts := make([]string, 0, len(a))
	for _, name := range slices.Sorted(maps.Keys(a)) {
		parts = append(parts, name+"="+a[name])
	}
	return strings.Join(parts, " ")
}
