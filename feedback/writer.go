package feedback

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// A writer writes one message. Every value that enters the text or the object
// passes redaction on its way in.
type writer struct {
	renderer  *Renderer
	templates *Templates
	redactor  Redactor
	in        *Input
	spec      *tool.Spec
	schema    *schema
	values    map[string]string
	object    Object
	message   []string
	next      []string
}

func newWriter(r *Renderer, t *Templates, in *Input) *writer {
	w := &writer{renderer: r, templates: t, in: in, spec: in.Spec, values: map[string]string{}}
	if w.spec == nil {
		w.spec = &tool.Spec{}
	}
	w.schema = inputSchema(w.spec)
	f := &in.Fault
	w.object = Object{
		Status: "failed", Fault: f.Kind, Retryable: f.Retryable, Effect: f.Effect, RetryAfter: f.RetryAfter.Seconds(),
		Escalated: in.Escalated, Stop: in.Verdict.Action == recovery.ActionStop, ErrorID: in.ErrorID,
	}
	w.fillCommon()
	return w
}

// fillCommon sets the values that messages of all kinds may hold.
func (w *writer) fillCommon() {
	in := w.in
	name := in.Call.Tool
	if name == "" {
		name = w.spec.Name
	}
	w.values["tool"] = w.name(name)
	if w.values["tool"] == "" {
		w.values["tool"] = w.word("tool")
	}
	w.values["cause"] = w.word(in.Fault.Kind.String())
	for _, standIn := range w.spec.StandIns {
		if n := w.name(standIn); n != "" {
			w.object.StandIns = append(w.object.StandIns, n)
		}
	}
	if len(w.object.StandIns) > 0 {
		w.values["standin"] = w.object.StandIns[0]
	}
	w.values["verify"] = w.verifyCall()
	if w.spec.Verify != nil {
		w.values["verifier"] = w.name(w.spec.Verify.Tool)
	}
	w.values["request"] = strings.ReplaceAll(firstRunes(oneLine(w.redact(in.Call.Request)), maxDetail), `"`, "'")
	w.values["subject"] = w.subject()
	w.fillTarget()
	w.object.Detail = w.detail(anySentence)
	w.values["detail"] = w.quoted()
}

// write composes the message and returns its text.
func (w *writer) write() string {
	switch common := w.common(); {
	case common != "":
		w.add(commonFile, common)
	default:
		file := w.in.Fault.Kind.String()
		w.add(file, w.situation())
	}
	if len(w.message) == 0 {
		w.add(fault.Unknown.String(), "failed") // a team's profile may leave all sentences out
	}
	w.addAround()
	w.object.Message = w.join(w.message)
	w.object.NextStep = w.join(w.next)
	return w.join([]string{w.object.Message, w.object.NextStep})
}

// common returns the shared situation that comes before the kind's own, or "".
func (w *writer) common() string {
	f := &w.in.Fault
	switch write := w.spec.Access != tool.AccessRead; {
	case w.in.Verified == recovery.VerifiedDone:
		w.object.Status, w.object.Effect, w.object.Retryable = "done", tool.EffectCertain, false
		return "done"
	case len(w.in.Roots) > 0 && w.name(w.in.Roots[0].Tool) != "" && w.parameterName(w.in.Roots[0].Parameter) != "":
		return w.root()
	case !write || !breaksOff(f.Kind):
		return ""
	case w.in.Verified == recovery.VerifiedNone:
		w.object.Effect = tool.EffectNone
		return "not_done"
	case f.Effect == tool.EffectCertain:
		return "done_unread"
	case f.Effect == tool.EffectNone:
		return ""
	case w.in.Verified == recovery.VerifyFailed:
		w.object.Status = "unknown_outcome"
		return "verify_failed"
	}
	w.object.Status = "unknown_outcome"
	return "unknown_outcome"
}

