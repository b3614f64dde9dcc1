package fault

import "testing"

// TestMatcherFits keeps the tables within what the automaton's states can count.
func TestMatcherFits(t *testing.T) {
	t.Parallel()
	if a := newAutomaton(phrases()); len(a.out) >= 1<<16 {
		t.Errorf("%d states do not fit", len(a.out))
	}
}

// TestPhrasesAreLower keeps a phrase from being one that nothing can match.
func TestPhrasesAreLower(t *testing.T) {
	t.Parallel()
	for _, p := range phrases() {
		if p.text != lowered(p.text) || p.text == "" {
			t.Errorf("phrase %q is not in lower case", p.text)
		}
	}
}
