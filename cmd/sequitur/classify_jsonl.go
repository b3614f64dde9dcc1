package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/internal/score"
)

// classifying is the state of one run over lines.
type classifying struct {
	lines  jsonLines
	engine *engine
	flags  classifyFlags
	out    *bufio.Writer
	scored []score.Line
}

// classifyLines answers line after line.
func classifyLines(cmd *cobra.Command, e *engine, input io.Reader, name string, flags classifyFlags) error {
	c := classifying{
		lines:  jsonLines{name: name, stderr: cmd.ErrOrStderr(), hint: "every line is one JSON object with channel and payload"},
		engine: e, flags: flags, out: bufio.NewWriter(cmd.OutOrStdout()),
	}
	if err := c.lines.each(cmd.Context(), input, c.out, c.line); err != nil {
		return err
	}
	return c.finish()
}

// line answers one line.
func (c *classifying) line(text []byte) error {
	line, err := parseLine(text)
	if err != nil {
		return mistake{err}
	}
	failure := line.failure()
	answer, f := c.engine.answer(failure)
	switch {
	case c.flags.score:
		scored, err := scoreLine(line, failure, f, answer.Message)
		if err != nil {
			return badFile(fmt.Errorf("%s:%d: label %w", c.lines.name, c.lines.number, err), "sequitur classify --help names the keys of a line")
		}
		c.scored = append(c.scored, scored)
		return nil
	case c.flags.format == formatText:
		_, err = c.out.WriteString(answer.text() + "\n")
		return err
	default:
		return writeJSON(c.out, answer)
	}
}

// finish prints the score, and tells what was left out.
func (c *classifying) finish() error {
	if err := c.lines.empty(); err != nil {
		return err
	}
	var missed error
	if c.flags.score {
		report := score.Tally(c.scored)
		if err := printScore(c.out, report, c.flags.format); err != nil {
			return err
		}
		missed = c.flags.threshold(report)
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	if err := c.lines.skipped(); err != nil {
		return err
	}
	return missed
}
