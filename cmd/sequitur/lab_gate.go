package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/lab"
)

func newLabGateCommand() *cobra.Command {
	var require []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "gate DIR|RESULT.json --require EXPRESSION",
		Short: "Hold a result against thresholds",
		Long: `Hold a result against thresholds. An expression is METRIC[ARM,FAULT] OP NUMBER;
after the fault, round=N or framework=NAME may follow. OP is >=, <=, >, < or ==.

Exit code 0: all passed. 4: a threshold is missed. 5: inconclusive, which is a
measured figure that misses a threshold that its interval reaches, or a figure
that was not measured.`,
		Example: `  sequitur lab gate runs/wording --require "success[guard,bad-args]>=0.7"
  sequitur lab gate result.json --require "success[guard,transient]>=95%" --require "backend_calls[guard,fatal]<=1"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return labGate(cmd.OutOrStdout(), args[0], require, asJSON)
		},
	}
	cmd.Flags().StringArrayVar(&require, "require", nil, "a threshold; may be given several times")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func labGate(w io.Writer, file string, require []string, asJSON bool) error {
	if len(require) == 0 {
		return badUsage(fmt.Errorf("--require is missing"), `for instance --require "success[guard,transient]>=0.95"`)
	}
	requirements := make([]lab.Requirement, len(require))
	for i, text := range require {
		r, err := lab.ParseRequirement(text)
		if err != nil {
			return badUsage(err, `an expression is METRIC[ARM,FAULT]>=NUMBER, such as success[guard,transient]>=0.95`)
		}
		requirements[i] = r
	}
	r, err := readLabResult(file)
	if err != nil {
		return err
	}
	results, err := lab.Gate(r, requirements)
	if err != nil {
		return badFile(fmt.Errorf("%s: %w", file, err), "name a cell that is in the result")
	}
	if err := printGate(w, results, asJSON); err != nil {
		return err
	}
	return gateVerdict(results)
}

func printGate(w io.Writer, results []lab.GateResult, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(results)
	}
	for _, r := range results {
		measured := "not measured"
		if r.Value != nil {
			measured = fmt.Sprintf("%.4g", *r.Value)
		}
		if r.Interval != nil {
			measured += fmt.Sprintf(" [%.4g, %.4g]", r.Interval[0], r.Interval[1])
		}
		size := fmt.Sprintf("n = %d", r.N)
		if r.Independent != nil && *r.Independent < float64(r.N) {
			size += fmt.Sprintf(", worth %.3g independent", *r.Independent)
		}
		if _, err := fmt.Fprintf(w, "%-12s %s: %s, %s (%s): %s\n", r.State, r.Requirement, measured, size, r.Cell, r.Why); err != nil {
			return err
		}
	}
	return nil
}

// gateVerdict is the error of the whole gate: a missed threshold outweighs an
// inconclusive one.
func gateVerdict(results []lab.GateResult) error {
	missed, inconclusive := 0, 0
	for _, r := range results {
		switch r.State {
		case lab.GateMissed:
			missed++
		case lab.GateInconclusive:
			inconclusive++
		case lab.GatePassed:
		}
	}
	switch {
	case missed > 0:
		return exitWith(exitThreshold, fmt.Errorf("%d of %d thresholds are missed", missed, len(results)), "")
	case inconclusive > 0:
		return exitWith(exitInconclusive, fmt.Errorf("%d of %d thresholds are inconclusive", inconclusive, len(results)), "more independent trials decide: more --runs on a real model, or more tasks")
	}
	return nil
}
