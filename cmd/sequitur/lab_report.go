package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/lab"
)

func newLabReportCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "report DIR",
		Short:   "Print a run's report, and write its files again",
		Example: "  sequitur lab report runs/wording",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := filepath.Join(args[0], "result.json")
			data, err := os.ReadFile(name)
			if err != nil {
				return badFile(err, "give the folder of a run; one that was killed is finished by --resume")
			}
			var summary lab.Summary
			if err := json.Unmarshal(data, &summary); err != nil {
				return badFile(fmt.Errorf("%s: not a result: %w", name, err), "sequitur lab run --resume writes it again")
			}
			if err := writeLabReports(args[0], &summary); err != nil {
				return err
			}
			return printLabSummary(cmd.OutOrStdout(), &summary, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print result.json instead of the report")
	return cmd
}
