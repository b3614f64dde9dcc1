package config

import (
	"cmp"
	"errors"
	"reflect"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Parse reads the text of a policy file; name stands in messages. A non-nil
// error is a [Problems].
func Parse(name string, text []byte) (File, error) {
	var file File
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return File{}, Problems{syntax(name, err)}
	}
	d := decoder{file: name, at: map[string]ast.Node{}}
	switch {
	case len(tree.Docs) > 1 && tree.Docs[1].Body != nil:
		d.problem(tree.Docs[1].Body, "", "keep one", "must hold one document, got several")
	case len(tree.Docs) == 0 || tree.Docs[0].Body == nil:
		d.problem(nil, "", "write at least policy: or tools:", "must not be empty")
	default:
		d.decode(tree.Docs[0].Body, reflect.ValueOf(&file).Elem(), "")
		d.check(file)
	}
	if len(d.problems) > 0 {
		slices.SortStableFunc(d.problems, func(a, b Problem) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return File{}, d.problems
	}
	return file, nil
}

// syntax makes a problem of the YAML library's error: what it says in one line,
// and where.
func syntax(name string, err error) Problem {
	p := Problem{File: name, Text: "is no valid YAML"}
	if at, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		p.Text += ": " + at.Message
		if at.Token != nil && at.Token.Position != nil {
			p.Line, p.Column = at.Token.Position.Line, at.Token.Position.Column
		}
	}
	return p
}
