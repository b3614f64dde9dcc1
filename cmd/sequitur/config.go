package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/recovery"
)

// newConfigCommand returns "config": look at a policy file.
func newConfigCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check a policy file, show what is in force, print its schema",
		Example: `  sequitur config check policy.yaml
  sequitur config show policy.yaml
  sequitur config schema > policy.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newConfigCheckCommand(), newConfigShowCommand(), newConfigSchemaCommand())
	return cmd
}

func newConfigCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "check FILE",
		Short:   "Tell every mistake of a policy file, with its place; exit code 3 if there is one",
		Example: "  sequitur config check policy.yaml",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := readPolicy(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is sound: tools %d, rules %d\n", args[0], len(file.Tools), len(file.Rules()))
			return err
		},
	}
}

func newConfigShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show [FILE]",
		Short:   "Print the policy in force: the file over the preset, or the preset alone",
		Example: "  sequitur config show > policy.yaml\n  sequitur config show policy.yaml",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var file config.File
			if len(args) == 1 {
				var err error
				if file, err = readPolicy(args[0]); err != nil {
					return err
				}
			}
			_, err := cmd.OutOrStdout().Write(file.Effective(recovery.Default()).Show())
			return err
		},
	}
}

func newConfigSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of the policy file, for editors",
		Example: "  sequitur config schema > policy.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			schema, err := config.Schema()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(schema)
			return err
		},
	}
}
