package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/internal/config"
)

// run is the whole program, without the process around it. The result is the
// exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	started := false
	root := newRootCommand() //nolint:contextcheck // cobra hands the context to each command
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if !started {
		// The command line itself was refused.
		err = badUsage(err, "sequitur --help lists the commands, and COMMAND --help its flags")
	}
	tell(stderr, err)
	return exitCode(err)
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "sequitur",
		Short: "Classify tool failures, decide what follows, and tell the model",
		Long: `Sequitur stands between a model and its tools. It says what kind of failure an
answer is, whether the call may be repeated, and what the model should read.

Exit codes: 0 passed, 1 a failed run, 2 a wrong command line or unusable input,
3 a bad configuration, 4 a threshold is missed, 5 inconclusive, 130 interrupted.`,
		Example: `  sequitur classify error.txt
  curl -si https://api.example.com/orders/7 | sequitur classify
  sequitur config check policy.yaml
  sequitur demo`,
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(newClassifyCommand(), newConfigCommand(), newLabCommand(), newAuditCommand(), newReplayCommand(), newJudgeCommand(), newDemoCommand(), newMCPCommand(), newGatewayCommand(), newMemoryCommand(), newInitCommand(), newChaosCommand(), newResolveCommand(), newVersionCommand())
	return root
}

// exitCode returns the code that an error carries. Any other error is a failed
// run.
func exitCode(err error) int {
	var coded interface{ ExitCode() int }
	switch {
	case errors.As(err, &coded):
		return coded.ExitCode()
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	default:
		return exitFailed
	}
}

// tell writes an error, and what to do about it. Each mistake in a file has a
// line of its own.
func tell(w io.Writer, err error) {
	var b strings.Builder
	if problems, ok := errors.AsType[config.Problems](err); ok {
		for _, p := range problems {
			fmt.Fprintf(&b, "sequitur: error: %s\n", p.Error())
			if p.Hint != "" {
				fmt.Fprintf(&b, "sequitur: hint: %s\n", p.Hint)
			}
		}
	} else {
		fmt.Fprintf(&b, "sequitur: error: %s\n", strings.TrimSpace(err.Error()))
	}
	var hinted interface{ Hint() string }
	if errors.As(err, &hinted) && hinted.Hint() != "" {
		fmt.Fprintf(&b, "sequitur: hint: %s\n", hinted.Hint())
	}
	_, _ = io.WriteString(w, b.String()) // there is nowhere left to tell a failure
}
