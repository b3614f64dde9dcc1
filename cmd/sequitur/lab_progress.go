package main

import (
	"io"
	"time"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/report"
)

// labProgress tells on a terminal how far a run is.
type labProgress struct {
	line  report.Progress
	shown time.Time
}

func newLabProgress(w io.Writer) *labProgress {
	return &labProgress{line: report.Progress{W: w, Terminal: isTerminal(w), Width: columns(w)}}
}

// show is the run's callback. It writes a few lines a second, however fast
// trials are.
func (p *labProgress) show(at lab.Progress) {
	const every = 200 * time.Millisecond
	if now := time.Now(); now.Sub(p.shown) >= every {
		p.shown = now
		p.line.Show(at.Experiment, at.Done, at.Total, at.Left)
	}
}

func (p *labProgress) clear() { p.line.Clear() }
