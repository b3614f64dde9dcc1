package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// resolveLine is one line of a file of questions. Its other keys are not read.
type resolveLine struct {
	ID        string          `json:"id"`
	Tool      string          `json:"tool"`
	Parameter string          `json:"parameter"`
	Request   string          `json:"request"` // may be null
	Given     *string         `json:"given"`
	Options   []resolveOption `json:"options"`

	resolveLabel
}

// resolveOption is one allowed value.
type resolveOption struct {
	Value       string   `json:"value"`
	Description string   `json:"description"`
	Aliases     []string `json:"aliases"`
}

// resolveLabel is what a labelled line says of the right answer. No part of it
// is shown to the resolver.
type resolveLabel struct {
	Answer    *string          `json:"answer"`
	Shortlist *json.RawMessage `json:"shortlist"`
	Hard      bool             `json:"hard"`
	Lang      string           `json:"lang"`
	Kind      string           `json:"kind"`

	shortlist []string
}

// parseResolveLine reads one line.
func parseResolveLine(text []byte, labelled bool) (resolveLine, error) {
	var line resolveLine
	if err := json.Unmarshal(text, &line); err != nil {
		return line, explainJSON(err)
	}
	if line.Given == nil {
		return line, errors.New("must set given")
	}
	if len(line.Options) == 0 {
		return line, errors.New("options must hold at least one value, got none")
	}
	seen := make(map[string]bool, len(line.Options))
	for i, o := range line.Options {
		switch {
		case o.Value == "":
			return line, fmt.Errorf("options[%d].value must not be empty, got %q", i, o.Value)
		case seen[o.Value]:
			return line, fmt.Errorf("options[%d].value must not stand twice, got %q", i, o.Value)
		}
		seen[o.Value] = true
	}
	if labelled {
		return line, line.readLabel(seen)
	}
	return line, nil
}

// explainJSON says what is wrong with a line in the words of its writer.
func explainJSON(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("is no valid JSON: column %d: %w", syntax.Offset, err)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := kind.Field
		if field == "" {
			return fmt.Errorf("must be an object, got a JSON %s", kind.Value)
		}
		return fmt.Errorf("%s must be a JSON %s, got a %s", field, jsonKind(kind.Type), kind.Value)
	}
	return fmt.Errorf("does not fit: %w", err)
}

// jsonKind is what JSON calls the values of a Go type.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "array"
	case reflect.Struct:
		return "object"
	case reflect.Bool:
		return "true or false"
	default:
		return "string"
	}
}

// readLabel checks the label against the options.
func (l *resolveLine) readLabel(options map[string]bool) error {
	if l.Shortlist == nil {
		return errors.New("must set shortlist for --score; it is [] where nothing is ambiguous")
	}
	if json.Unmarshal(*l.Shortlist, &l.shortlist) != nil {
		return fmt.Errorf("shortlist must be a list of options, got %s", *l.Shortlist)
	}
	if l.Answer != nil && !options[*l.Answer] {
		return fmt.Errorf("answer must be one of the options, got %q", *l.Answer)
	}
	if l.Answer != nil && len(l.shortlist) > 0 {
		return errors.New("may set answer or shortlist, got both")
	}
	for i, name := range l.shortlist {
		if !options[name] {
			return fmt.Errorf("shortlist[%d] must be one of the options, got %q", i, name)
		}
	}
	return nil
}

// question is what the resolver is shown of a line.
func (l *resolveLine) question() resolve.Question {
	q := resolve.Question{Tool: l.Tool, Parameter: l.Parameter, Request: l.Request, Given: *l.Given}
	for _, o := range l.Options {
		q.Values = append(q.Values, tool.Value{Name: o.Value, Meaning: o.Description, Aliases: o.Aliases})
	}
	return q
}

// resolving is the state of one run over lines.
type resolving struct {
	lines  jsonLines
	flags  resolveFlags
	out    *bufio.Writer
	scored []resolvedLine
}

// resolveLines answers line after line.
func resolveLines(cmd *cobra.Command, input io.Reader, name string, flags resolveFlags) error {
	r := resolving{
		lines: jsonLines{name: name, stderr: cmd.ErrOrStderr(), hint: "every line is one JSON object with given and options"},
		flags: flags, out: bufio.NewWriter(cmd.OutOrStdout()),
	}
	if err := r.lines.each(cmd.Context(), input, r.out, r.line); err != nil {
		return err
	}
	return r.finish()
}

// line answers one line.
func (r *resolving) line(text []byte) error {
	line, err := parseResolveLine(text, r.flags.score)
	if err != nil {
		return mistake{err}
	}
	q := line.question()
	result := resolve.Default{}.Rank(q)
	if r.flags.score {
		r.scored = append(r.scored, resolvedLine{id: line.ID, question: q, label: line.resolveLabel, got: result})
		return nil
	}
	a := newResolution(line.ID, result)
	if r.flags.format == formatText {
		_, err = r.out.WriteString(a.text() + "\n")
		return err
	}
	return writeJSON(r.out, a)
}

// finish prints the score, and tells what was left out.
func (r *resolving) finish() error {
	if err := r.lines.empty(); err != nil {
		return err
	}
	if r.flags.score && r.lines.good > 0 {
		if err := printResolveScore(r.out, r.scored, r.flags.format); err != nil {
			return err
		}
	}
	if err := r.out.Flush(); err != nil {
		return err
	}
	return r.lines.skipped()
}
