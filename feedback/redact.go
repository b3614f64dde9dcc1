package feedback

import (
	"strings"
	"unicode/utf8"
)

// The bounds of redaction, in bytes.
const (
	// defaultLimit caps a redacted text.
	defaultLimit = 2048
	// readLimit is how much of a text is looked at: nothing beyond it could
	// survive the cap unless nearly all before it is stack frames.
	readLimit = 32 << 10
)

// maxPasses bounds how often a text is gone over until nothing changes.
const maxPasses = 8

// The stand-ins for what was taken out. None of them is changed by another
// pass, and all of them read well in a sentence.
const (
	maskSecret = "[secret]"
	maskPath   = "[path]"
	maskHost   = "[host]"
	maskEmail  = "[email]"
)

// A Redactor takes stack traces, absolute paths, private hosts, credentials,
// e-mail addresses and control characters out of a text, and caps it. The zero
// value is ready, and it is safe for concurrent use.
//
// Redacting twice changes nothing more. The time is linear in the text, of
// which at most 32 kB are read.
type Redactor struct {
	// Limit caps the result in bytes; 0 is 2 kB.
	Limit int
	// Frames keeps stack frames, with the base names of their files: for
	// tools that run the model's own code, whose trace is the result.
	Frames bool
}

// NewRedactor returns the default redactor.
func NewRedactor() *Redactor { return &Redactor{} }

// Redact implements [tool.Redactor].
func (r *Redactor) Redact(text string) string {
	limit := r.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	text = clip(text, readLimit)
	for range maxPasses {
		next := r.pass(text)
		if len(next) > limit {
			next = shorten(next, limit)
		}
		if next == text {
			return text
		}
		text = next
	}
	return shorten(maskSecret, limit) // still changing: built to defeat redaction
}

// pass takes out everything that shows in the text as it stands.
func (r *Redactor) pass(text string) string {
	text = clean(text)
	if !r.Frames {
		text = dropTrace(text)
	}
	s := scanner{src: text, baseNames: r.Frames}
	return s.run()
}

// clip cuts a text that is too long to be read whole. It cuts between words,
// since half a token might no longer be told from a word.
func clip(text string, limit int) string { //nolint:unparam // a bound is told where it is used
	if len(text) <= limit {
		return text
	}
	cut := strings.LastIndexAny(text[:limit], " \n\t")
	return text[:max(cut, 0)]
}

const ellipsis = "…"

// shorten cuts a text to limit bytes at a rune's boundary, between words where
// there is a gap near the end.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	if limit <= len(ellipsis) {
		return ""
	}
	cut := limit - len(ellipsis)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	if gap := strings.LastIndexAny(text[:cut], " \n"); gap > cut-200 && gap > cut/2 {
		cut = gap
	}
	return strings.TrimRight(text[:cut], " \n"+ellipsis) + ellipsis
}
