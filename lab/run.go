package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/result"
)

// A Config says what to run, on what, and where to put it.
type Config struct {
	Experiment *Experiment
	Model      model.Ref
	// Access is how the model's server is asked.
	Access model.Access
	// Runs is the number of trials in a cell; 0 is the experiment's own.
	Runs int
	Seed uint64
	// Out is the run's folder. It must be absent or empty, unless Resume.
	Out    string
	Resume bool
	// Price is what the model's tokens cost; the zero value is unknown.
	Price Price
	// MaxCost ends the run before it has cost more, in US dollars; 0 is no
	// bound.
	MaxCost float64
	// Version is that of the program.
	Version string
	// Progress is told after each trial; nil is not.
	Progress func(Progress)

	source model.Source
}

// A Price is what a million tokens cost, in US dollars.
type Price struct {
	In, Out float64
	Known   bool
}

// of returns the cost of tokens.
func (p Price) of(in, out int) float64 { return (float64(in)*p.In + float64(out)*p.Out) / 1e6 }

// Progress is how far a run is.
type Progress struct {
	Experiment  string
	Done, Total int
	// Left is an estimate of the time that is left, 0 where it is not known.
	Left time.Duration
}

// An Outcome is everything that a run measured.
type Outcome struct {
	Experiment *Experiment
	Manifest   Manifest
	Trials     []Trial
	// Large are the trials of the larger run.
	Large   []Trial
	Courses []result.Course
	Price   Price
	// Missing counts the trials that were not reached.
	Missing int
	// Dropped tells what was dropped of an earlier run's trials, "" for nothing.
	Dropped string
}

// ErrCost ends a run that would cost more than it may.
var ErrCost = errors.New("the run has reached --max-cost")

const (
	dirMode  = 0o755
	fileMode = 0o644
	// maxFailures is how many trials in a row may fail for the model's server.
	maxFailures = 3
)

// Run plays an experiment, and returns what was measured. Where it ends early
// (ctx, the disk, the model's server, the money), the error comes with what was
// measured until then.
func Run(ctx context.Context, cfg Config) (*Outcome, error) {
	if cfg.Runs == 0 {
		cfg.Runs = cfg.Experiment.Runs
	}
	if cfg.source == nil {
		cfg.source = model.Open(cfg.Model, cfg.Access)
	}
	if _, err := cfg.Experiment.Trials(cfg.Runs); err != nil {
		return nil, err
	}
	if cfg.MaxCost > 0 && !cfg.source.Scripted() && !cfg.Price.Known {
		return nil, fmt.Errorf("no price is known for %s, so that --max-cost cannot be kept", cfg.Model)
	}
	root, manifest, err := prepare(&cfg)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // nothing is buffered
	trials, err := openStore(root)
	if err != nil {
		return nil, err
	}
	out := &Outcome{Experiment: cfg.Experiment, Manifest: manifest, Price: cfg.Price, Dropped: trials.warning()}
	r := runner{cfg: &cfg, store: trials, out: out, started: time.Now()}
	err = errors.Join(r.play(ctx), trials.file.Close())
	out.Trials = trials.trials
	return out, err
}

// prepare makes the run's folder and its manifest, or checks the one that is
// there.
func prepare(cfg *Config) (*os.Root, Manifest, error) {
	manifest, err := newManifest(cfg)
	if err != nil {
		return nil, manifest, err
	}
	if !cfg.Resume {
		if err := os.MkdirAll(cfg.Out, dirMode); err != nil {
			return nil, manifest, &FolderError{fmt.Sprintf("make the run's folder: %v", err)}
		}
	}
	root, err := os.OpenRoot(cfg.Out)
	if cfg.Resume && errors.Is(err, os.ErrNotExist) {
		return nil, manifest, &FolderError{"there is no run in " + cfg.Out + ": no such folder"}
	}
	if err != nil {
		return nil, manifest, &FolderError{fmt.Sprintf("open the run's folder: %v", err)}
	}
	if err := seal(root, cfg, &manifest); err != nil {
		return nil, manifest, errors.Join(err, root.Close())
	}
	return root, manifest, nil
}

// seal writes the manifest of a new run, or compares that of an old one.
func seal(root *os.Root, cfg *Config, manifest *Manifest) error {
	if cfg.Resume {
		begun, err := readManifest(root)
		if err != nil {
			return err
		}
		if lines := begun.compare(manifest); len(lines) > 0 {
			return &ResumeError{Dir: cfg.Out, Differences: lines}
		}
		*manifest = begun
		return nil
	}
	data, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	return writeManifest(root, cfg.Out, append(data, '\n'))
}

