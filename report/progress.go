package report

import (
	"fmt"
	"io"
	"time"
)

// Progress writes one line that is overwritten as a run goes on. It has no
// clock: the caller says how long the run has taken.
type Progress struct {
	W io.Writer
	// Terminal says that W is one. Elsewhere nothing is written.
	Terminal bool
	// Width of the terminal; 0 is [DefaultWidth].
	Width int
	last  string
}

// Show writes how far a run is. The first trials say little about the rest, so
// no time left is given before the first is done.
func (p *Progress) Show(name string, done, total int, elapsed time.Duration) {
	if !p.Terminal || total <= 0 {
		return
	}
	line := fmt.Sprintf("%s: %d of %d", printable(name), done, total)
	if left, ok := timeLeft(done, total, elapsed); ok {
		line += ", about " + left.String() + " left"
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

func timeLeft(done, total int, elapsed time.Duration) (time.Duration, bool) {
	if done <= 0 || done >= total {
		return 0, false
	}
	each := elapsed.Seconds() / float64(done)
	left := time.Duration(each * float64(total-done) * float64(time.Second))
	return max(left.Round(time.Second), time.Second), true
}