// breaksOff says whether a fault of this kind leaves open what the call did;
// the other kinds are answers that say so themselves.
func breaksOff(k fault.Kind) bool {
	switch k {
	case fault.Unknown, fault.Timeout, fault.Network, fault.ServerError, fault.Malformed, fault.Canceled:
		return true
	case fault.OK, fault.RateLimited, fault.Unauthenticated, fault.Forbidden, fault.QuotaExhausted, fault.NotFound, fault.Empty,
		fault.InvalidArgument, fault.MissingArgument, fault.UnknownTool, fault.Conflict, fault.ExecutionFailed, fault.Declined,
		fault.Partial:
	}
	return false
}

// root prepares the message about a value that came from no result.
func (w *writer) root() string {
	root := w.in.Roots[0]
	w.values["root_parameter"] = w.parameterName(root.Parameter)
	w.values["root_tool"] = w.name(root.Tool)
	w.values["root_cause"] = w.word(root.Kind.String())
	w.object.Parameter = &ParameterObject{Name: w.values["root_parameter"]}
	switch root.Kind {
	case fault.Unknown, fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError, fault.Malformed, fault.Canceled,
		fault.InvalidArgument, fault.MissingArgument:
		return "root_retry"
	case fault.OK, fault.Unauthenticated, fault.Forbidden, fault.QuotaExhausted, fault.NotFound, fault.Empty, fault.UnknownTool,
		fault.Conflict, fault.ExecutionFailed, fault.Declined, fault.Partial:
	}
	return "root_ask"
}

// situation returns the kind's own situation, and sets its values.
func (w *writer) situation() string {
	f := &w.in.Fault
	switch f.Kind {
	case fault.InvalidArgument:
		return w.invalid()
	case fault.MissingArgument:
		return w.missing()
	case fault.UnknownTool:
		return w.unknownTool()
	case fault.Conflict:
		if f.Retryable {
			return "locked"
		}
	case fault.ExecutionFailed:
		if w.spec.RunsCode {
			w.values["output"] = w.codeOutput()
		}
		if w.values["output"] != "" {
			return "output"
		}
	case fault.Partial:
		w.values["parts"] = w.parts()
	case fault.Empty:
		w.object.Status = "empty"
	case fault.Unknown, fault.OK, fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError, fault.Unauthenticated,
		fault.Forbidden, fault.QuotaExhausted, fault.NotFound, fault.Declined, fault.Malformed, fault.Canceled:
	}
	return "failed"
}

// addAround adds what may be said of every fault.
func (w *writer) addAround() {
	f := &w.in.Fault
	if w.spec.Access == tool.AccessWrite && f.Effect == tool.EffectPossible && refused(f.Kind) && w.in.Verified == recovery.Unverified {
		w.object.Status = "unknown_outcome"
		w.next = nil
		w.add(commonFile, "may_have")
	}
	w.object.Retryable = w.object.Retryable && w.repeatable()
	switch {
	case w.values["others"] == "":
	case f.Kind == fault.MissingArgument:
		w.add(commonFile, "also_missing")
	default:
		w.add(commonFile, "also")
	}
	if f.RetryAfter > 0 && f.Retryable {
		w.values["wait"] = w.word(waitName(f.RetryAfter))
		w.add(commonFile, "later")
	}
	if w.in.Escalated {
		w.add(commonFile, "escalated")
	}
	switch {
	case w.in.Repeats <= 0:
	case w.in.Repeats >= 3 || w.in.Repeats > 1 && w.object.Stop:
		w.next = nil
		w.add(commonFile, "repeat_final")
	case w.in.Repeats == 2:
		w.add(commonFile, "repeat_again")
	default:
		w.add(commonFile, "repeat")
	}
}

// repeatable says whether the call may be made again without making its effect
// twice. Clients that read no text go by it.
func (w *writer) repeatable() bool {
	if w.spec.Access == tool.AccessRead {
		return true
	}
	return w.object.Status != "unknown_outcome" && w.object.Effect != tool.EffectCertain &&
		(w.object.Effect == tool.EffectNone || w.spec.Idempotent)
}

