package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/frameworks"
)

// newLabFrameworksCommand returns "lab frameworks": the agents in Python.
func newLabFrameworksCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "frameworks",
		Short: "Install, list and run agent frameworks",
		Example: `  sequitur lab frameworks list
  sequitur lab frameworks install openai_agents langgraph`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newFrameworksListCommand(), newFrameworksInstallCommand(), newFrameworksRunCommand())
	return cmd
}

func newFrameworksListCommand() *cobra.Command {
	var in frameworks.Installer
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the frameworks, their pinned releases, and which are installed",
		Example: "  sequitur lab frameworks list",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return frameworksList(cmd.OutOrStdout(), &in, asJSON) },
	}
	cmd.Flags().StringVar(&in.Dir, "dir", "", "the folder of the environments (default: in the user's cache)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func frameworksList(w io.Writer, in *frameworks.Installer, asJSON bool) error {
	type listed struct {
		Name      string `json:"name"`
		Title     string `json:"title"`
		Version   string `json:"version"`
		Megabytes int    `json:"megabytes"`
		Installed bool   `json:"installed"`
	}
	var list []listed
	for _, f := range frameworks.List() {
		list = append(list, listed{f.Name, f.Title, f.Version, f.Megabytes, in.Installed(f)})
	}
	if asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(list)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range list {
		state := "not installed"
		if f.Installed {
			state = "installed"
		}
		if _, err := fmt.Fprintf(table, "%s\t%s %s\tabout %d MB\t%s\n", f.Name, f.Title, f.Version, f.Megabytes, state); err != nil {
			return err
		}
	}
	return table.Flush()
}

func newFrameworksInstallCommand() *cobra.Command {
	var in frameworks.Installer
	cmd := &cobra.Command{
		Use:   "install [NAME…]",
		Short: "Install frameworks, each in a Python environment of its own",
		Long: `Install the named frameworks, or all, each in a virtual environment of its own
under the user's cache. All packages are pinned, and checked by their hashes. uv
is used where it is there, else pip. What is installed already is left alone, so
that an interrupted installation can be gone on with.`,
		Example: `  sequitur lab frameworks install
  sequitur lab frameworks install openai_agents langgraph`,
		ValidArgs: frameworks.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			return frameworksInstall(cmd, &in, args)
		},
	}
	cmd.Flags().StringVar(&in.Dir, "dir", "", "the folder of the environments (default: in the user's cache)")
	cmd.Flags().StringVar(&in.Python, "python", "", "the interpreter to use, 3.11 or newer (default: looked for)")
	return cmd
}

func frameworksInstall(cmd *cobra.Command, in *frameworks.Installer, names []string) error {
	if len(names) == 0 {
		names = frameworks.Names()
	}
	var chosen []frameworks.Framework
	for _, name := range names {
		f, err := frameworks.Lookup(name)
		if err != nil {
			return badUsage(err, "sequitur lab frameworks list shows them")
		}
		chosen = append(chosen, f)
	}
	// Progress is told as it happens, and nobody reads it as a result.
	tell := func(text string) { _, _ = fmt.Fprintln(cmd.ErrOrStderr(), text) }
	tell(installCost(in, chosen))
	for i, f := range chosen {
		in.Tell = func(step string) { tell(fmt.Sprintf("[%d/%d] %s", i+1, len(chosen), step)) }
		if err := in.Install(cmd.Context(), f); err != nil {
			return exitWith(exitFailed, err, "what is whole stays: the same command goes on from here")
		}
	}
	return nil
}

// installCost says what is about to be spent.
func installCost(in *frameworks.Installer, chosen []frameworks.Framework) string {
	count, megabytes, seconds := 0, 0, 0
	for _, f := range chosen {
		if !in.Installed(f) {
			count++
			megabytes += f.Megabytes
			seconds += f.Seconds
		}
	}
	if count == 0 {
		return "all of them are installed"
	}
	place := cmp.Or(in.Dir, "the user's cache")
	return fmt.Sprintf("%d to install: about %d MB in %s, about %d s with uv and a fast network (several times that with pip)",
		count, megabytes, place, seconds)
}
