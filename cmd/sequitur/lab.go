package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/result"
)

// newLabCommand returns "lab": measure what a tool layer does for a model.
func newLabCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Measure what strategies, wordings and the guard do for a model",
		Long: `Repeat published measurements on tool faults with a scripted model (offline) or
with your own, and compare strategies, wordings and the guard by success and by
cost.`,
		Example: `  sequitur lab list
  sequitur lab run wording
  sequitur lab run wording --model ollama:qwen2.5:7b --runs 20
  sequitur lab gate runs/wording/result.json --require "success[guard,bad-args]>=0.7"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newLabListCommand(), newLabShowCommand(), newLabSchemaCommand(), newLabRunCommand(), newLabReportCommand(), newLabGateCommand(), newLabFrameworksCommand())
	return cmd
}

func newLabListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the experiments and the scripted models",
		Example: "  sequitur lab list",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return labList(cmd, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// listed is one line of the list.
type listed struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

func labList(cmd *cobra.Command, asJSON bool) error {
	var list struct {
		Experiments []listed `json:"experiments"`
		Models      []listed `json:"scripted_models"`
	}
	for _, name := range lab.Names() {
		e, err := lab.Lookup(name)
		if err != nil {
			return err
		}
		list.Experiments = append(list.Experiments, listed{name, e.Title})
	}
	for _, name := range model.ScriptedNames() {
		list.Models = append(list.Models, listed{"scripted:" + name, model.ScriptedAbout(name)})
	}
	if asJSON {
		encoder := json.NewEncoder(cmd.OutOrStdout())
		encoder.SetIndent("", "  ")
		return encoder.Encode(list)
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, group := range [][]listed{list.Experiments, {{}}, list.Models} {
		for _, each := range group {
			if _, err := fmt.Fprintf(w, "%s\t%s\n", each.Name, each.Title); err != nil {
				return err
			}
		}
	}
	return w.Flush()
}

func newLabShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "show NAME",
		Short:     "Print an experiment's file, to be copied and edited",
		Example:   "  sequitur lab show wording > mine.yaml",
		Args:      cobra.ExactArgs(1),
		ValidArgs: lab.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := lab.Source(args[0])
			if err != nil {
				return badUsage(err, "sequitur lab list shows them")
			}
			_, err = cmd.OutOrStdout().Write(data)
			return err
		},
	}
}

func newLabSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of result.json",
		Example: "  sequitur lab schema > result.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(result.Schema())
			return err
		},
	}
}
