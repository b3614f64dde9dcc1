package main

import (
	"path/filepath"

	"github.com/spf13/cobra"
)

func newLabReportCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "report DIR",
		Short:   "Print a run's report, and write its files again",
		Example: "  sequitur lab report runs/wording",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := readLabResult(filepath.Join(args[0], resultFile))
			if err != nil {
				return err
			}
			if err := writeLabReports(args[0], r); err != nil {
				return err
			}
			return printLabResult(cmd.OutOrStdout(), r, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print result.json instead of the report")
	return cmd
}
