package feedback

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sequitur-go/sequitur/fault"
)

// Templates are the sentences that messages are made of, in profiles.
//
// A profile is a folder "en/NAME" or "zh/NAME" of files with the ending
// ".tmpl": one per fault kind, "common.tmpl" for what is said of several, and
// "words.tmpl" for parts of sentences. A file has sections for the situations:
//
//	# A comment.
//	[named]
//	{given} is not {noun}.
//	| The {parameter} is not valid.
//	> Call {tool} again with {call}.
//
// Each line is a sentence. One of which a value in braces is not known is left
// out; then a line with "|" stands in for it. ">" marks the next step. What a
// profile lacks comes from the default one of its language.
type Templates struct {
	profiles map[string]profile // by "en/default"
}

// A profile holds sections by "file/section".
type profile map[string]section

// A section is the sentences of one situation.
type section struct {
	lines []line
}

// A line is one sentence.
type line struct {
	parts       []string // text and placeholder in turns, text first
	next        bool     // it is the next step
	alternative bool     // it stands in for the line before
}

const (
	defaultProfile = "default"
	commonFile     = "common"
	wordsFile      = "words"
)

//go:embed templates
var embedded embed.FS

// builtinTable is the templates that come with the package.
var builtinTable = sync.OnceValues(func() (*Templates, error) {
	sub, err := fs.Sub(embedded, "templates")
	if err != nil {
		return nil, fmt.Errorf("built-in templates: %w", err)
	}
	t := &Templates{profiles: map[string]profile{}}
	return t, t.read(sub)
})

// Load reads a team's own profiles and adds them to the built-in ones. The
// error names every place that is wrong.
func Load(fsys fs.FS) (*Templates, error) {
	builtin, err := builtinTable()
	if err != nil {
		return nil, err
	}
	t := &Templates{profiles: maps.Clone(builtin.profiles)}
	if err := t.read(fsys); err != nil {
		return nil, err
	}
	return t, nil
}

// read adds the profiles of a file system.
func (t *Templates) read(fsys fs.FS) error {
	files, err := fs.Glob(fsys, "*/*/*.tmpl")
	if err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	if len(files) == 0 {
		return errors.New("templates: no file matches LANGUAGE/PROFILE/*.tmpl")
	}
	own := map[string]profile{}
	var bad []error
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			bad = append(bad, fmt.Errorf("templates: %w", err))
			continue
		}
		folder, name := path.Dir(file), strings.TrimSuffix(path.Base(file), ".tmpl")
		if language := path.Dir(folder); !slices.Contains(languageNames[:], language) {
			bad = append(bad, fmt.Errorf("templates: %s: language must be one of %v, got %q", file, languageNames, language))
			continue
		}
		if own[folder] == nil {
			own[folder] = profile{}
		}
		bad = append(bad, own[folder].parse(file, name, string(data))...)
	}
	maps.Copy(t.profiles, own)
	return errors.Join(bad...)
}

// parse adds the sections of one file.
func (p profile) parse(file, name, text string) []error {
	var bad []error
	report := func(n int, format string, args ...any) {
		bad = append(bad, fmt.Errorf("templates: %s:%d: "+format, append([]any{file, n + 1}, args...)...))
	}
	known, ok := situationsOf(name)
	if !ok {
		report(0, "no fault kind, %q or %q is called %q", commonFile, wordsFile, name)
		return bad
	}
	current := ""
	for n, text := range strings.Split(text, "\n") {
		text = strings.TrimSpace(text)
		switch {
		case text == "" || text[0] == '#':
		case text[0] == '[' && text[len(text)-1] == ']':
			current = text[1 : len(text)-1]
			if !slices.Contains(known, current) {
				report(n, "unknown situation %q: must be one of %s", current, strings.Join(known, ", "))
			}
			p[name+"/"+current] = section{}
		case current == "":
			report(n, "a sentence before the first [situation]")
		default:
			l, err := parseLine(text)
			if err != nil {
				report(n, "%w", err)
				continue
			}
			s := p[name+"/"+current]
			if l.alternative && len(s.lines) == 0 {
				report(n, "an alternative without a sentence before it")
			}
			s.lines = append(s.lines, l)
			p[name+"/"+current] = s
		}
	}
	return bad
}

