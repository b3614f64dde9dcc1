package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/report"
)

// auditFlags are the flags of an audit.
type auditFlags struct {
	format, rubric, tools, out, gate string
	asJSON                           bool
}

func newAuditCommand() *cobra.Command {
	var flags auditFlags
	cmd := &cobra.Command{
		Use:   "audit FILE|DIR…",
		Short: "Judge the first action after each fault in recorded trajectories",
		Long: `Judge the first action after each fault in recorded trajectories of any agent.

Files are recognised by their contents, also compressed ones; in a folder, files
that are no recording are counted and left out. A name of - is the standard input.
Rules decide, not a model.

--tools takes a policy file: its tools' effects and rules stand before what the
recording says. --out writes findings.jsonl (one line for each fault), audit.json,
report.md, report.html, junit.xml and findings.sarif into a folder.

--gate takes thresholds, such as "match>=0.8,repeat<=0.02" or "match[timeout]>=70%".
Metrics: match, acceptable, mismatch (of a kind, or of all faults that reached
the model), repeat (identical repeats after faults that do not pass), invented,
faults, trace, sensitive, duplicate.

Exit codes: 0 done, 1 failed, 2 a wrong command line or no recording, 3 a bad
rubric or tools file, 4 a threshold is missed, 5 inconclusive, 130 interrupted.

Formats:` + formatNames(),
		Example: `  sequitur audit session.jsonl
  sequitur audit traces/ --rubric refined --out audit/
  zcat sessions.jsonl.gz | sequitur audit -
  sequitur audit traces/ --gate "match>=0.8,repeat<=0.02" --tools policy.yaml`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runAudit(cmd, args, &flags) },
	}
	cmd.Flags().StringVar(&flags.format, "format", formatAuto, "the recordings' format")
	cmd.Flags().StringVar(&flags.rubric, "rubric", "refined", "published, refined, or a file of one's own")
	cmd.Flags().StringVar(&flags.tools, "tools", "", "a policy file that tells the tools' effects")
	cmd.Flags().StringVar(&flags.out, "out", "", "write findings and reports into this folder")
	cmd.Flags().StringVar(&flags.gate, "gate", "", "thresholds that must hold")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print JSON")
	return cmd
}

func runAudit(cmd *cobra.Command, args []string, flags *auditFlags) error {
	setup, err := newAuditSetup(flags.rubric, flags.tools)
	if err != nil {
		return err
	}
	var requirements []audit.Requirement
	if cmd.Flags().Changed("gate") { // an empty one is a variable that was not set, and no gate would pass unseen
		if requirements, err = audit.ParseGate(flags.gate); err != nil {
			return badUsage(err, `for instance --gate "match>=0.8,repeat<=0.02"`)
		}
	}
	files, found, err := recordings(args)
	if err != nil {
		return badUsage(err, "give files or folders of recorded runs")
	}
	if n := namedTwice(args, files); n > 0 {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "sequitur: warning: files named more than once: %d; each file is counted once\n", n) // there is nowhere left to tell a failure
	}
	defer spareCollector()()
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	job := auditJob{setup: setup, format: flags.format, files: files, found: found, out: flags.out, stderr: cmd.ErrOrStderr()}
	total, err := job.run(ctx)
	if err != nil {
		return err
	}
	figures := total.Figures()
	gate := audit.Gate(figures, requirements)
	if flags.out != "" {
		if err := job.write(figures, gate); err != nil {
			return err
		}
	}
	if err := printAudit(cmd.OutOrStdout(), figures, gate, flags); err != nil {
		return err
	}
	return auditVerdict(gate)
}

// spareCollector lets the heap of a job that lives on short-lived texts grow to some
// times what it holds, unless the environment says how far. The result ends it.
func spareCollector() func() {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	const percent = 800
	before := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(before) }
}

// auditResult is what --json prints, and what audit.json holds.
type auditResult struct {
	*audit.Figures
	Gate []audit.Outcome `json:"gate,omitempty"`
}

func printAudit(w io.Writer, f *audit.Figures, gate []audit.Outcome, flags *auditFlags) error {
	if flags.asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(auditResult{f, gate})
	}
	document := report.Audit(f, gate, true)
	if err := report.WriteText(w, &document, columns(w)); err != nil {
		return err
	}
	if flags.out != "" {
		_, err := fmt.Fprintf(w, "\nwritten to %s: %s\n", flags.out, auditFileNames)
		return err
	}
	_, err := io.WriteString(w, "\n--out FOLDER writes every finding, and a page that shows the messages around each\n")
	return err
}

// auditVerdict is the error of the whole gate: a missed threshold outweighs an
// inconclusive one.
func auditVerdict(gate []audit.Outcome) error {
	missed, inconclusive := 0, 0
	for _, o := range gate {
		switch o.State {
		case audit.Missed:
			missed++
		case audit.Inconclusive:
			inconclusive++
		case audit.Passed:
		}
	}
	switch {
	case missed > 0:
		return exitWith(exitThreshold, fmt.Errorf("%d of %d thresholds are missed", missed, len(gate)), "")
	case inconclusive > 0:
		return exitWith(exitInconclusive, fmt.Errorf("%d of %d thresholds are inconclusive", inconclusive, len(gate)), "audit more runs")
	}
	return nil
}

// errNoRun says that nothing was there to audit.
func errNoRun(skipped int) error {
	err := errors.New("no recorded run was found")
	if skipped > 0 {
		err = fmt.Errorf("%w: no format knows any of %d files", err, skipped)
	}
	return badUsage(err, recordingHint)
}

// interrupted reports that the caller gave up.
func interrupted(ctx context.Context) error {
	return exitWith(exitInterrupted, context.Cause(ctx), "nothing was written")
}
