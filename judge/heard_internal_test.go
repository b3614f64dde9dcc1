package judge

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is ruled out by two letters is what a search would not find.
func TestHeardIsASearch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab é没")), 0, 40, -1).Draw(t, "text")
		cue := rapid.StringOfN(rapid.RuneFrom([]rune("ab é没")), 0, 4, -1).Draw(t, "cue")
		if got, want := hear(text).holds(cue), strings.Contains(text, cue); got != want {
			t.Errorf("%q in %q: got %v, want %v", cue, text, got, want)
		}
	})
}
