package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state/sqlite"
)

// newMemoryCommand returns "memory": what is remembered of refused calls.
func newMemoryCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "memory",
		Short: "List or forget the refusals that calls are answered from",
		Long: `A call that drew a definitive refusal is answered from memory for ten minutes,
without asking the server again. With --state that memory is a file, which "mcp"
and "gateway" share and which survives them.`,
		Example: `  sequitur memory list --state state.db
  sequitur memory clear --state state.db --tool refund`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMemoryListCommand(), newMemoryClearCommand())
	return cmd
}

// A remembered refusal, with its key.
type remembered struct {
	key string
	recovery.Refusal
}

func newMemoryListCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:     "list --state FILE",
		Short:   "List the refusals, by tool",
		Example: "  sequitur memory list --state state.db",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withMemory(cmd.Context(), file, func(_ *sqlite.Store, refusals []remembered) error {
				table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				_, _ = fmt.Fprintln(table, "TOOL\tFAULT\tREPEATS\tFORGOTTEN IN")
				for _, r := range refusals {
					_, _ = fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", r.Tool, r.Kind, r.Repeats, time.Until(r.Expires).Round(time.Second))
				}
				return table.Flush() // it keeps the first error of the writes
			})
		},
	}
	cmd.Flags().StringVar(&file, "state", "", "the file of claims and refusals")
	return cmd
}

func newMemoryClearCommand() *cobra.Command {
	var file, tool string
	cmd := &cobra.Command{
		Use:     "clear --state FILE [--tool NAME]",
		Short:   "Forget the refusals, so that the calls are made again",
		Example: "  sequitur memory clear --state state.db --tool refund",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withMemory(cmd.Context(), file, func(store *sqlite.Store, refusals []remembered) error {
				n := 0
				for _, r := range refusals {
					if tool != "" && r.Tool != tool {
						continue
					}
					if err := store.Delete(cmd.Context(), r.key); err != nil {
						return err
					}
					n++
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "forgotten: %d\n", n)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&file, "state", "", "the file of claims and refusals")
	cmd.Flags().StringVar(&tool, "tool", "", "only what this tool refused")
	return cmd
}

// withMemory opens the file and gives what is remembered in it to do.
func withMemory(ctx context.Context, file string, do func(*sqlite.Store, []remembered) error) error {
	if file == "" {
		return badUsage(errors.New("--state is needed"), "it is the file that was given to sequitur mcp or gateway")
	}
	if _, err := os.Stat(file); err != nil {
		return badFile(fmt.Errorf("state file: %w", err), "sequitur mcp --state FILE makes one")
	}
	store, err := sqlite.Open(ctx, file, nil)
	if err != nil {
		return badFile(err, "it is a file that sequitur mcp or gateway has made")
	}
	defer func() { _ = store.Close() }()
	entries, err := store.List(ctx, "refusal/")
	if err != nil {
		return err
	}
	var refusals []remembered
	for _, e := range entries {
		refusal, err := recovery.DecodeRefusal(e.Value)
		if err != nil {
			continue // another program's
		}
		refusals = append(refusals, remembered{e.Key, refusal})
	}
	slices.SortFunc(refusals, func(a, b remembered) int {
		return cmp.Or(cmp.Compare(a.Tool, b.Tool), a.Expires.Compare(b.Expires))
	})
	return do(store, refusals)
}
