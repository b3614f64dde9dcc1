package main

import (
	"github.com/spf13/cobra"
)

// newJudgeCommand returns "judge": look at the judge itself.
func newJudgeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "judge",
		Short: "Measure the judge against hand labels, print its rubrics",
		Example: `  sequitur judge score --labels episodes.jsonl trajectories.jsonl
  sequitur judge rubric refined > mine.yaml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newJudgeScoreCommand(), newJudgeRubricCommand())
	return cmd
}
