package fault

import (
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// fault makes the fault of the rule that outranked the others.
func (v *view) fault() Fault {
	text := bounded(rawText(v.out))
	matched := v.text
	kind := v.best.kind
	if kind == OK {
		kind = Unknown
	}
	head := matched[:min(len(matched), maxHead)]
	lower := lowered(head)
	kind = v.refine(kind, lower)
	trace := hasTrace(text)
	f := Fault{
		Kind:       kind,
		Retryable:  v.retryable(kind, trace),
		Effect:     effectOf(v.spec, v.call, v.out, kind, v.best.flags),
		RetryAfter: retryAfter(v.out.Header, lower, v.seen),
		Status:     v.status,
		Code:       v.upstreamCode(),
		Trace:      trace,
		Sensitive:  sensitive(text),
		Advice:     v.seen&cueAdvice != 0,
		Detail:     v.detail(matched),
	}
	if isArgument(kind) {
		f.Parameters = v.parameters(matched)
	}
	if v.proof.Rule != "" {
		f.Evidence = []Evidence{v.proof}
	} else {
		f.Evidence = []Evidence{{Layer: LayerNone, Rule: "none"}}
	}
	return f
}

// upstreamCode is the upstream's own code: the one that decided, else the innermost
// one that is no mere number of HTTP.
func (v *view) upstreamCode() string {
	switch v.proof.Rule {
	case "code", "body.code", "sqlstate":
		return v.proof.Span
	}
	for _, code := range slices.Backward(v.env.codes[:v.env.coded]) {
		if n := number(code); n < 100 || n > 599 {
			return code
		}
	}
	return ""
}

// refine settles the borders that one phrase alone cannot tell.
func (v *view) refine(kind Kind, lower string) Kind {
	switch kind { //nolint:exhaustive // the kinds that are not named share the last answer
	case NotFound:
		if v.call != nil && (toolAbsent(lower, rawText(v.out), v.call.Tool) || strangeTool(lowered(firstSentence(rawText(v.out))))) {
			return UnknownTool
		}
		if lists(lower) || strings.Contains(lower, `column "`) {
			return InvalidArgument // an unknown value of a closed parameter
		}
	case RateLimited:
		if strings.Contains(lower, "request too large") || strings.Contains(lower, "larger than max") {
			return InvalidArgument
		}
	case ServerError:
		if v.status == 0 && v.proof.Rule == "code" && len(lower) < 100 && strings.Contains(lower, "unknown error") {
			return Unknown // a class that every failure has, and words that say as much
		}
	case Malformed:
		if v.proof.Rule == "pair" && (v.status == 400 || v.status == 422 || strings.Contains(lower, "argument") || strings.Contains(lower, "request body") || strings.Contains(lower, "parameter")) {
			return InvalidArgument // what was sent was no JSON
		}
	case InvalidArgument:
		if v.argumentAbsent(lower) {
			return MissingArgument
		}
	default:
	}
	return kind
}

// toolAbsent says whether what was not found is the tool itself. The name has
// been taken out of the lower-cased text, unless it is an ordinary word.
func toolAbsent(lower, raw, name string) bool {
	if name == "" || !strings.Contains(lower, "tool") && !strings.Contains(lower, "function ") && !strings.Contains(lower, "method ") {
		return false
	}
	raw = raw[:min(len(raw), maxBare)]
	for _, quote := range [...]string{"", "'", `"`, "`"} {
		for _, before := range [...]string{"Tool ", "tool ", "Tool: ", "tool: ", "Function ", "function ", "Method ", "method "} {
			for _, after := range [...]string{" not found", " does not exist", " doesn't exist", " is not found", " is not registered", " is not available"} {
				if strings.Contains(raw, before+quote+name+quote+after) {
					return true
				}
			}
		}
	}
	return false
}

// strangeTool says whether a text says of one name that no tool has it.
func strangeTool(lower string) bool {
	_, rest, ok := strings.Cut(lower, "tool ")
	if !ok {
		return false
	}
	name, after, ok := strings.Cut(strings.TrimLeft(rest, "'\"`"), " ")
	if name = strings.TrimRight(name, "'\"`"); !ok || !strings.ContainsAny(name, "_-.") || plainName(name) == "" {
		return false
	}
	for _, words := range [...]string{"not found", "does not exist", "doesn't exist", "is not found", "is not available", "is not registered", "is unknown"} {
		if strings.HasPrefix(after, words) {
			return true
		}
	}
	return false
}

// lists says whether a text lists the valid values.
func lists(lower string) bool {
	for _, cue := range []string{"valid values", "allowed values", "available metrics", "available values", "valid options", "must be one of", "supported values", "available options", "可选值", "可用的"} {
		if strings.Contains(lower, cue) {
			return true
		}
	}
	_, rest, _ := strings.Cut(lower, "available ")
	end := 0
	for end < len(rest) && end < 24 && (isAlnum(rest[end]) || rest[end] == ' ' || rest[end] == '_') {
		end++
	}
	return end > 2 && end < len(rest) && rest[end] == ':'
}

// argumentAbsent recognises a type error about a value that is not there.
func (v *view) argumentAbsent(lower string) bool {
	return strings.Contains(lower, "invalid_type") && (strings.Contains(lower, `received": "undefined`) || strings.Contains(lower, `received":"undefined`)) ||
		strings.Contains(lower, "received undefined")
}

// retryable says whether the same call has a fair chance within minutes.
func (v *view) retryable(kind Kind, trace bool) bool {
	if neverRetryable(kind) || v.best.flags&lasting != 0 {
		return false
	}
	switch kind { //nolint:exhaustive // the kinds that are not named share the last answer
	case Timeout, Network, RateLimited:
		return true
	case ServerError:
		// A crash of the server itself comes with its trace; a client's trace around
		// another server's 5xx is only its way of telling.
		return v.best.flags&brief != 0 || v.best.flags&passing != 0 && v.status >= 500 && (!trace || v.out.Status < 500)
	case Conflict, Malformed:
		return v.best.flags&(passing|brief) != 0
	default:
		return false
	}
}

// neverFound says whether a browser's log shows that an action waited for its
// element until the end: nothing was done to the page.
func neverFound(body string) bool {
	body = body[:min(len(body), maxHead)]
	if !strings.Contains(body, "waiting for selector") && !strings.Contains(body, "waiting for locator") && !strings.Contains(body, "waiting for getBy") {
		return false
	}
	for _, later := range [...]string{"resolved to", "attempting", "performing", "scrolling", "done", "navigat", "clicking", "action"} {
		if strings.Contains(body, later) {
			return false
		}
	}
	return true
}

// neverConnected says whether the frames of a trace show that a client still waited
// for a connection: nothing was sent.
func neverConnected(body string) bool {
	for _, frame := range [...]string{"HttpConnectionWaiter", "ConnectToTcpHostAsync", ".leaseConnection(", ".socketConnect("} {
		if strings.Contains(body[:min(len(body), maxHead)], frame) {
			return true
		}
	}
	return false
}

// neverRetryable lists the kinds that no repetition cures, whatever else is said.
func neverRetryable(k Kind) bool {
	switch k { //nolint:exhaustive // the kinds that are not named share the last answer
	case Timeout, Network, RateLimited, ServerError, Conflict, Malformed:
		return false
	default:
		return true
	}
}

func isArgument(k Kind) bool { return k == InvalidArgument || k == MissingArgument || k == UnknownTool }

// effectOf says whether the attempt may have changed the world: a definite
// refusal proves that it has not, and so does a call that was never sent; else
// the tool's specification decides, and silence counts as a write.
func effectOf(spec *tool.Spec, call *tool.Call, out *tool.Outcome, kind Kind, flags flag) tool.Effect {
	switch {
	case out.Phase == tool.PhaseNotSent, spec.Access == tool.AccessRead, spec.Access == tool.AccessUnknown && readsOnly(call):
		return tool.EffectNone
	case flags&doubted != 0:
		return tool.EffectPossible
	case flags&unsent != 0, kind == Timeout && (neverFound(out.Body) || neverConnected(out.Body)):
		return tool.EffectNone
	}
	if kind != Partial && manySteps(command(call), (kind == Unauthenticated || kind == Forbidden) && !strings.Contains(strings.TrimSpace(out.Body), "\n")) {
		return tool.EffectPossible // what was refused need not have been the first thing that it did
	}
	switch kind {
	case Empty:
		if acts(call) {
			return tool.EffectPossible
		}
		return tool.EffectNone
	case RateLimited, Unauthenticated, Forbidden, QuotaExhausted, NotFound, InvalidArgument, MissingArgument, UnknownTool, Conflict, Declined:
		return tool.EffectNone
	case Malformed:
		if out.Status >= 200 && out.Status < 300 && spec.Access == tool.AccessWrite {
			return tool.EffectCertain
		}
		return tool.EffectPossible
	case Partial:
		return tool.EffectCertain
	case Unknown, OK, Timeout, Network, ServerError, ExecutionFailed, Canceled:
	}
	return tool.EffectPossible
}
