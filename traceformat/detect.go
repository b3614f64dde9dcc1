package traceformat

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// Auto is the name that stands for "recognise it".
const Auto = "auto"

// Detect names the format of a recording that begins with head, which may be
// cut at any byte. It reports false where no format knows it.
func Detect(head []byte) (format.Format, bool) { return detect(formatsTable[:], head) }

func detect(formats []format.Format, head []byte) (format.Format, bool) {
	var best format.Format
	sure := 0
	for _, f := range formats {
		if n := f.Sniff(head); n > sure {
			best, sure = f, n
		}
	}
	return best, sure > 0
}

// choose finds a format by name, or by the recording's head.
func choose(source, name string, head []byte) (format.Format, error) {
	if name == "" || name == Auto {
		f, ok := Detect(head)
		if !ok {
			return f, &UnknownFormatError{Source: source, Begins: begins(head), Formats: Formats()}
		}
		return f, nil
	}
	names := []string{Auto}
	for _, f := range formatsTable {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return format.Format{}, fmt.Errorf("format must be one of %s, got %q", strings.Join(names, ", "), name)
}

// An UnknownFormatError refuses a recording that no format knows.
type UnknownFormatError struct {
	Source string
	// Begins describes how the recording begins, by its keys and not by its
	// contents.
	Begins  string
	Formats []format.Format
}

// Error says how the recording begins and what was looked for.
func (e *UnknownFormatError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: no known recording: it begins with %s; looked for", e.Source, e.Begins)
	for _, f := range e.Formats {
		fmt.Fprintf(&text, "\n  %-16s %s", f.Name, f.Looks)
	}
	return text.String()
}

// maxKeys is how many keys of an unknown record are named.
const maxKeys = 12

// begins describes the head of a recording.
func begins(head []byte) string {
	records := stream.Peek(head)
	switch {
	case len(strings.TrimSpace(string(head))) == 0:
		return "nothing: it is empty"
	case isUTF16(head):
		return "UTF-16 text: recordings are read in UTF-8"
	case len(records) == 0:
		return withoutRecords(head)
	case records[0].Kind() != '{':
		return "JSON that is no object"
	}
	var keys []string
	for key := range records[0].Fields() {
		if len(keys) == maxKeys {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, fmt.Sprintf("%.40q", key))
	}
	return "an object with the keys " + strings.Join(keys, ", ")
}

// withoutRecords describes a head that holds no whole record.
func withoutRecords(head []byte) string {
	v, err := stream.Parse(bytes.TrimPrefix(head, []byte("\ufeff")))
	switch {
	case err == nil && v.Kind() == '[':
		return "an empty array: no run is in it"
	case err == nil:
		return "JSON that is no object"
	case errors.Is(err, stream.ErrDepth):
		return "JSON that nests too deep: " + err.Error()
	}
	return "what is no JSON"
}

// isUTF16 says whether text is in UTF-16, by its mark or by its first letter, which
// in JSON is of ASCII.
func isUTF16(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) ||
		len(head) > 1 && (head[0] == 0) != (head[1] == 0)
}
