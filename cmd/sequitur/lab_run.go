package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/model"
)

// labFlags are the flags of a run.
type labFlags struct {
	model   string
	runs    int
	seed    uint64
	out     string
	resume  bool
	asJSON  bool
	maxCost float64
	timeout time.Duration
	retries int
}

func newLabRunCommand() *cobra.Command {
	var flags labFlags
	cmd := &cobra.Command{
		Use:   "run NAME|FILE.yaml",
		Short: "Run an experiment",
		Long: `Run an experiment, and write manifest.json, trials.jsonl, result.json, report.md,
report.html and junit.xml. Trials are written as they happen: after an interrupt,
a kill or a full disk, --resume plays what is missing.

A model is scripted:NAME, ollama:NAME or openai:http://HOST:PORT/v1#NAME; the key
of a server stands in LAB_API_KEY. Without --model it is LAB_MODEL, and else the
experiment's own, which is a scripted model. A scripted model proves wiring, and
nothing about models.`,
		Example: `  sequitur lab run strategies --runs 20
  sequitur lab run wording --model openai:http://127.0.0.1:8080/v1#local --out runs/wording
  sequitur lab run wording --model openai:http://127.0.0.1:8080/v1#local --out runs/wording --resume`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("runs") && flags.runs < 1 {
				return badUsage(fmt.Errorf("--runs must be at least 1, got %d", flags.runs), "leave it out for the experiment's own number")
			}
			if cmd.Flags().Changed("max-cost") && !(flags.maxCost > 0) {
				return badUsage(fmt.Errorf("--max-cost must be more than 0, got %g", flags.maxCost), "leave it out for no bound")
			}
			return labRun(cmd, args[0], flags)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.model, "model", "", "the model (default: LAB_MODEL, else the experiment's own)")
	f.IntVar(&flags.runs, "runs", 0, "trials in each cell (default: the experiment's own)")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of everything that is drawn")
	f.StringVar(&flags.out, "out", "", "folder of the run (default: runs/NAME-TIME)")
	f.BoolVar(&flags.resume, "resume", false, "play what is missing of the run in --out")
	f.BoolVar(&flags.asJSON, "json", false, "print result.json instead of the report")
	f.DurationVar(&flags.timeout, "timeout", 3*time.Minute, "how long one answer of a model's server may take")
	f.IntVar(&flags.retries, "retries", 0, "how often a request is repeated that a model's server refused for load or failed at")
	f.Float64Var(&flags.maxCost, "max-cost", 0, "end the run before it costs more, in US dollars; needs LAB_PRICE_IN and LAB_PRICE_OUT")
	return cmd
}

func labRun(cmd *cobra.Command, name string, flags labFlags) error {
	cfg, err := labConfig(name, flags)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := lab.Check(ctx, cfg.Experiment); err != nil {
		return badFile(fmt.Errorf("%s is not sound: %w", name, err), "every fault must be able to occur, and every task to succeed without one")
	}
	labEstimate(cmd.ErrOrStderr(), cfg)
	progress := newLabProgress(cmd.ErrOrStderr())
	cfg.Progress = progress.show
	out, err := lab.Run(ctx, cfg)
	progress.clear()
	if out == nil {
		return labNothing(err)
	}
	r := lab.Summarize(out)
	if wrong := writeLabRun(cfg.Out, &r); wrong != nil {
		return errors.Join(labFailure(err, cfg.Out), wrong)
	}
	if wrong := printLabResult(cmd.OutOrStdout(), &r, flags.asJSON); wrong != nil {
		return errors.Join(labFailure(err, cfg.Out), wrong)
	}
	if !flags.asJSON {
		if _, wrong := fmt.Fprintf(cmd.OutOrStdout(), "\nreport: %s\n", filepath.Join(cfg.Out, "report.html")); wrong != nil {
			return wrong
		}
	}
	return labFailure(err, cfg.Out)
}