// refused says whether a fault of this kind is a refusal that may still have
// come too late: a part of a declared write may have taken effect before it.
func refused(k fault.Kind) bool {
	return !breaksOff(k) && k != fault.Empty && k != fault.Partial && k != fault.UnknownTool && k != fault.Declined && k != fault.OK
}

// waitName returns the word for a wait. Figures could pass for an answer.
func waitName(d time.Duration) string {
	switch {
	case d <= time.Minute:
		return "moment"
	case d <= 15*time.Minute:
		return "minutes"
	case d <= time.Hour:
		return "hour"
	case d <= 12*time.Hour:
		return "hours"
	}
	return "days"
}

// add fills a situation's sentences.
func (w *writer) add(file, situation string) {
	s := w.templates.section(w.renderer.Language, w.renderer.Profile, file, situation)
	message, next := s.fill(w.values)
	lead := w.word("tool")
	for _, sentence := range message {
		w.message = append(w.message, upperFirst(sentence, lead))
	}
	for _, sentence := range next {
		w.next = append(w.next, upperFirst(sentence, lead))
	}
}

// word returns a part of a sentence.
func (w *writer) word(name string) string {
	message, _ := w.templates.section(w.renderer.Language, w.renderer.Profile, wordsFile, name).fill(w.values)
	return strings.Join(message, "")
}

// join joins sentences as the language does.
func (w *writer) join(parts []string) string {
	var b strings.Builder
	ended := false
	for _, part := range parts {
		if part == "" {
			continue
		}
		if b.Len() > 0 && w.renderer.Language != Chinese && !ended {
			b.WriteByte(' ')
		}
		b.WriteString(part)
		ended = strings.HasSuffix(part, "\n")
	}
	return b.String()
}

// upperFirst begins a sentence with a capital where it begins with lead.
func upperFirst(text, lead string) string {
	if lead == "" || !strings.HasPrefix(text, lead) {
		return text
	}
	return strings.ToUpper(lead[:1]) + text[1:]
}

func (w *writer) ranker() resolve.Ranker {
	if w.renderer.Ranker != nil {
		return w.renderer.Ranker
	}
	return resolve.Default{}
}

// redact takes out of a text what no model may see.
func (w *writer) redact(text string) string {
	if w.renderer.Redactor != nil {
		text = w.renderer.Redactor.Redact(clip(text, readLimit))
	}
	return w.redactor.Redact(text)
}

// showable says whether a value may be shown as it is, in a list or a call.
func (w *writer) showable(value string) bool {
	return value != "" && len(value) <= 120 && !strings.ContainsAny(value, "\n\r") && w.redact(value) == value
}

// name returns a tool's or a parameter's name, or "" where it cannot be shown.
func (w *writer) name(text string) string {
	bad := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.:/[]$", r)
	}
	if len(text) > 100 || strings.ContainsFunc(text, bad) || !w.showable(text) {
		return ""
	}
	return text
}

// parameterName returns a parameter's path as messages show it.
func (w *writer) parameterName(path string) string { return w.name(path) }

// quotable returns a text as it may stand between quotes, or "" where
// redaction had to take something out of it.
func (w *writer) quotable(text string) string {
	short := firstRunes(oneLine(clean(clip(text, readLimit))), 2*maxDetail)
	if short == "" || w.redact(short) != short {
		return ""
	}
	return strings.ReplaceAll(short, `"`, "'")
}

// rawJSON returns a value for the object: redacted, capped, and valid JSON.
func (w *writer) rawJSON(value json.RawMessage) json.RawMessage {
	text := valueText(value)
	if len(value) == 0 {
		return nil
	}
	shown := firstRunes(oneLine(w.redact(text)), maxDetail)
	if shown == text && len(value) > 0 && value[0] != '"' && value[0] != '{' && value[0] != '[' && json.Valid(value) {
		return value
	}
	return json.RawMessage(quoteJSON(shown))
}
