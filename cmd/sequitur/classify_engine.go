package main

import (
	"fmt"
	"os"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// An engine makes an answer of one outcome: what it is, what to do, what to say.
type engine struct {
	classifier fault.Classifier
	policy     recovery.Policy
	specs      map[string]*tool.Spec
	renderer   feedback.Renderer
}

// newEngine takes the preset, and what a policy file and a flag say otherwise.
func newEngine(policyFile, language string) (*engine, error) {
	var file config.File
	if policyFile != "" {
		var err error
		if file, err = readPolicy(policyFile); err != nil {
			return nil, err
		}
	}
	e := &engine{
		classifier: fault.Classifier{Rules: file.Rules()}, policy: file.Apply(recovery.Default()),
		specs: map[string]*tool.Spec{}, renderer: file.Renderer(),
	}
	for _, spec := range file.Specs() {
		e.specs[spec.Name] = &spec
	}
	if language != "" {
		if err := e.renderer.Language.UnmarshalText([]byte(language)); err != nil {
			return nil, badUsage(err, "")
		}
	}
	return e, nil
}

// readPolicy reads a policy file.
func readPolicy(name string) (config.File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return config.File{}, badFile(fmt.Errorf("policy file: %w", err), "sequitur config show prints one to begin with")
	}
	file, err := config.Parse(name, data)
	if err != nil {
		return config.File{}, badFile(err, "")
	}
	return file, nil
}

// A failure is one outcome to be classified, with the call that drew it.
type failure struct {
	id   string
	call tool.Call
	out  tool.Outcome
}

// answer classifies, decides and renders. The figures are those of a first
// attempt, with the jitter in the middle of its range so that equal input gives
// equal output.
func (e *engine) answer(c failure) (answer, fault.Fault) {
	spec := e.specs[c.call.Tool]
	if spec == nil {
		spec = &tool.Spec{Name: c.call.Tool}
	}
	f := e.classifier.Classify(spec, &c.call, &c.out)
	verdict := e.policy.Decide(recovery.Situation{Spec: spec, Fault: f, Attempt: 1, Rand: 0.5})
	message := e.renderer.Render(feedback.Input{Spec: spec, Call: c.call, Fault: f, Verdict: verdict, Output: c.out.Body})
	evidence := make([]fault.Evidence, len(f.Evidence))
	for i, seen := range f.Evidence {
		seen.Span = feedback.NewRedactor().Redact(seen.Span) // a log keeps what is printed
		evidence[i] = seen
	}
	return answer{
		ID: c.id, Kind: f.Kind, Retryable: f.Retryable, Effect: f.Effect, Traceback: f.Trace, Sensitive: f.Sensitive,
		Advice: f.Advice, Evidence: evidence,
		Verdict: verdictJSON{Action: verdict.Action, After: verdict.After.String(), Reason: verdict.Reason},
		Message: message.Text,
	}, f
}
