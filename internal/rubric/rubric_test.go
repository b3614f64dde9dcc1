package rubric_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/internal/rubric"
	"github.com/sequitur-go/sequitur/judge"
)

// TestRoundTrip shows that a printed rubric is the same rubric: a user starts
// from it.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, want := range []*judge.Rubric{judge.Published(), judge.Refined()} {
		got, err := rubric.Parse("x.yaml", []byte(rubric.Format(want)))
		if err != nil {
			t.Fatal(err)
		}
		if got.Hash() != want.Hash() || got.Name != want.Name {
			t.Errorf("%s: hash %s came back as %s %s", want.Name, want.Hash(), got.Name, got.Hash())
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"unknown key", "rules:\n  - verdikt: match\n", "verdikt"},
		{"unknown kind", "rules:\n  - faults: [tired]\n    verdict: match\n", "rules[0].faults"},
		{"unknown trait", "rules:\n  - when: [tall]\n    verdict: match\n", "rules[0].when"},
		{"no verdict", "rules:\n  - faults: [timeout]\n", "rules[0].verdict: must be set"},
		{"no rules", "name: x\n", "rules: must not be empty"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := rubric.Parse("mine.yaml", []byte(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "mine.yaml") {
				t.Errorf("got %v, want the file's name and %q", err, test.want)
			}
		})
	}
}

func ExampleParse() {
	r, err := rubric.Parse("strict.yaml", []byte(`
otherwise: match
rules:
  - faults: [forbidden]
    actions: [retry_same]
    verdict: mismatch
    why: asks again for what was refused
`))
	fmt.Println(r.Name, len(r.Rules), err)
	// Output: strict 1 <nil>
}
