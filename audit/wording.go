package audit

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// signature is a group of like error messages.
type signature struct {
	tool, kind, text, sample, proposed string
	n, mismatch, judged                int
	advice                             bool
}

// A Wording is a group of like error messages, and what could be said instead.
type Wording struct {
	Tool string `json:"tool"`
	Kind string `json:"fault"`
	// Signature is the text without what varies; Sample one message, redacted.
	Signature string `json:"signature"`
	Sample    string `json:"sample"`
	N         int    `json:"n"`
	Judged    int    `json:"judged"`
	Mismatch  int    `json:"mismatch"`
	// NextStep says that the message tells its reader what to do.
	NextStep bool   `json:"next_step"`
	Proposed string `json:"proposed"`
}

// wording counts an error message, and proposes a better one for its group.
func (a *Audit) wording(t *trajectory.Trajectory, review *judge.Review, f *judge.Finding, v judge.Verdict) {
	key := f.Tool + "\x00" + f.Fault.Kind.String() + "\x00" + f.Signature
	s := a.counts.signatures[key]
	if s == nil {
		s = &signature{tool: f.Tool, kind: f.Fault.Kind.String(), advice: f.Fault.Advice}
		redactor := feedback.Redactor{Limit: 300}
		s.text = redactor.Redact(f.Signature)
		s.sample = redactor.Redact(cmp.Or(f.Fault.Detail, sampleOf(t, f)))
		s.proposed = a.propose(t, review, f)
		a.counts.signatures[key] = s
	}
	s.n++
	if v != judge.NotJudged {
		s.judged++
	}
	if v == judge.Mismatch {
		s.mismatch++
	}
}

func sampleOf(t *trajectory.Trajectory, f *judge.Finding) string {
	if f.Answered < 0 || f.Answered >= len(t.Messages) || t.Messages[f.Answered].Outcome == nil {
		return f.Fault.Detail
	}
	out := t.Messages[f.Answered].Outcome
	if out.Body == "" && out.Err != nil {
		return out.Err.Error()
	}
	return out.Body
}

// propose writes the message that a guard would have given, its own retries left
// aside.
func (a *Audit) propose(t *trajectory.Trajectory, review *judge.Review, f *judge.Finding) string {
	var policy recovery.Policy // retries nothing: what is left is to tell the model
	in := feedback.Input{
		Spec: f.Spec, Call: tool.Call{ID: f.CallID, Tool: f.Tool, Args: f.Args}, Fault: f.Fault,
		Verdict: policy.Decide(recovery.Situation{Spec: f.Spec, Fault: f.Fault, Attempt: 1}), Output: sampleOf(t, f),
	}
	seen := map[string]bool{}
	for i := range t.Tools {
		in.Tools = append(in.Tools, t.Tools[i].Name)
		seen[t.Tools[i].Name] = true
	}
	for i := range review.Calls {
		if name := review.Calls[i].Tool; !seen[name] && name != f.Tool {
			in.Tools, seen[name] = append(in.Tools, name), true
		}
	}
	return a.Renderer.Render(in).Text
}

func mergeSignatures(to, from map[string]*signature) {
	for key, s := range from {
		mine := to[key]
		if mine == nil {
			to[key] = s
			continue
		}
		mine.n, mine.judged, mine.mismatch = mine.n+s.n, mine.judged+s.judged, mine.mismatch+s.mismatch
	}
}

// wordings returns the groups, worst first: those without a next step, and of
// them those that led to most wrong actions.
func wordings(all map[string]*signature) []Wording {
	out := make([]Wording, 0, len(all))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		s := all[key]
		out = append(out, Wording{s.tool, s.kind, s.text, s.sample, s.n, s.judged, s.mismatch, s.advice, s.proposed})
	}
	slices.SortStableFunc(out, func(a, b Wording) int {
		return cmp.Or(boolCompare(a.NextStep, b.NextStep), cmp.Compare(b.Mismatch, a.Mismatch), cmp.Compare(b.N, a.N))
	})
	return out
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}
