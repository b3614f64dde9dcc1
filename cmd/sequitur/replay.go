package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/report"
)

type replayFlags struct {
	format, config string
	asJSON, lines  bool
}

func newReplayCommand() *cobra.Command {
	var flags replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE|DIR…",
		Short: "Try a policy on recorded faults: what a guard would have done, and at what cost",
		Long: `Try a policy on recorded faults. Nothing is called: each recorded fault is given to
the policy, and what it decides is counted, with the calls and the waits that it
would have added, and what it would have saved.

What a retry would have given is known only where the agent made the same call
again by itself; elsewhere it is counted as not recorded, with the least and the
most calls that the policy would have made. Waits are expected values (the middle
of the jitter). Budgets and breakers are left out: they depend on other traffic.`,
		Example: `  sequitur replay traces/ --config policy.yaml
  sequitur replay session.jsonl --lines | jq 'select(.would=="retry")'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runReplay(cmd, args, &flags) },
	}
	cmd.Flags().StringVar(&flags.format, "format", formatAuto, "the recordings' format")
	cmd.Flags().StringVar(&flags.config, "config", "", "the policy file to try; without it, the preset")
	cmd.Flags().BoolVar(&flags.lines, "lines", false, "print one JSON line for each fault instead of the sums")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print the sums as JSON")
	return cmd
}

func runReplay(cmd *cobra.Command, args []string, flags *replayFlags) error {
	setup, err := newAuditSetup("refined", flags.config)
	if err != nil {
		return err
	}
	files, found, err := recordings(args)
	if err != nil {
		return badUsage(err, "give files or folders of recorded runs")
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	out := bufio.NewWriter(cmd.OutOrStdout())
	replay := audit.Replay{Policy: setup.policy, Judge: setup.judge, Renderer: setup.renderer}
	unknown := 0
	for _, file := range files {
		if ctx.Err() != nil {
			return interrupted(ctx)
		}
		err := replayFile(&replay, file, flags, out, cmd.ErrOrStderr())
		switch {
		case err == nil:
		case isUnknown(err) && found[file]:
			unknown++
		default:
			return badUsage(err, recordingHint)
		}
	}
	sums := replay.Report()
	if sums.Runs == 0 {
		return errNoRun(unknown)
	}
	if !flags.lines {
		if err := printReplay(out, &sums, flags.asJSON, columns(cmd.OutOrStdout())); err != nil {
			return err
		}
	}
	return out.Flush()
}

func replayFile(replay *audit.Replay, file string, flags *replayFlags, out, stderr io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for t, err := range openRecording(file, flags.format) {
		if broken, ok := isBroken(err); ok {
			_, _ = fmt.Fprintf(stderr, "sequitur: warning: skipped %s\n", broken.Error()) // there is nowhere left to tell a failure
			continue
		}
		if err != nil {
			return err
		}
		var failed error
		for _, one := range replay.Add(t) {
			if flags.lines {
				failed = errors.Join(failed, encoder.Encode(one))
			}
		}
		if failed != nil {
			return failed
		}
	}
	return nil
}

func printReplay(w io.Writer, r *audit.ReplayReport, asJSON bool, width int) error {
	if asJSON {
		return writeJSON(w, r)
	}
	document := report.AuditReplay(r)
	return report.WriteText(w, &document, width)
}
