package inspect

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// attachments are the long texts that a log keeps apart, by hash or by index.
type attachments map[string]stream.Value

const attachmentPrefix = "attachment://"

func newAttachments(v stream.Value) attachments {
	a := attachments{}
	for key, value := range v.Fields() {
		a[string(key)] = value
	}
	n := 0
	for value := range v.Elements() {
		a[strconv.Itoa(n)] = value
		n++
	}
	return a
}

// messages puts long texts back where they belong.
func (a attachments) messages(list []trajectory.Message) []trajectory.Message {
	for i := range list {
		m := &list[i]
		m.Text = a.text(m.Text)
		if m.Outcome != nil {
			m.Outcome.Body = a.text(m.Outcome.Body)
		}
		for c := range m.Calls {
			m.Calls[c].Args = a.args(m.Calls[c].Args)
		}
	}
	return list
}

// text resolves a text whose lines are references.
func (a attachments) text(text string) string {
	if len(a) == 0 || !strings.Contains(text, attachmentPrefix) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if name, ok := strings.CutPrefix(line, attachmentPrefix); ok && a[name].Exists() {
			lines[i] = a[name].Text()
		}
	}
	return strings.Join(lines, "\n")
}

// args resolves the strings of arguments that are references.
func (a attachments) args(args json.RawMessage) json.RawMessage {
	if len(a) == 0 || !bytes.Contains(args, []byte(attachmentPrefix)) {
		return args
	}
	for name, value := range a {
		if value.Kind() == '"' {
			args = bytes.ReplaceAll(args, []byte(`"`+attachmentPrefix+name+`"`), value)
		}
	}
	return args
}