// labConfig reads what is asked for.
func labConfig(name string, flags labFlags) (lab.Config, error) {
	e, err := labExperiment(name)
	if err != nil {
		return lab.Config{}, err
	}
	ref, err := model.ParseRef(cmp.Or(flags.model, os.Getenv("LAB_MODEL"), e.Model))
	if err != nil {
		return lab.Config{}, badUsage(err, "give --model or LAB_MODEL, or leave both out for "+e.Model)
	}
	if _, err := e.Trials(cmp.Or(flags.runs, e.Runs)); err != nil {
		return lab.Config{}, badUsage(err, "give fewer --runs, or several seeds")
	}
	if flags.timeout < 0 || flags.retries < 0 {
		return lab.Config{}, badUsage(fmt.Errorf("--timeout and --retries must not be negative, got %s and %d", flags.timeout, flags.retries), "")
	}
	if flags.resume && flags.out == "" {
		return lab.Config{}, badUsage(errors.New("--resume needs --out"), "name the folder of the run that is to be resumed")
	}
	price, err := labPrice()
	if err != nil {
		return lab.Config{}, err
	}
	if flags.maxCost > 0 && !price.Known && ref.Kind != "scripted" {
		return lab.Config{}, badUsage(errors.New("--max-cost needs the price of a million tokens"),
			"set LAB_PRICE_IN and LAB_PRICE_OUT, in US dollars")
	}
	return lab.Config{
		Experiment: e, Model: ref, Access: model.Access{Key: os.Getenv(model.KeyVariable), Timeout: flags.timeout, Retries: flags.retries}, Runs: flags.runs, Seed: flags.seed,
		Out: cmp.Or(flags.out, lab.DefaultOut(e.Name, time.Now())), Resume: flags.resume,
		Price: price, MaxCost: flags.maxCost, Version: buildVersion(),
	}, nil
}

// labExperiment finds an embedded experiment, or reads a file.
func labExperiment(name string) (*lab.Experiment, error) {
	if ext := filepath.Ext(name); ext != ".yaml" && ext != ".yml" {
		e, err := lab.Lookup(name)
		if err != nil {
			return nil, badUsage(err, "give one of them, or a file whose name ends in .yaml")
		}
		return e, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, badFile(err, "sequitur lab show NAME prints an experiment to begin with")
	}
	e, err := lab.Parse(data)
	if err != nil {
		return nil, badFile(fmt.Errorf("%s: %w", name, err), "sequitur lab show NAME prints one that is right")
	}
	return e, nil
}

// labPrice reads the price of the model's tokens from the environment.
func labPrice() (lab.Price, error) {
	var p lab.Price
	for name, into := range map[string]*float64{"LAB_PRICE_IN": &p.In, "LAB_PRICE_OUT": &p.Out} {
		text := os.Getenv(name)
		if text == "" {
			return lab.Price{}, nil
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || !(value >= 0) {
			return p, badUsage(fmt.Errorf("%s must be a number of US dollars, got %q", name, text), "for instance "+name+"=0.15")
		}
		*into = value
	}
	p.Known = true
	return p, nil
}

// labEstimate says what a run on a real model will take.
func labEstimate(w io.Writer, cfg lab.Config) {
	if cfg.Model.Kind == "scripted" {
		return
	}
	trials, err := cfg.Experiment.Trials(cmp.Or(cfg.Runs, cfg.Experiment.Runs))
	if err != nil {
		return // the run itself tells it
	}
	text := fmt.Sprintf("estimate: %d trials, about %d model calls", trials, 2*trials)
	if cfg.Price.Known {
		// Two calls of some 300 tokens in and 40 out.
		text += fmt.Sprintf(", about $%.2f", float64(2*trials)*(300*cfg.Price.In+40*cfg.Price.Out)/1e6)
	}
	fmt.Fprintln(w, text) //nolint:errcheck // a lost estimate loses nothing
}

// labNothing makes the command's error of a run that measured nothing.
func labNothing(err error) error {
	var (
		mismatch *lab.ResumeError
		occupied *lab.OccupiedError
		busy     *lab.BusyError
		folder   *lab.FolderError
	)
	switch {
	case errors.As(err, &mismatch):
		return exitWith(exitConfig, err, "resume with what it was begun with, or give another --out")
	case errors.As(err, &occupied):
		return exitWith(exitConfig, err, "give another --out, or --resume")
	case errors.As(err, &busy):
		return exitWith(exitConfig, err, "wait until it has ended, or give another --out")
	case errors.As(err, &folder):
		return exitWith(exitConfig, err, "begin a new run with another --out")
	default:
		return exitWith(exitFailed, err, "nothing was measured: give another --out")
	}
}

// labFailure makes the command's error of a run that ended early.
func labFailure(err error, out string) error {
	resume := "continue with --resume --out " + out
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return exitWith(exitInterrupted, errors.New("interrupted; everything measured is kept"), resume)
	case errors.Is(err, lab.ErrCost):
		return exitWith(exitFailed, err, resume+" and a higher --max-cost")
	default:
		return exitWith(exitFailed, err, "what was measured is kept: "+resume)
	}
}
