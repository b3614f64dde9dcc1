package lab_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/sequitur-go/sequitur/lab"
)

func TestEmbeddedExperimentsAreSound(t *testing.T) {
	t.Parallel()
	for _, name := range lab.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := lab.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			if e.Name != name || e.Title == "" || e.Question == "" {
				t.Errorf("name %q, title %q, question %q", e.Name, e.Title, e.Question)
			}
			if err := lab.Check(t.Context(), e); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCheckFindsAFaultThatCannotFire(t *testing.T) {
	t.Parallel()
	e := edit(t, "when: {first: 1}", "when: {every: 5}")
	if err := lab.Check(t.Context(), e); err == nil || !strings.Contains(err.Error(), "[timeout] does not occur in task named-zh") {
		t.Errorf("got %v, want the fault that never fires", err)
	}
}

// source is the file that mistakes are put into.
func source(t *testing.T) string {
	t.Helper()
	data, err := lab.Source("self-retry")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// edit changes the file, and parses it.
func edit(t *testing.T, old, replacement string) *lab.Experiment {
	t.Helper()
	text := source(t)
	if !strings.Contains(text, old) {
		t.Fatalf("the file does not hold %q", old)
	}
	e, err := lab.Parse([]byte(strings.Replace(text, old, replacement, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestMistakesAreTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ old, replacement, want string }{
		"unknown key":      {"runs: 20", "run: 20", `unknown field "run"`},
		"no unit":          {"after: 1s", "after: 1", "after"},
		"name of a path":   {"name: self-retry", "name: ../../evil", `name must be letters, digits, - and _, at most 64 of them, since folders are named after it, got "../../evil"`},
		"name of a drive":  {"name: self-retry", `name: 'c:\evil'`, "name must be letters"},
		"name that paints": {"name: self-retry", `name: "a\e[31m"`, "name must be letters"},
		"no name":          {"name: self-retry", `name: ""`, "name must be given"},
		"two documents":    {"faults:", "---\nfaults:", "a file must hold one document, got several: keep one"},
		"bad model":        {"scripted:article-7b", "scripted:gpt", "model: a scripted model must be one of"},
		"no runs":          {"runs: 20", "runs: 0", "runs must be at least 1, got 0"},
		"unknown task":     {"tasks: [named-zh]", "tasks: [nmed]", `faults[0] (transient): task must be one of phrase-zh`},
		"unknown fault":    {"fault: timeout", "fault: tiemout", "inject[0]: fault must be one of committed_then_lost"},
		"tool never used":  {"tool: get_metric", "tool: get_order", `no textbook step of the tasks calls "get_order"`},
		"two triggers":     {"when: {first: 1}", "when: {first: 1, every: 2}", "got 2 of them"},
		"bad retry":        {"about: no retry; the model is given the raw error", "retry: {attempts: 3}", `retry.on must be any or transient, got ""`},
		"guard and retry": {"about: no retry; the model is given the raw error", `guard: true
    retry: {attempts: 3, "on": any}`, "guard has its own policy"},
		"bad message":      {"about: no retry; the model is given the raw error", "message: kind", `message must be list or left out, got "kind"`},
		"bad breaker":      {"about: no retry; the model is given the raw error", "guard: true\n    breaker: short", `breaker must be off, the time that it stays open (5s)`},
		"bad budget":       {"about: no retry; the model is given the raw error", "guard: true\n    budget: small", "budget must be off or left out"},
		"no guard":         {"about: no retry; the model is given the raw error", "budget: off", "belong to a guard"},
		"unknown base":     {"faults:", "base: guard\nfaults:", `base must name one of the arms, got "guard"`},
		"reserved arm":     {"name: tell-model", "name: baseline", `the name "baseline" is taken`},
		"name for no gate": {"name: tell-model", "name: tell model", "must not hold spaces"},
		"bad jitter":       {"about: no retry; the model is given the raw error", `retry: {attempts: 3, "on": any, jitter: some}`, "jitter must be one of"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := source(t)
			if !strings.Contains(text, c.old) {
				t.Fatalf("the file does not hold %q", c.old)
			}
			_, err := lab.Parse([]byte(strings.Replace(text, c.old, c.replacement, 1)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
	if _, err := lab.Lookup("strategy"); err == nil || !strings.Contains(err.Error(), "strategies, wording, amplification") {
		t.Errorf("got %v, want the list of experiments", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("#00\nscenarios:\n ! #000000000000000000000000000000000000"))
	for _, name := range lab.Names() {
		data, err := lab.Source(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := lab.Parse(data)
		if err == nil && (e.Runs < 1 || len(e.Arms) == 0) {
			t.Errorf("an unusable experiment was accepted: %+v", e)
		}
	})
}

func TestOneDocument(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tail string
		ok   bool
	}{
		"another experiment": {"\n---\n" + source(t), false},
		"another key":        {"\n---\nruns: 3\n", false},
		"no YAML":            {"\n---\n[", false},
		"an end":             {"\n...\n", true},
		"nothing":            {"\n---\n# nothing\n", true},
	} {
		_, err := lab.Parse([]byte(source(t) + c.tail))
		if c.ok != (err == nil) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestQuotedFileCannotPaint(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"name: \x1b[31mred\n  bad: [\n", "\x1b]0;title\x07: [\n", "name: a\nruns: \u202e\u009bx\n"} {
		_, err := lab.Parse([]byte(text))
		if err == nil {
			t.Fatalf("%q was read", text)
		}
		if strings.ContainsFunc(err.Error(), func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }) {
			t.Errorf("%q: the error holds control characters: %q", text, err)
		}
	}
}
