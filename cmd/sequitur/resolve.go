package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// resolveFlags are the flags of "resolve".
type resolveFlags struct {
	jsonl, score             bool
	format                   string
	request, tool, parameter string
}

func newResolveCommand() *cobra.Command {
	var flags resolveFlags
	cmd := &cobra.Command{
		Use:   "resolve {GIVEN OPTION... | --jsonl [FILE]}",
		Short: "Say which allowed value was meant by a refused one",
		Long: `Name the one option that was surely meant by a value that is not among them, else
rank at most three, else abstain. A wrong name costs far more than a missing one.

With --jsonl every line is an object with id, tool, parameter, request, given and
options (each with value, and perhaps description and aliases), and the answer is one
object a line: id, named, shortlist and evidence. Without FILE, or with -, it is read
from standard input. A broken line is told and skipped; the exit code is then 1.

With --score the lines also carry answer and shortlist, perhaps hard, lang and kind,
and the figures are printed instead, beside what trivial rules reach.`,
		Example: `  sequitur resolve "Order Counts" order_count net_margin
  sequitur resolve --request "What share of trials became paid?" conversion trial_to_paid_rate visit_to_trial_rate
  sequitur resolve --jsonl questions.jsonl
  sequitur resolve --jsonl --score labelled.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return resolveValues(cmd, args, flags) },
	}
	f := cmd.Flags()
	f.BoolVar(&flags.jsonl, "jsonl", false, "read one object a line")
	f.BoolVar(&flags.score, "score", false, "hold the answers against the lines' labels; needs --jsonl")
	f.StringVar(&flags.format, "format", "", "text or json (default: json for --jsonl without --score, else text)")
	f.StringVar(&flags.request, "request", "", "the user's own request, as evidence; not with --jsonl")
	f.StringVar(&flags.tool, "tool", "", "the tool's name; not with --jsonl")
	f.StringVar(&flags.parameter, "parameter", "", "the parameter's name; not with --jsonl")
	return cmd
}

func resolveValues(cmd *cobra.Command, args []string, flags resolveFlags) error {
	if err := flags.check(args); err != nil {
		return err
	}
	if flags.jsonl {
		input, name, err := openInput(cmd.Context(), cmd.InOrStdin(), args)
		if err != nil {
			return err
		}
		defer input.Close() //nolint:errcheck // it was only read
		return resolveLines(cmd, input, name, flags)
	}
	q := resolve.Question{Tool: flags.tool, Parameter: flags.parameter, Request: flags.request, Given: args[0]}
	for _, option := range args[1:] {
		q.Values = append(q.Values, tool.Value{Name: option})
	}
	a := newResolution("", resolve.Default{}.Rank(q))
	if flags.format == formatJSON {
		return writeJSON(cmd.OutOrStdout(), a)
	}
	_, err := io.WriteString(cmd.OutOrStdout(), a.text())
	return err
}

// check refuses flags that are wrong, alone or together.
func (f *resolveFlags) check(args []string) error {
	switch f.format {
	case "", formatText, formatJSON:
	default:
		return badUsage(fmt.Errorf("--format must be text or json, got %q", f.format), "")
	}
	switch {
	case f.score && !f.jsonl:
		return badUsage(errors.New("--score needs --jsonl"), "labels stand beside the options of each line")
	case f.jsonl && len(args) > 1:
		return badUsage(fmt.Errorf("--jsonl takes one FILE, got %d arguments", len(args)), "leave --jsonl out to resolve one value among options")
	case f.jsonl && f.request+f.tool+f.parameter != "":
		return badUsage(errors.New("--request, --tool and --parameter do not go with --jsonl"), "each line has its own request, tool and parameter")
	case !f.jsonl && len(args) < 2:
		return badUsage(fmt.Errorf("a value and at least one option are needed, got %d arguments", len(args)),
			"sequitur resolve \"Order Counts\" order_count net_margin, or --jsonl FILE")
	}
	return nil
}

// resolution is the answer to one question.
type resolution struct {
	ID        string   `json:"id,omitempty"`
	Named     *string  `json:"named"`
	Shortlist []string `json:"shortlist"`
	Evidence  string   `json:"evidence"`
}

func newResolution(id string, r resolve.Result) resolution {
	a := resolution{ID: id, Shortlist: r.Ranked, Evidence: r.Evidence}
	if r.Named != "" {
		a.Named = &r.Named
	}
	if a.Shortlist == nil {
		a.Shortlist = []string{}
	}
	return a
}

// text is the answer for people. Values are quoted: nothing in them may steer
// the terminal.
func (a resolution) text() string {
	var b strings.Builder
	row := func(name, value string) { fmt.Fprintf(&b, "%-9s  %s\n", name, value) }
	if a.ID != "" {
		row("id", fmt.Sprintf("%q", a.ID))
	}
	switch {
	case a.Named != nil:
		row("named", fmt.Sprintf("%q", *a.Named))
	case len(a.Shortlist) > 0:
		row("shortlist", strings.Trim(fmt.Sprintf("%q", a.Shortlist), "[]"))
	default:
		row("named", "nothing")
	}
	if a.Evidence != "" {
		row("evidence", a.Evidence)
	}
	return b.String()
}
