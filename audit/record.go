package audit

import (
	"strings"

	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Record is one finding as findings.jsonl has it.
type Record struct {
	Trajectory string `json:"trajectory"`
	Source     string `json:"source,omitempty"`
	CallID     string `json:"call_id"`
	Tool       string `json:"tool"`
	Fault      string `json:"fault"`
	Effect     string `json:"effect"`
	// Evidence is the deciding rule and what it fired on, redacted.
	Evidence    string `json:"evidence"`
	FirstAction string `json:"first_action"`
	AnswerKind  string `json:"answer_kind,omitempty"`
	Published   string `json:"published"`
	Refined     string `json:"refined"`
	Own         string `json:"own,omitempty"`
	// Wait is in seconds, nil where the recording cannot tell.
	Wait  *float64 `json:"wait_s"`
	Layer string   `json:"layer"`

	Next      string   `json:"next_tool,omitempty"`
	Retries   int      `json:"retries,omitempty"`
	Lie       string   `json:"lie,omitempty"`
	Traits    []string `json:"traits,omitempty"`
	Why       string   `json:"why"`
	Signature string   `json:"signature,omitempty"`
	// Context is the few messages around the finding, redacted.
	Context []Line `json:"-"`
	Verdict string `json:"-"` // by the rubric of the audit
}

// A Line is one message of a finding's context.
type Line struct {
	Role string
	Text string
	// Mark says what the message is: "call", "fault" or "reaction".
	Mark string
}

// shortLimit bounds a redacted span, longLimit a redacted message, in bytes.
const (
	shortLimit = 160
	longLimit  = 1200
)

func (a *Audit) record(t *trajectory.Trajectory, f *judge.Finding) Record {
	ruling := a.ruling(f)
	r := Record{
		Trajectory: t.ID, Source: t.Source, CallID: f.CallID, Tool: f.Tool, Fault: f.Fault.Kind.String(), Effect: f.Fault.Effect.String(),
		FirstAction: f.Action.String(), AnswerKind: f.Answer.String(),
		Published: f.Published.Verdict.String(), Refined: f.Refined.Verdict.String(),
		Layer: f.Layer.String(), Next: f.Next, Retries: f.Retries, Lie: f.Lie.String(), Traits: f.Traits.Names(),
		Why: ruling.Why, Verdict: ruling.Verdict.String(),
	}
	if a.Judge.Rubric != nil {
		r.Own = f.Own.Verdict.String()
	}
	if f.Timed {
		r.Wait = new(f.Wait.Seconds())
	}
	short := feedback.Redactor{Limit: shortLimit}
	if len(f.Fault.Evidence) > 0 {
		e := f.Fault.Evidence[0]
		r.Evidence = strings.TrimSpace(e.Layer.String() + " " + e.Rule + ": " + short.Redact(e.Span))
	}
	r.Signature = short.Redact(f.Signature)
	return r
}

// context returns the messages around a finding, redacted: the request, the
// call, its outcome, and what was done next.
func (a *Audit) context(t *trajectory.Trajectory, f *judge.Finding) []Line {
	if f.Call < 0 {
		return nil
	}
	redactor := feedback.Redactor{Limit: longLimit}
	var lines []Line
	for m := range f.Call {
		if at := f.Call - 1 - m; t.Messages[at].Role == trajectory.RoleUser {
			lines = append(lines, Line{Role: "user", Text: redactor.Redact(t.Messages[at].Text)})
			break
		}
	}
	last := max(f.Answered, f.Reaction)
	if f.Reaction >= 0 {
		last = min(last, f.Answered+6)
	}
	for last+1 < len(t.Messages) && last < f.Answered+8 && f.Reaction >= 0 && t.Messages[last+1].Role == trajectory.RoleAssistant {
		last++ // the rest of the turn
	}
	for m := f.Call; m <= last && m < len(t.Messages); m++ {
		message := &t.Messages[m]
		if m != f.Call && m != f.Answered && m != f.Reaction && message.Role == trajectory.RoleTool {
			continue // the answers of other calls
		}
		lines = append(lines, messageLines(message, m, f, &redactor)...)
	}
	return lines
}

func messageLines(m *trajectory.Message, at int, f *judge.Finding, redactor tool.Redactor) []Line {
	var lines []Line
	mark := ""
	switch at {
	case f.Answered:
		mark = "fault"
	case f.Reaction:
		mark = "reaction"
	case f.Call:
		mark = "call"
	}
	if text := redactor.Redact(m.Text); text != "" && m.Thinking {
		lines = append(lines, Line{Role: string(m.Role) + ", thinking", Text: text, Mark: mark})
	} else if text != "" {
		lines = append(lines, Line{Role: string(m.Role), Text: text, Mark: mark})
	}
	for i := range m.Calls {
		lines = append(lines, Line{Role: string(m.Role), Text: m.Calls[i].Tool + " " + redactor.Redact(string(m.Calls[i].Args)), Mark: mark})
	}
	if m.Outcome != nil {
		text := m.Outcome.Body
		if text == "" && m.Outcome.Err != nil {
			text = m.Outcome.Err.Error()
		}
		clean := redactor.Redact(text)
		if clean == "" {
			clean = "(nothing, or nothing that may be shown)"
		}
		lines = append(lines, Line{Role: string(m.Role), Text: clean, Mark: mark})
	}
	return lines
}
