package report

import (
	"fmt"
	"io"
	"time"
)

// Progress writes one line that is overwritten as a run goes on. It has no
// clock: the caller says how long the rest will take.
type Progress struct {
	W io.Writer
	// Terminal says that W is one. Elsewhere nothing is written.
	Terminal bool
	// Width of the terminal; 0 is [DefaultWidth].
	Width int
	last  string
}

// Show writes how far a run is. A time left of 0 is not known.
func (p *Progress) Show(name string, done, total int, left time.Duration) {
	if !p.Terminal || total <= 0 {
		return
	}
	line := fmt.Sprintf("%s: %d of %d", printable(name), done, total)
	if left > 0 && done < total {
		line += ", about " + max(left.Round(time.Second), time.Second).String() + " left"
	}
	columns := p.Width
	if columns <= 0 {
		columns = DefaultWidth
	}
	line = clip(line, columns-1)
	if line == p.last {
		return
	}
	p.last = line
	_, _ = io.WriteString(p.W, "\r\x1b[K"+line) // a lost line of progress harms nothing
}

// Clear takes the line away.
func (p *Progress) Clear() {
	if p.last == "" {
		return
	}
	p.last = ""
	_, _ = io.WriteString(p.W, "\r\x1b[K") // a lost line of progress harms nothing
}
