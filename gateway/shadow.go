package gateway

import (
	"context"
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A shadow passes each call and its outcome unchanged, and records what the
// guard would have done about it. It keeps no memory: each call is judged by
// itself.
type shadow struct {
	classifier fault.Classifier
	policy     recovery.Policy
	specs      map[string]tool.Spec
	validators map[string]tool.Validator
	recorder   sequitur.Recorder
}

func newShadow(
	p *Proxy, policy recovery.Policy, specs map[string]tool.Spec, validator func(tool.Spec) (tool.Validator, error),
) *shadow {
	s := &shadow{
		classifier: fault.Classifier{Rules: p.Rules}, policy: policy, specs: specs,
		validators: map[string]tool.Validator{}, recorder: p.Recorder,
	}
	for name, spec := range specs {
		if v, err := validator(spec); err == nil && len(spec.Input) > 0 {
			s.validators[name] = v
		}
	}
	return s
}

// reasonArguments is what a call is recorded with that would not have been sent.
const reasonArguments = "arguments would have been refused before sending"

// wrap returns the middleware of the shadow.
func (s *shadow) wrap(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		started := time.Now()
		out := next.Invoke(ctx, call)
		if s.recorder != nil {
			s.record(ctx, started, &call, &out)
		}
		return out
	})
}

func (s *shadow) record(ctx context.Context, started time.Time, call *tool.Call, out *tool.Outcome) {
	spec, ok := s.specs[call.Tool]
	if !ok {
		spec = tool.Spec{Name: call.Tool}
	}
	f := s.classifier.Classify(&spec, call, out)
	elapsed := time.Since(started)
	verdict := s.policy.Decide(recovery.Situation{Spec: &spec, Fault: f, Attempt: 1, Elapsed: elapsed, Rand: 0.5})
	if v := s.validators[call.Tool]; v != nil && len(v.Validate(call.Args)) > 0 {
		verdict = recovery.Verdict{Action: recovery.ActionReturn, Reason: reasonArguments}
	}
	s.recorder.Record(ctx, trajectory.Episode{
		Time: started, CallID: call.ID, Tool: call.Tool, Principal: call.Principal, Shadow: true,
		Args: call.Args, ArgsHash: recovery.Fingerprint(call.Args),
		Attempts: []trajectory.Attempt{{
			Fault: f.Kind, Effect: f.Effect, Phase: out.Phase, Status: f.Status, Elapsed: out.Elapsed, Evidence: f.Evidence,
		}},
		Fault: f.Kind, Retryable: f.Retryable, Effect: f.Effect,
		Action: verdict.Action, Reason: verdict.Reason, Escalated: verdict.Escalate, Stop: verdict.Action == recovery.ActionStop,
		Feedback: reached(out), Elapsed: elapsed,
	})
}

// reached is the text that the model was given, since nothing was changed.
func reached(out *tool.Outcome) string {
	if out.Flag != tool.FlagFailure && out.Err == nil {
		return ""
	}
	if out.Body != "" || out.Err == nil {
		return out.Body
	}
	return out.Err.Error()
}

// text reads the string that a JSON value is, "" where it is none.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}
