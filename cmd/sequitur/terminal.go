package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// isTerminal says whether w is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// unlimited is the width of what is no terminal: nobody wraps a file.
const unlimited = 1 << 20

// columns is how many cells a line of w has.
func columns(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return unlimited
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0 // the report's own default
	}
	return width
}
