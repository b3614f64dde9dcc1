package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

// A prompt asks a person, where there is one.
type prompt struct {
	in     *bufio.Scanner
	out    io.Writer
	person bool
}

// newPrompt asks on a terminal only: what comes from a pipe answers nothing.
func newPrompt(in io.Reader, out io.Writer) *prompt {
	file, ok := in.(*os.File)
	return &prompt{in: bufio.NewScanner(in), out: out, person: ok && isCharDevice(file)}
}

// ask returns the first letter of the answer, in lower case; "" for none, and
// false where nobody is there any more.
func (p *prompt) ask(question string) (string, bool) {
	if _, err := fmt.Fprint(p.out, question); err != nil || !p.in.Scan() {
		return "", false
	}
	answer := strings.ToLower(strings.TrimSpace(p.in.Text()))
	return answer[:min(len(answer), 1)], true
}
