package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/chaos"
)

func newChaosListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "Name the plans that need no file",
		Example: "  sequitur chaos list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range chaos.Presets() {
				plan, err := chaos.Preset(name)
				if err != nil {
					return err
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%-12s %s\n", name, plan.About); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func newChaosShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "show PRESET",
		Short:     "Print a plan as a file to begin with",
		Example:   "  sequitur chaos show four-states > plan.yaml",
		Args:      cobra.ExactArgs(1),
		ValidArgs: chaos.Presets(),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := chaos.PresetText(args[0])
			if err != nil {
				return usageOf(err)
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
}
