package fleet

import (
	"regexp"

	"github.com/sequitur-go/sequitur/lab/endpoint"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/provenance"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Line is what a matrix keeps of one trial: one line of trials.jsonl.
type Line struct {
	Key

	First   Action `json:"first"`
	Success bool   `json:"success"`
	Answer  string `json:"answer"`
	// Read is the text that the model was given for the fault.
	Read string `json:"read,omitempty"`
	// Leaks names what the texts of the tools told the model that it must not
	// know: "traceback", "path", "host".
	Leaks []string `json:"leaks,omitempty"`
	// Backend counts the calls that reached the tools, Turns the model's.
	Backend int `json:"backend"`
	Turns   int `json:"turns"`
	// Repeats counts calls that repeat the failed one exactly.
	Repeats    int `json:"repeats,omitempty"`
	Duplicates int `json:"duplicates,omitempty"`
	// Invented: the model's answer has a value that nothing gave it.
	Invented bool `json:"invented,omitempty"`
	// Crash is the type of the exception that left the framework.
	Crash string `json:"crash,omitempty"`
	// Infra is a failure of the lab's own parts; such a trial counts nowhere.
	Infra   string  `json:"infra,omitempty"`
	Seconds float64 `json:"seconds"`
}

// line sums a trial up.
func (t *Trial) line(key Key) Line {
	l := Line{
		Key: key, First: t.First, Success: t.Success, Answer: t.Answer, Read: t.Read(),
		Backend: len(t.World.Calls), Turns: t.Model.Turns(), Repeats: t.repeats(), Duplicates: t.World.Ledger.Duplicates(),
		Infra: t.Model.Infra(), Seconds: t.Seconds,
	}
	if t.Crash != nil {
		l.Crash = t.Crash.Type
	}
	switch {
	case t.Lost != "" && !t.Hung && l.Infra == "":
		l.Infra = t.Lost
	case len(t.World.Unfired) > 0:
		l.Infra = "the fault never occurred"
	}
	if last := t.lastTurn(); last != nil {
		l.Leaks, l.Invented = leaks(last.Shown), invented(last, t.Answer)
	}
	return l
}

// repeats counts the calls after the first failed one that equal it.
func (t *Trial) repeats() int {
	fault, n := t.fault(), 0
	if fault < 0 {
		return 0
	}
	failed := &t.World.Calls[fault].Call
	for i := fault + 1; i < len(t.World.Calls); i++ {
		if c := &t.World.Calls[i].Call; c.Tool == failed.Tool && sameArguments(c.Args, failed.Args) {
			n++
		}
	}
	return n
}

func (t *Trial) lastTurn() *endpoint.Exchange {
	for i := len(t.Model.Exchanges) - 1; i >= 0; i-- {
		if t.Model.Exchanges[i].Turn {
			return &t.Model.Exchanges[i]
		}
	}
	return nil
}

// leakTable holds what a tool's text must not tell a model.
var leakTable = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"traceback", regexp.MustCompile(`Traceback \(most recent call last\)`)},
	{"path", regexp.MustCompile(`(/[\w.-]+){2,}\.py\b|site-packages`)},
	{"host", regexp.MustCompile(`127\.0\.0\.1|localhost`)},
}

func leaks(shown []trajectory.Message) []string {
	var found []string
	for _, leak := range leakTable {
		for i := range shown {
			if shown[i].Role == trajectory.RoleTool && leak.pattern.MatchString(shown[i].Text) {
				found = append(found, leak.name)
				break
			}
		}
	}
	return found
}

// invented says whether the model's own answer has a value that stands in
// nothing that it was shown.
func invented(last *endpoint.Exchange, answer string) bool {
	if len(last.Calls) > 0 || answer == "" {
		return false // the answer is not the model's
	}
	var given provenance.Given
	for i := range last.Shown {
		kind := provenance.FromUser
		if last.Shown[i].Role == trajectory.RoleTool {
			kind = provenance.FromTool
		}
		given.Add(provenance.Source{Kind: kind}, last.Shown[i].Text)
	}
	return len(given.Unsupported(answer)) > 0
}

// access says which tools of a world only read.
func access(w *world.World) map[string]bool {
	reads := make(map[string]bool)
	for _, spec := range w.Specs() {
		reads[spec.Name] = spec.Access == tool.AccessRead
	}
	return reads
}