// parseLine reads one sentence.
func parseLine(text string) (line, error) {
	var l line
	for text != "" && (text[0] == '>' || text[0] == '|') {
		l.next = l.next || text[0] == '>'
		l.alternative = l.alternative || text[0] == '|'
		text = strings.TrimSpace(text[1:])
	}
	for {
		before, rest, ok := strings.Cut(text, "{")
		l.parts = append(l.parts, strings.ReplaceAll(before, `\n`, "\n"))
		if !ok {
			return l, nil
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return line{}, fmt.Errorf("a brace is not closed in %q", text)
		}
		if !slices.Contains(placeholderNames, name) {
			return line{}, fmt.Errorf("unknown value {%s}: must be one of %s", name, strings.Join(placeholderNames, ", "))
		}
		l.parts = append(l.parts, name)
		text = after
	}
}

// fill returns the sentence, and whether all its values are known.
func (l line) fill(values map[string]string) (string, bool) {
	var b strings.Builder
	for i, part := range l.parts {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		value := values[part]
		if value == "" {
			return "", false
		}
		b.WriteString(value)
	}
	return b.String(), true
}

// fill returns the section's sentences of the message and of the next step.
func (s section) fill(values map[string]string) (message, next []string) {
	done := true
	for _, l := range s.lines {
		if l.alternative && done {
			continue
		}
		var text string
		if text, done = l.fill(values); !done {
			continue
		}
		if l.next {
			next = append(next, text)
		} else {
			message = append(message, text)
		}
	}
	return message, next
}

// section finds a situation's sentences in a profile, else in the default one.
func (t *Templates) section(language Language, name, file, situation string) section {
	for _, name := range [...]string{cmp.Or(name, defaultProfile), defaultProfile} {
		if s, ok := t.profiles[language.folder()+"/"+name][file+"/"+situation]; ok {
			return s
		}
	}
	return section{}
}

// situationsOf returns the sections that a file may have.
func situationsOf(file string) ([]string, bool) {
	switch file {
	case commonFile:
		return commonNames, true
	case wordsFile:
		return wordNames(), true
	}
	kind, err := fault.ParseKind(file)
	if err != nil || kind == fault.OK {
		return nil, false
	}
	return situations(kind), true
}

// situations returns the situations that a kind's messages are written for.
func situations(k fault.Kind) []string {
	if own, ok := situationTable[k]; ok {
		return own
	}
	return []string{"failed"}
}

// situationTable holds the situations of the kinds that have several.
var situationTable = map[fault.Kind][]string{
	fault.InvalidArgument: {"named", "shortlist", "list", "lookup", "none", "rule", "unknown_parameter", "plain"},
	fault.MissingArgument: {"list", "missing"},
	fault.UnknownTool:     {"named", "shortlist", "list", "plain"},
	fault.Conflict:        {"failed", "locked"},
	fault.ExecutionFailed: {"failed", "output"},
}

// commonNames are the situations that several kinds share.
var commonNames = []string{
	"unknown_outcome", "verify_failed", "done", "done_unread", "not_done", "may_have", "root_retry", "root_ask",
	"repeat", "repeat_again", "repeat_final", "later", "escalated", "also", "also_missing",
	"ask_again", "stand_in", "stale",
}

// wordNames are the parts of sentences: what happened, by kind, and how long
// to wait.
func wordNames() []string {
	names := []string{"moment", "minutes", "hour", "hours", "days", "more", "or", "record", "data", "tool"}
	for _, k := range fault.Kinds() {
		names = append(names, k.String())
	}
	return names
}

// placeholderNames are the values that a sentence may hold.
var placeholderNames = []string{
	"tool", "cause", "parameter", "noun", "given", "call", "request", "list", "choices", "want", "type", "example", "subject",
	"target", "read_target", "detail", "standin", "since", "verify", "verifier", "lookup", "parts", "root_parameter", "root_tool", "root_cause",
	"wait", "output", "others", "bad_tool", "number",
}
