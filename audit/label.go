package audit

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Label is what a person says of one episode.
type Label struct {
	Trajectory string  `json:"trajectory"`
	CallID     string  `json:"call_id"`
	Fault      *string `json:"fault"`
	Effect     *string `json:"effect"`
	Action     *string `json:"first_action"`
	Answer     *string `json:"answer_kind"`
	Published  string  `json:"published"`
	Refined    string  `json:"refined"`
	Why        string  `json:"why"`
	Sure       bool    `json:"sure"`
	// Alt holds other labels that a fair reader may give, by field.
	Alt map[string][]string `json:"alt"`
}

// maxLabel bounds a line of labels.
const maxLabel = 1 << 20

// ReadLabels reads labels, one JSON object a line.
func ReadLabels(name string, r io.Reader) ([]Label, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLabel)
	var labels []Label
	for line := 1; scanner.Scan(); line++ {
		text := strings.TrimSpace(scanner.Text())
		if text == "" {
			continue
		}
		var label Label
		if err := json.Unmarshal([]byte(text), &label); err != nil {
			return nil, fmt.Errorf("%s:%d: a label must be a JSON object: %w", name, line, err)
		}
		if label.Trajectory == "" || label.CallID == "" {
			return nil, fmt.Errorf("%s:%d: a label must set trajectory and call_id", name, line)
		}
		labels = append(labels, label)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return labels, nil
}

// field returns the label's value of a field, "" for none.
func (l *Label) field(name string) string {
	text := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	switch name {
	case fieldKind:
		return text(l.Fault)
	case fieldEffect:
		return text(l.Effect)
	case fieldAction:
		return text(l.Action)
	case fieldAnswer:
		return text(l.Answer)
	case fieldPublished:
		return l.Published
	case fieldRefined:
		return l.Refined
	}
	return ""
}

// The names of a label's fields, as labels spell them.
const (
	fieldKind      = "fault"
	fieldEffect    = "effect"
	fieldAction    = "first_action"
	fieldAnswer    = "answer_kind"
	fieldPublished = "published"
	fieldRefined   = "refined"
)
