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

// TestCuesFit keeps the cues within a dense table.
func TestCuesFit(t *testing.T) {
	t.Parallel()
	d := cueMatcher()
	most := uint8(0)
	for _, class := range d.class {
		most = max(most, class)
	}
	if most >= 1<<rowBits || len(d.seen) >= tells {
		t.Errorf("%d classes and %d states do not fit", most+1, len(d.seen))
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

// TestPairsFit keeps the pairs within a word's bits.
func TestPairsFit(t *testing.T) {
	t.Parallel()
	if n := len(gapFirsts()); n > 64 {
		t.Errorf("%d beginnings of pairs do not fit", n)
	}
	for i := range gapTable {
		if g := &gapTable[i]; g.first != lowered(g.first) || g.second != lowered(g.second) {
			t.Errorf("pair %q, %q is not in lower case", g.first, g.second)
		}
	}
}
