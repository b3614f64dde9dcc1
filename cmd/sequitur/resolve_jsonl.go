package main

import (
	"bufio"
	"bytes"
	"context"
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

// resolveSession is the state of one run over lines.
type resolveSession struct {
	name   string
	flags  resolveFlags
	out    *bufio.Writer
	stderr io.Writer

	number, good, broken int
	scored               []resolvedLine
}

// resolveLines answers line after line, so that no file is too large. A broken
// line costs only itself.
func resolveLines(cmd *cobra.Command, input io.Reader, name string, flags resolveFlags) error {
	reader := bufio.NewReaderSize(input, 64<<10)
	// One byte is waited for and no more: a pipe may hold a single line for long.
	if _, err := reader.Peek(1); err != nil && !errors.Is(err, io.EOF) {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return badUsage(fmt.Errorf("read %s: %w", name, err), "")
	}
	if head, err := reader.Peek(reader.Buffered()); err == nil && binary(head) {
		return badUsage(fmt.Errorf("%s must be lines of JSON, and holds binary data", name), "decompress it first")
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	s := resolveSession{name: name, flags: flags, out: out, stderr: cmd.ErrOrStderr()}
	for {
		if err := cmd.Context().Err(); err != nil {
			return errors.Join(err, out.Flush())
		}
		text, err := readLine(reader)
		if errors.Is(err, io.EOF) {
			break
		}
		if err := s.line(text, err); err != nil {
			return errors.Join(err, out.Flush())
		}
		if reader.Buffered() > 0 {
			continue
		}
		// Whoever writes line after line into a pipe waits for each answer.
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return s.finish()
}

// line takes the next line, or what was wrong with reading it.
func (s *resolveSession) line(text []byte, err error) error {
	s.number++
	if s.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // Windows begins files with a mark
	}
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var line resolveLine
	if err == nil {
		line, err = parseResolveLine(text, s.flags.score)
	} else if errors.Is(err, context.Canceled) {
		return err
	} else if !errors.Is(err, errHuge) {
		return exitWith(exitFailed, fmt.Errorf("read %s: %w", s.name, err), "")
	}
	if err != nil {
		s.broken++
		_, err = fmt.Fprintf(s.stderr, "sequitur: error: %s:%d: line %v; it is skipped\n", s.name, s.number, err)
		return err
	}
	s.good++
	q := line.question()
	result := resolve.Default{}.Rank(q)
	if s.flags.score {
		s.scored = append(s.scored, resolvedLine{id: line.ID, question: q, label: line.resolveLabel, got: result})
		return nil
	}
	a := newResolution(line.ID, result)
	if s.flags.format == formatText {
		_, err = s.out.WriteString(a.text() + "\n")
		return err
	}
	return writeJSON(s.out, a)
}

// finish prints the score, and tells what was left out.
func (s *resolveSession) finish() error {
	const hint = "every line is one JSON object with given and options"
	switch {
	case s.good+s.broken == 0:
		return badUsage(fmt.Errorf("%s is empty", s.name), hint)
	case s.good == 0:
		return errors.Join(badUsage(fmt.Errorf("%s: none of %d lines could be read", s.name, s.broken), hint), s.out.Flush())
	}
	if s.flags.score {
		if err := printResolveScore(s.out, s.scored, s.flags.format); err != nil {
			return err
		}
	}
	if err := s.out.Flush(); err != nil {
		return err
	}
	if s.broken > 0 {
		return exitWith(exitFailed, fmt.Errorf("%s: %d of %d lines could not be read and were skipped", s.name, s.broken, s.good+s.broken), hint)
	}
	return nil
}
