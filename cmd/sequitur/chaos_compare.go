package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/lab/result"
)

func newChaosCompareCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Put two runs side by side, call by call",
		Long: `Put two runs of chaos side by side: the folders that --out named, for instance
without and with --guard. Calls are paired by tool and arguments; what fared worse
in B is listed. The p-value is McNemar's exact one over the pairs that differ.`,
		Example: "  sequitur chaos compare bare/ guarded/",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := readChaos(args[0])
			if err != nil {
				return err
			}
			b, err := readChaos(args[1])
			if err != nil {
				return err
			}
			c := chaos.Compare(a.Calls, b.Calls)
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), c)
			}
			return tellComparison(cmd.OutOrStdout(), a, b, &c)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// readChaos reads what a run has left in its folder.
func readChaos(folder string) (*chaosResult, error) {
	data, err := os.ReadFile(filepath.Join(folder, "chaos.json"))
	if err != nil {
		return nil, badUsage(err, "give the folders that --out of two runs named")
	}
	var r chaosResult
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, badUsage(fmt.Errorf("%s: chaos.json: %w", folder, err), "it has to be the one that sequitur chaos wrote")
	}
	if r.Plan == "" {
		return nil, badUsage(fmt.Errorf("%s: chaos.json names no plan", folder), "it has to be the one that sequitur chaos wrote")
	}
	return &r, nil
}

func tellComparison(w io.Writer, a, b *chaosResult, c *chaos.Comparison) error {
	var out strings.Builder
	fmt.Fprintf(&out, "A: %s\nB: %s\n", a.title(), b.title())
	if a.Plan != b.Plan || a.Seed != b.Seed {
		out.WriteString("The plans or seeds differ: what differs below may be due to that.\n")
	}
	fmt.Fprintf(&out, "%d calls were made in both, %d in A alone, %d in B alone\n\n", c.Paired, c.OnlyA, c.OnlyB)
	rows := [][]string{{"", "both", "A alone", "B alone", "neither", "p (exact McNemar)"}}
	for _, row := range []struct {
		name  string
		pairs chaos.Pairs
	}{{"answered in the end", c.Answered}, {"right first action", c.Right}} {
		p := row.pairs
		rows = append(rows, []string{
			row.name, fmt.Sprint(p.Both), fmt.Sprint(p.Lost), fmt.Sprint(p.Won), fmt.Sprint(p.Neither),
			fmt.Sprintf("%.3f", result.McNemar(p.Won, p.Lost)),
		})
	}
	writeColumns(&out, rows)
	fmt.Fprintf(&out, "\neffects that happened more than once: %d in A, %d in B\n", c.TwiceA, c.TwiceB)
	fmt.Fprintf(&out, "regressions: %d\n", len(c.Regressions))
	for _, r := range c.Regressions {
		fmt.Fprintf(&out, "  %s with arguments %s: %s\n", r.Tool, r.ArgsHash, r.What)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// title names a run for people.
func (r *chaosResult) title() string {
	guarded := "without the guard"
	if r.Guarded {
		guarded = "with the guard"
	}
	return fmt.Sprintf("plan %q, seed %d, %s", r.Plan, r.Seed, guarded)
}
