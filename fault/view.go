package fault

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/sequitur-go/sequitur/tool"
)

// view is one outcome on its way through the layers.
type view struct {
	spec *tool.Spec
	call *tool.Call
	out  *tool.Outcome

	failing bool
	env     envelope
	best    rule     // the rule of the highest rank so far
	proof   Evidence // and what it fired on
	status  int
	exit    int
	text    string // what was matched
	seen    cue    // and the cues in it
	begun   uint64 // and the pairs that may be in it
}

// take keeps a rule if it outranks what was found before.
func (v *view) take(layer Layer, name, span string, r rule) {
	if r.rank < v.best.rank {
		return
	}
	v.best, v.proof = r, Evidence{Layer: layer, Rule: name, Span: span}
}

// structure reads flag, status, exit code, channel and error values.
func (v *view) structure() {
	out := v.out
	v.failing = out.Flag == tool.FlagFailure || out.Err != nil
	switch out.Channel {
	case tool.ChannelException, tool.ChannelMCPError, tool.ChannelGRPC:
		v.failing = true
	case tool.ChannelUnknown, tool.ChannelMCPResult, tool.ChannelHTTP, tool.ChannelStdout, tool.ChannelText:
	}
	if out.Status >= 400 {
		v.failing, v.status = true, out.Status
		if r, ok := statusRule(out.Status); ok {
			v.take(LayerStructure, "http.status", itoa(out.Status), r)
		}
	}
	if out.Exit != nil && *out.Exit != 0 {
		v.failing, v.exit = true, *out.Exit
	}
	if out.Phase == tool.PhaseCut {
		v.failing = true
		v.take(LayerStructure, "phase.cut", "", rule{Malformed, 50, passing})
	}
	if out.Err != nil {
		v.goError(out.Err)
	}
}

// goError reads a Go error chain by its values; words come later.
func (v *view) goError(err error) {
	var timeout interface{ Timeout() bool }
	var errno syscall.Errno
	switch {
	case errors.Is(err, context.Canceled):
		v.take(LayerStructure, "go.context_canceled", "context.Canceled", rule{Canceled, 88, 0})
	case errors.Is(err, context.DeadlineExceeded):
		v.take(LayerStructure, "go.deadline_exceeded", "context.DeadlineExceeded", rule{Timeout, 88, passing})
	case errors.As(err, &errno):
		v.errno(errno)
	case errors.Is(err, fs.ErrPermission):
		v.take(LayerStructure, "go.permission", "fs.ErrPermission", rule{Forbidden, 88, 0})
	case errors.Is(err, fs.ErrNotExist):
		v.take(LayerStructure, "go.not_exist", "fs.ErrNotExist", rule{NotFound, 70, 0})
	case errors.Is(err, fs.ErrExist):
		v.take(LayerStructure, "go.exist", "fs.ErrExist", rule{Conflict, 88, 0})
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, io.ErrClosedPipe):
		v.take(LayerStructure, "go.eof", "EOF", rule{Network, 60, passing})
	case errors.As(err, &timeout) && timeout.Timeout():
		v.take(LayerStructure, "go.timeout", "Timeout()", rule{Timeout, 80, passing})
	}
}

// errno reads a system call's error number.
func (v *view) errno(n syscall.Errno) {
	var r rule
	switch n {
	case syscall.ECONNREFUSED, syscall.EHOSTUNREACH, syscall.ENETUNREACH, syscall.EHOSTDOWN:
		r = rule{Network, 88, passing | unsent}
	case syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED, syscall.ENOTCONN:
		r = rule{Network, 88, passing}
	case syscall.ETIMEDOUT:
		r = rule{Timeout, 88, passing}
	case syscall.EACCES, syscall.EPERM, syscall.EROFS:
		r = rule{Forbidden, 88, 0}
	case syscall.ENOENT, syscall.ESRCH:
		r = rule{NotFound, 70, 0}
	case syscall.EEXIST, syscall.ENOTEMPTY:
		r = rule{Conflict, 88, 0}
	case syscall.EBUSY, syscall.EAGAIN, syscall.ETXTBSY:
		r = rule{Conflict, 88, passing | unsent}
	case syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.ENOMEM, syscall.EMFILE:
		r = rule{ServerError, 88, lasting}
	case syscall.EINVAL, syscall.ENAMETOOLONG, syscall.EISDIR, syscall.ENOTDIR:
		r = rule{InvalidArgument, 70, 0}
	default:
		return
	}
	v.take(LayerStructure, "errno", n.Error(), r)
}

