package fault

import "testing"

// TestMatcherFits keeps the tables within what the automaton's states can count.
func TestMatcherFits(t *testing.T) {
	t.Parallel()
	a := newAutomaton(phrases())
	t.Logf("%d phrases, %d states, %d columns, %d codes", len(a.phrases), len(a.out), a.columns, len(codeRules()))
	if len(a.out) >= 1<<16 {
		t.Errorf("%d states do not fit", len(a.out))
	}
}