// writeManifest writes that of a new run. Of two processes that begin one at
// once, the file system lets one.
func writeManifest(root *os.Root, dir string, data []byte) error {
	file, err := root.OpenFile(manifestFile, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if errors.Is(err, os.ErrExist) {
		return &OccupiedError{Dir: dir}
	}
	if err != nil {
		return &FolderError{fmt.Sprintf("write %s: %v", manifestFile, err)}
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(&FolderError{fmt.Sprintf("write %s: %v", manifestFile, err)}, root.Remove(manifestFile))
	}
	return nil
}

// An OccupiedError says that a folder holds a run already.
type OccupiedError struct{ Dir string }

// Error names the folder.
func (e *OccupiedError) Error() string { return "there is a run in " + e.Dir + " already" }

// runner plays the trials of one run.
type runner struct {
	cfg      *Config
	store    *store
	out      *Outcome
	started  time.Time
	played   int
	failures int // trials in a row that failed for the model's server
	spent    float64
}

// play plays what is left of the experiment.
func (r *runner) play(ctx context.Context) error {
	if r.cfg.Experiment.Load != nil {
		return r.playLoad(ctx)
	}
	plan := r.plan()
	left := 0
	for i := range plan {
		if !r.store.done[plan[i].key()] {
			left++
		}
	}
	for i := range plan {
		if r.store.done[plan[i].key()] {
			continue
		}
		if err := r.trial(ctx, &plan[i]); err != nil {
			r.out.Missing = r.missing(plan)
			return err
		}
		r.progress(len(plan), left)
	}
	return r.playLarge(ctx)
}

// missing counts the trials of the plan that do not count yet.
func (r *runner) missing(plan []setting) int {
	n := 0
	for i := range plan {
		if !r.store.done[plan[i].key()] {
			n++
		}
	}
	return n
}

// plan lists all trials in the order in which they are played: one of each
// cell, then the next of each, so that a run that ends early is balanced.
func (r *runner) plan() []setting {
	e := r.cfg.Experiment
	rounds := e.Rounds
	if len(rounds) == 0 {
		rounds = []string{e.Profile}
	}
	var plan []setting
	for round, profile := range rounds {
		number := 0
		if len(e.Rounds) > 0 {
			number = round + 1
		}
		for index := range r.cfg.Runs {
			plan = append(plan, r.cells(number, index, profile)...)
		}
	}
	return plan
}

// cells lists one trial of each cell: the clean twin, and fault × arm.
func (r *runner) cells(round, index int, profile string) []setting {
	e := r.cfg.Experiment
	base := setting{experiment: e, source: r.cfg.source, seed: r.cfg.Seed, round: round, profile: profile, index: index}
	var list []setting
	if len(e.Control) > 0 {
		twin := base
		twin.arm, twin.scenario = &Arm{Name: baseline}, &Scenario{Name: noFault, Tasks: e.Control}
		list = append(list, twin)
	}
	for i := range e.Faults {
		for j := range e.Arms {
			s := base
			s.arm, s.scenario = &e.Arms[j], &e.Faults[i]
			list = append(list, s)
		}
	}
	return list
}

func (s *setting) key() trialKey { return trialKey{s.arm.Name, s.scenario.Name, s.round, s.index} }

// trial plays and keeps one trial.
func (r *runner) trial(ctx context.Context, s *setting) error {
	if r.cfg.MaxCost > 0 && r.spent >= r.cfg.MaxCost {
		return ErrCost
	}
	t, err := s.play(ctx)
	if err != nil && t.Infra == "" {
		return err
	}
	r.spent += r.cfg.Price.of(t.TokensIn, t.TokensOut)
	if wrong := r.store.add(t); wrong != nil {
		return wrong
	}
	if t.Infra == "" {
		r.failures = 0
		return nil
	}
	if r.failures++; err != nil || r.failures >= maxFailures {
		return &InfraError{Failure: t.Infra, Trials: r.failures}
	}
	return nil
}

// An InfraError ends a run whose model cannot be asked.
type InfraError struct {
	Failure string
	// Trials counts the trials in a row that failed so.
	Trials int
}

// Error tells the failure.
func (e *InfraError) Error() string {
	return fmt.Sprintf("%s (%d trials in a row)", e.Failure, e.Trials)
}

// progress tells how far the run is.
func (r *runner) progress(total, left int) {
	r.played++
	if r.cfg.Progress == nil {
		return
	}
	each := time.Since(r.started) / time.Duration(r.played)
	r.cfg.Progress(Progress{
		Experiment: r.cfg.Experiment.Name, Done: total - left + r.played, Total: total,
		Left: each * time.Duration(left-r.played),
	})
}

// playLarge plays the larger run of a scripted model. Its trials are a pure
// function of the seed, so that they are counted and not kept.
func (r *runner) playLarge(ctx context.Context) error {
	if r.cfg.Experiment.Large == 0 || !r.cfg.source.Scripted() {
		return nil
	}
	for index := range r.cfg.Experiment.Large {
		list := r.cells(0, index, r.cfg.Experiment.Profile)
		for i := range list {
			t, err := list[i].play(ctx)
			if err != nil {
				return err
			}
			r.out.Large = append(r.out.Large, t)
		}
	}
	return nil
}

// playLoad plays the simulation of an experiment with a load.
func (r *runner) playLoad(ctx context.Context) error {
	e := r.cfg.Experiment
	if !r.cfg.source.Scripted() {
		return fmt.Errorf("%s is a simulation of many callers and asks no model: leave --model out", e.Name)
	}
	for i := range e.Arms {
		trials, course, err := simulate(ctx, e, &e.Arms[i], r.cfg.Seed, r.cfg.Runs)
		if err != nil {
			return err
		}
		r.out.Courses = append(r.out.Courses, course)
		for j := range trials {
			if !r.store.done[trials[j].key()] {
				if err := r.store.add(trials[j]); err != nil {
					return err
				}
			}
		}
		r.progress(len(e.Arms), len(e.Arms))
	}
	return nil
}

// DefaultOut is the folder of a run where none is asked for.
func DefaultOut(experiment string, now time.Time) string {
	return filepath.Join("runs", experiment+"-"+now.Format("20060102-150405"))
}
