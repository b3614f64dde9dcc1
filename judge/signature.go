package judge

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// maxSignature bounds a signature, in bytes.
const maxSignature = 160

// Signature names a group of like errors: the first telling line of the text,
// with numbers, identifiers and quoted values taken out. Status words and the
// names of fields stay.
func Signature(out *tool.Outcome) string {
	if out == nil {
		return ""
	}
	text := out.Body
	if text == "" && out.Err != nil {
		text = out.Err.Error()
	}
	var b strings.Builder
	for word := range strings.FieldsSeq(text[:min(len(text), 600)]) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(stable(word))
		if b.Len() >= maxSignature {
			break
		}
	}
	s := strings.ToValidUTF8(b.String(), "")
	if len(s) > maxSignature {
		s = strings.ToValidUTF8(s[:maxSignature], "") + "…"
	}
	return s
}

// stable replaces a word that differs from one occurrence to the next. A number
// of three digits stays: it may be a status.
func stable(word string) string {
	digits := 0
	for _, c := range []byte(word) {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	switch {
	case digits == 0, digits == 3 && len(strings.Trim(word, `"',:;.()[]{}`)) == 3:
		return word
	case strings.ContainsAny(word, "/\\") && digits > 0:
		return "…"
	case digits > 0 && len(word) > 24:
		return "…"
	}
	var b strings.Builder
	in := false
	for _, c := range []byte(word) {
		if c >= '0' && c <= '9' {
			if !in {
				b.WriteByte('#')
			}
			in = true
			continue
		}
		in = false
		b.WriteByte(c)
	}
	return b.String()
}
