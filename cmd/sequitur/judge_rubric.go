package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/internal/rubric"
	"github.com/sequitur-go/sequitur/judge"
)

func newJudgeRubricCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rubric published|refined|FILE",
		Short: "Print a rubric as YAML: a start for one's own",
		Long: `Print a rubric as YAML, with its hash. The rules are tried in order, and the first
that fits decides. A rubric of one's own is given to "sequitur audit --rubric FILE".`,
		Example:   "  sequitur judge rubric refined > mine.yaml\n  sequitur judge rubric mine.yaml",
		ValidArgs: []string{"published", "refined"},
		Args:      cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := readRubric(args[0])
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(cmd.OutOrStdout(), "# %s, hash %s\n", r.Name, r.Hash()); err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), rubric.Format(r))
			return err
		},
	}
}

// readRubric returns a built-in rubric by its name, or that of a file.
func readRubric(name string) (*judge.Rubric, error) {
	switch name {
	case "published":
		return judge.Published(), nil
	case "refined":
		return judge.Refined(), nil
	}
	r, err := rubric.Read(name)
	if err != nil {
		return nil, badFile(err, "sequitur judge rubric refined prints one to start from")
	}
	return r, nil
}
