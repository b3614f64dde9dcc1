package fault

import "testing"

// TestMatcherFits keeps the tables within what the automaton's states can count.
func TestMatcherFits(t *testing.T) {
	t.Parallel()
	a := newAutomaton(phrases())
	t.Logf("%d phrases, %d states, %d bytes of rows", len(a.phrases), len(a.nodes), 2*len(a.rows))
	if len(a.nodes) >= 1<<16 {
		t.Errorf("%d states do not fit", len(a.nodes))
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
