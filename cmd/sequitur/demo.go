package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/report"
)

// newDemoCommand returns "demo": all experiments, offline, in seconds.
func newDemoCommand() *cobra.Command {
	flags := labFlags{seed: 1}
	var noOpen bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Run all experiments offline with scripted models, and show the report",
		Long: `Run all experiments offline, in virtual time, with scripted models: no key, no
network, no model. At the end the report is named, and opened where there are a
browser and a terminal. A scripted model proves wiring, and nothing about models.`,
		Example: "  sequitur demo\n  sequitur demo --out runs/demo --no-open",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return demo(cmd, flags, noOpen) },
	}
	cmd.Flags().StringVar(&flags.out, "out", "", "folder of the runs (default: runs/demo-TIME)")
	cmd.Flags().Uint64Var(&flags.seed, "seed", flags.seed, "seed of everything that is drawn")
	cmd.Flags().BoolVar(&noOpen, "no-open", false, "do not open the report")
	return cmd
}

func demo(cmd *cobra.Command, flags labFlags, noOpen bool) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	out := flags.out
	if out == "" {
		out = lab.DefaultOut("demo", time.Now())
	}
	stdout := cmd.OutOrStdout()
	var all []*result.Result
	for _, name := range lab.Names() {
		e, err := lab.Lookup(name)
		if err != nil {
			return err
		}
		cfg, err := labConfig(name, labFlags{model: e.Model, seed: flags.seed, out: filepath.Join(out, name)})
		if err != nil {
			return err
		}
		progress := newLabProgress(cmd.ErrOrStderr())
		cfg.Progress = progress.show
		outcome, err := lab.Run(ctx, cfg)
		progress.clear()
		if outcome == nil {
			return labNothing(err)
		}
		if err != nil {
			return labFailure(err, cfg.Out)
		}
		r := lab.Summarize(outcome)
		all = append(all, &r)
		if err := writeLabRun(cfg.Out, &r); err != nil {
			return err
		}
	}
	document := report.Lab(all...)
	if err := report.WriteText(stdout, &document, columns(stdout)); err != nil {
		return err
	}
	if err := writeLabReport(out, "report.html", &document, report.WriteHTML); err != nil {
		return err
	}
	file := filepath.Join(out, "report.html")
	if _, err := fmt.Fprintf(stdout, "\nAll figures are those of scripted models: they prove wiring, and nothing about models.\nreport: %s\n", file); err != nil {
		return err
	}
	if noOpen {
		return nil
	}
	return openReport(stdout, file)
}

// openReport opens a file where there are a terminal and a browser.
func openReport(stdout io.Writer, file string) error {
	name, ok := browser(stdout)
	if !ok {
		return nil
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	// The browser outlives this program: it is started and not waited for. A
	// browser that will not start is no failure, since the report was named.
	if open := exec.Command(name, path); open.Start() == nil { //nolint:gosec,noctx // the name comes from a table below
		return open.Process.Release()
	}
	return nil
}

// browser names the program that opens files in a browser, where the output is
// a terminal and there is a screen.
func browser(stdout io.Writer) (string, bool) {
	if !isTerminal(stdout) || os.Getenv("CI") != "" {
		return "", false
	}
	name := "xdg-open"
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name = "explorer"
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return "", false
		}
	}
	path, err := exec.LookPath(name)
	return path, err == nil
}