// envelope reads the fields of the body.
func (v *view) envelope() {
	body := strings.TrimSpace(v.out.Body[:min(len(v.out.Body), maxHead)])
	if !isJSON(body) {
		return
	}
	v.env.read(body, 0)
	// A record that was cancelled is a result; a body that holds little else
	// than such a state tells of the call.
	if v.env.state != "" && v.env.content < 2 && !v.env.success {
		v.env.failing, v.env.span = true, v.env.state
		v.take(LayerEnvelope, "body.state", v.env.state, stateTable[v.env.state])
	}
	if v.env.exitZero && v.env.exit == 0 && v.env.span == "error" && len(v.env.statuses) == 0 && !v.env.applied && !matcher().any(v.env.noise) && !startsLikeFailure(v.env.noise) {
		v.env.failing, v.env.told, v.env.success = false, false, true // what the command wrote beside its output
	}
	record := v.env.record && !v.env.told && v.env.content > 1 && looksUp(v.call) // its state, not the call's
	if v.env.failing && !record {
		v.failing = true
	}
	if v.env.exit != 0 {
		v.exit = v.env.exit
	}
	for _, status := range v.env.statuses {
		v.status = status
		if r, ok := statusRule(status); ok {
			v.take(LayerEnvelope, "body.status", itoa(status), r)
		}
	}
	v.partial(body)
}

// words returns the text that is matched: the messages of the body's fields
// where there are any, else the head and the tail of the text itself, without
// the tool's name and the arguments' values.
func (v *view) words() string {
	text := rawText(v.out)
	if v.env.text.Len() > 0 && v.out.Err == nil {
		text = v.env.text.String()
	}
	return v.without(bounded(text))
}

// without takes the tool's name and its arguments' values out of a text: they
// are the caller's words and tell nothing of the outcome.
func (v *view) without(text string) string {
	if v.call == nil {
		return text
	}
	if i := strings.Index(text, "<<<EXTERNAL_UNTRUSTED_CONTENT"); i >= 0 {
		text = text[:i] // what follows is a page's text, not the tool's
	}
	if len(v.call.Tool) > 3 && strings.ContainsAny(v.call.Tool, "_-.") {
		text = strings.ReplaceAll(text, v.call.Tool, " ")
	}
	if isObject(string(v.call.Args)) {
		members(string(v.call.Args), func(_, value string) bool {
			if value = unescape(unquote(value)); len(value) >= 6 && len(value) < 400 && !isObject(value) && !isList(value) {
				text = strings.ReplaceAll(text, value, " ")
			}
			return true
		})
	}
	return text
}

func bounded(text string) string {
	if len(text) <= maxWords+1+maxTail { // and what was bounded before stays as it is
		return text
	}
	return text[:maxWords] + "\n" + text[len(text)-maxTail:]
}

func rawText(out *tool.Outcome) string {
	if out.Err == nil {
		return out.Body
	}
	if out.Body == "" {
		return out.Err.Error()
	}
	return out.Err.Error() + "\n" + out.Body
}

// match finds phrases and statuses in the text of a failure.
func (v *view) match(text string) {
	v.text = text
	v.seen, v.begun = cuesOf(text)
	if status, at := textStatus(text); status != 0 {
		if r, ok := statusRule(status); ok {
			if v.status == 0 || v.out.Status == 0 {
				v.status = status
			}
			v.take(LayerText, "status", text[at:at+3], r)
		}
	}
	if v.spec.Access != tool.AccessRead && !looksUp(v.call) && mixedStatuses(text) {
		v.take(LayerText, "statuses", "", rule{Partial, 85, 0})
	}
	if v.runs() {
		v.partOfOutput(text)
	}
	v.exits(text)
	v.codes(text)
	matcher().find(text, func(h hit) {
		if h.rule.rank >= v.best.rank && !inFrame(text, h.start, h.end) && (isArgument(h.rule.kind) || !isParameter(text, h.start, h.end)) {
			v.take(LayerText, "phrase", text[h.start:h.end], h.rule.rule)
		}
	})
	v.code(text)
}

func itoa(n int) string {
	var digits [8]byte
	i := len(digits)
	for ; n > 0 && i > 0; n /= 10 {
		i--
		digits[i] = byte('0' + n%10)
	}
	return string(digits[i:])
}
