package resolve_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/resolve"
)

// The page of the resolver lists each rule, in its order.
func TestPageListsTheRules(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/resolve.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "| evidence | example |")
	for _, name := range resolve.Evidence() {
		_, after, ok := strings.Cut(rest, "\n| `"+name+"` |")
		if !ok {
			t.Errorf("%q is missing, or in another place", name)
			continue
		}
		rest = after
	}
}
