package resolve_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// A labelled is one question with the right answer to it.
type labelled struct {
	line     string
	question resolve.Question
	want     []string // one answer, a shortlist, or none
	hard     bool
}

func readCases(t *testing.T) []labelled {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []labelled
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		rest, hard := strings.CutPrefix(line, "hard ")
		asked, rest, ok := strings.Cut(rest, " | ")
		options, want, ok2 := strings.Cut(rest, " => ")
		field, given, ok3 := strings.Cut(asked, ": ")
		if !ok || !ok2 || !ok3 {
			t.Fatalf("cannot read %q", line)
		}
		c := labelled{line: line, hard: hard}
		given, c.question.Request, _ = strings.Cut(given, " ? ")
		c.question.Parameter, c.question.Given = field, given
		c.question.Values = readOptions(options)
		if want != "-" {
			c.want = strings.Split(want, ", ")
		}
		for _, name := range c.want {
			if !slices.ContainsFunc(c.question.Values, func(v tool.Value) bool { return v.Name == name }) {
				t.Fatalf("%q is no option of %q", name, line)
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// readOptions reads "name{meaning}[alias; alias]", between commas that stand in
// no bracket.
func readOptions(text string) []tool.Value {
	var values []tool.Value
	depth, start := 0, 0
	for i, r := range text + "," {
		switch r {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				values = append(values, readOption(strings.TrimSpace(text[start:i])))
				start = i + 1
			}
		}
	}
	return values
}

func readOption(text string) tool.Value {
	text, aliases, _ := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	name, meaning, _ := strings.Cut(strings.TrimSuffix(text, "}"), "{")
	v := tool.Value{Name: name, Meaning: meaning}
	if aliases != "" {
		v.Aliases = strings.Split(aliases, "; ")
	}
	return v
}

// A wrong name costs far more than a missing one: none is allowed.
func TestCases(t *testing.T) {
	t.Parallel()
	answerable, right, wrong, recall, ambiguous := 0, 0, 0, 0.0, 0
	for _, c := range readCases(t) {
		got := resolve.Default{}.Rank(c.question)
		switch {
		case got.Named != "" && (len(c.want) != 1 || c.want[0] != got.Named):
			wrong++
			t.Errorf("%s\n\tgot %q (%s)", c.line, got.Named, got.Evidence)
		case len(c.want) == 1 && !c.hard:
			answerable++
			if got.Named != "" {
				right++
			} else {
				t.Logf("missed: %s\n\tgot %q (%s)", c.line, got.Ranked, got.Evidence)
			}
		case len(c.want) > 1:
			ambiguous++
			found := 0
			for _, name := range c.want[:min(3, len(c.want))] {
				if slices.Contains(got.Ranked, name) {
					found++
				}
			}
			if found < min(3, len(c.want)) {
				t.Logf("listed short: %s\n\tgot %q (%s)", c.line, got.Ranked, got.Evidence)
			}
			recall += float64(found) / float64(min(3, len(c.want)))
		}
	}
	if share := float64(right) / float64(answerable); share < 0.8 {
		t.Errorf("named only %.2f of the answerable", share)
	}
	if recall < 0.9*float64(ambiguous) {
		t.Errorf("the shortlists hold only %.2f of what they should", recall/float64(ambiguous))
	}
	t.Logf("named right %d of %d answerable, %d wrong; recall@3 %.2f of %d", right, answerable, wrong, recall/float64(ambiguous), ambiguous)
}
