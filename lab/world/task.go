package world

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// A Task is a question to an agent, with the textbook way to its answer.
type Task struct {
	ID       string
	World    string
	Language string // "en" or "zh"
	Question string
	// Phrase is the question's own word for the argument that the first call
	// needs: what a model passes that does not know better. "" where the
	// question holds the argument itself.
	Phrase string
	// Steps are the textbook calls in order.
	Steps []Step
	// Answer is the textbook answer; "$tool.path" stands for a value of that
	// tool's result.
	Answer string
}

// A Step is one textbook call. An argument "$tool.path" stands for a value of
// that tool's earlier result.
type Step struct {
	Tool string
	Args map[string]any
}

// Results are the bodies of the last successes, by tool.
type Results map[string]string

var reference = regexp.MustCompile(`\$[a-z_]+(\.[a-z_0-9]+)+`)

// Resolve replaces each "$tool.path" of a text by the value in the results; a
// value that is not there stays as it is written.
func (r Results) Resolve(text string) string {
	return reference.ReplaceAllStringFunc(text, func(ref string) string {
		if value, ok := r.value(ref); ok {
			return value
		}
		return ref
	})
}

// value looks one reference up.
func (r Results) value(ref string) (string, bool) {
	name, path, _ := strings.Cut(ref[1:], ".")
	decoder := json.NewDecoder(strings.NewReader(r[name]))
	decoder.UseNumber()
	var at any
	if decoder.Decode(&at) != nil {
		return "", false
	}
	for key := range strings.SplitSeq(path, ".") {
		switch node := at.(type) {
		case map[string]any:
			at = node[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(node) {
				return "", false
			}
			at = node[i]
		default:
			return "", false
		}
	}
	if at == nil {
		return "", false
	}
	return fmt.Sprint(at), true
}

// Call returns the step's call with its references replaced.
func (s *Step) Call(results Results) tool.Call {
	args := make(map[string]any, len(s.Args))
	for name, value := range s.Args {
		if text, ok := value.(string); ok {
			value = results.Resolve(text)
		}
		args[name] = value
	}
	raw, err := json.Marshal(args)
	if err != nil {
		raw = nil // plain values: cannot happen
	}
	return tool.Call{Tool: s.Tool, Args: raw}
}

// A Truth is what the textbook script finds and leaves in a world of one seed.
type Truth struct {
	// Values must stand in the answer.
	Values []string
	Answer string
	Ledger Ledger
}

// Truth plays the textbook script in a fresh world of the seed.
func (t *Task) Truth(seed uint64) (Truth, error) {
	w, err := New(t.World, seed)
	if err != nil {
		return Truth{}, err
	}
	results := make(Results)
	for i := range t.Steps {
		call := t.Steps[i].Call(results)
		out := w.Invoke(context.Background(), call)
		if out.Flag != tool.FlagSuccess {
			return Truth{}, fmt.Errorf("task %s: the textbook call %s(%s) fails: %s%w", t.ID, call.Tool, call.Args, out.Body, out.Err)
		}
		results[call.Tool] = out.Body
	}
	truth := Truth{Answer: results.Resolve(t.Answer), Ledger: w.Ledger()}
	for _, ref := range reference.FindAllString(t.Answer, -1) {
		value, ok := results.value(ref)
		if !ok {
			return Truth{}, fmt.Errorf("task %s: the answer's %s is in no result", t.ID, ref)
		}
		truth.Values = append(truth.Values, value)
	}
	return truth, nil
}

// Holds says whether a run's answer and effects are the true ones.
func (t *Truth) Holds(answer string, ledger Ledger) bool {
	plain := Plain(answer)
	for _, value := range t.Values {
		if !HasValue(plain, value) {
			return false
		}
	}
	return len(t.Values)+len(t.Ledger) > 0 && ledger.Same(t.Ledger)
}

var separator = regexp.MustCompile(`(\d)[,\x{ff0c}\x{202f}\x{a0}' ](\d{3})`)

// Plain takes the separators out of the numbers of a text.
func Plain(text string) string {
	for {
		shorter := separator.ReplaceAllString(text, "$1$2")
		if shorter == text {
			return text
		}
		text = shorter
	}
}

// HasValue says whether a value stands in a text by itself, and not as a part
// of a longer number or name.
func HasValue(text, value string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], value)
		if i < 0 {
			return false
		}
		start := from + i
		end := start + len(value)
		if (start == 0 || !wordByte(text[start-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		from = start + 1
	}
}

func wordByte(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_'
}
