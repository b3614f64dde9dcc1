package config

import (
	"fmt"
	"strings"
)

// A Problem is one mistake in a file.
type Problem struct { //nolint:errname // the word of the command line; a list of them is the error
	File         string
	Line, Column int
	// Path is the key's path ("tools.get_order.timeout"), "" for the file.
	Path string
	// Text says which rule is broken, and by which value.
	Text string
	Hint string
}

// Error returns place, path, rule and value in one line.
func (p Problem) Error() string {
	place := p.File
	if p.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	if p.Path == "" {
		return place + ": " + p.Text
	}
	return place + ": " + p.Path + " " + p.Text
}

// Problems are all mistakes of a file, in its order.
type Problems []Problem //nolint:errname // reads better than its singular with an ending

// Error returns one line for each mistake.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Error()
	}
	return strings.Join(lines, "\n")
}
