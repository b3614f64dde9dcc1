package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/frameworks"
	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/fleet"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/world"
)

// frameworksRun is the command's flags.
type frameworksRun struct {
	installer frameworks.Installer
	agents    []string
	commands  map[string]string // of the agents, by name
	arms      []string
	models    []string
	faults    []string
	tasks     []string
	out       string
	runs      int
	parallel  int
	seed      uint64
	timeout   time.Duration
	asJSON    bool
}

func newFrameworksRunCommand() *cobra.Command {
	var r frameworksRun
	cmd := &cobra.Command{
		Use:   "run [NAME…]",
		Short: "Play the installed frameworks under faults",
		Long: `Play installed frameworks under faults, and tell the first action after each
fault, by who acted. The frameworks ask the lab's own model endpoint and call the
lab's tools over HTTP; a fault is an exception, a value or a hang.

The arm "box" is the framework as it comes; "text" has the framework's own switch
that hands a tool's error to the model. A framework that does so anyway has none.

A scripted model proves wiring: which text a framework delivers, and what it does
by itself. It proves nothing about models.

An agent of your own is a program that reads trials and writes answers, a JSON
object a line: worker.py in the folder of the environments says how.

Each trial is kept in trials.jsonl as it ends: the same command with the same
--out goes on where it was interrupted.`,
		Example: `  sequitur lab frameworks run
  sequitur lab frameworks run openai_agents --model scripted:habits --fault 403:status,500:status
  sequitur lab frameworks run --agent mine="python3 my_agent.py" --model scripted:habits
  sequitur lab frameworks run langgraph --model ollama:qwen2.5:7b --out runs/langgraph`,
		ValidArgs: frameworks.Names(),
		RunE:      func(cmd *cobra.Command, args []string) error { return r.run(cmd, args) },
	}
	var faults, tasks []string
	for _, f := range fleet.Faults() {
		faults = append(faults, f.Name)
	}
	for _, task := range world.Tasks() {
		tasks = append(tasks, task.ID)
	}
	flags := cmd.Flags()
	flags.StringVar(&r.installer.Dir, "dir", "", "the folder of the environments (default: in the user's cache)")
	flags.StringArrayVar(&r.agents, "agent", nil, `an agent of your own, NAME=COMMAND; may be given several times`)
	flags.StringSliceVar(&r.arms, "arm", []string{fleet.ArmBox}, "how the agents are made: box, text")
	flags.StringSliceVar(&r.models, "model", []string{"scripted:textbook", "scripted:habits", "scripted:stubborn"}, "the models")
	flags.StringSliceVar(&r.faults, "fault", faults, "the faults")
	flags.StringSliceVar(&r.tasks, "task", tasks, "the tasks")
	flags.StringVar(&r.out, "out", "", "the folder of the run (default: runs/frameworks-TIME)")
	flags.IntVar(&r.runs, "runs", 1, "in how many worlds each task is played")
	flags.IntVar(&r.parallel, "parallel", 2, "how many frameworks run at once")
	flags.Uint64Var(&r.seed, "seed", 1, "the seed of everything that is drawn")
	flags.DurationVar(&r.timeout, "tool-timeout", 5*time.Second, "how long a tool waits for its backend")
	flags.BoolVar(&r.asJSON, "json", false, "print the cells as JSON")
	return cmd
}

func (r *frameworksRun) run(cmd *cobra.Command, names []string) (err error) {
	m, err := r.matrix(names)
	if err != nil {
		return err
	}
	if r.out == "" {
		r.out = lab.DefaultOut("frameworks", time.Now())
	}
	if err := os.MkdirAll(r.out, 0o750); err != nil {
		return fmt.Errorf("make the run's folder: %w", err)
	}
	store, err := fleet.OpenStore(filepath.Join(r.out, "trials.jsonl"))
	if err != nil {
		return badFile(err, "name another --out, or remove the file")
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	keys := m.Keys()
	played, left := 0, 0
	for _, key := range keys {
		if !store.Done(key) {
			left++
		}
	}
	progress, began := newLabProgress(cmd.ErrOrStderr()), time.Now()
	m.Done, m.Keep = store.Done, func(l fleet.Line) error {
		played++
		each := time.Since(began) / time.Duration(played)
		progress.show(lab.Progress{Experiment: "frameworks", Done: len(keys) - left + played, Total: len(keys), Left: each * time.Duration(left-played)})
		return store.Keep(l)
	}
	err = m.Run(cmd.Context())
	progress.clear()
	if err != nil {
		return err
	}
	return r.tell(cmd.OutOrStdout(), store.Lines())
}

// matrix reads the flags. Whatever is wrong is told before anything is started.
func (r *frameworksRun) matrix(names []string) (*fleet.Matrix, error) {
	m := &fleet.Matrix{
		Arms: r.arms, Runs: r.runs, Seed: r.seed, Parallel: r.parallel, ToolTimeout: r.timeout,
		Access: model.Access{Key: os.Getenv(model.KeyVariable)}, Start: r.start,
	}
	if r.runs < 1 || r.parallel < 1 {
		return nil, badUsage(errors.New("--runs and --parallel must be at least 1"), "leave them out for the defaults")
	}
	for _, name := range r.arms {
		if !slices.Contains(fleet.Arms(), name) {
			return nil, badUsage(fmt.Errorf("arm must be one of %s, got %q", strings.Join(fleet.Arms(), ", "), name), "sequitur lab frameworks run --help")
		}
	}
	for _, name := range r.models {
		ref, err := model.ParseRef(name)
		if err != nil {
			return nil, badUsage(err, "sequitur lab list shows the scripted models")
		}
		m.Models = append(m.Models, ref)
	}
	for _, name := range r.faults {
		fault, err := fleet.LookupFault(name)
		if err != nil {
			return nil, badUsage(err, "sequitur lab frameworks run --help")
		}
		m.Faults = append(m.Faults, fault)
	}
	for _, id := range r.tasks {
		task, err := world.Lookup(id)
		if err != nil {
			return nil, badUsage(err, "sequitur lab frameworks run --help")
		}
		m.Tasks = append(m.Tasks, task)
	}
	var err error
	m.Frameworks, err = r.chosen(names)
	return m, err
}

// own reads the user's own agents, and returns their names.
func (r *frameworksRun) own() ([]string, error) {
	var names []string
	r.commands = make(map[string]string, len(r.agents))
	for _, text := range r.agents {
		name, command, _ := strings.Cut(text, "=")
		if _, err := frameworks.Lookup(name); err == nil || name == "" || command == "" || r.commands[name] != "" {
			return nil, badUsage(fmt.Errorf("an agent is NAME=COMMAND with a name of its own, got %q", text), `for instance --agent mine="python3 my_agent.py"`)
		}
		r.commands[name] = command
		names = append(names, name)
	}
	return names, nil
}

// chosen are the named frameworks, or all that are installed where neither a
// framework nor an agent is named.
func (r *frameworksRun) chosen(names []string) ([]string, error) {
	const hint = "sequitur lab frameworks install"
	own, err := r.own()
	if err != nil {
		return nil, err
	}
	if len(names) == 0 && len(own) == 0 {
		for _, f := range frameworks.List() {
			if r.installer.Installed(f) {
				names = append(names, f.Name)
			}
		}
		if len(names) == 0 {
			return nil, badUsage(errors.New("no framework is installed"), hint)
		}
	}
	for _, name := range names {
		f, err := frameworks.Lookup(name)
		if err != nil {
			return nil, badUsage(err, "sequitur lab frameworks list shows them")
		}
		if !r.installer.Installed(f) {
			return nil, badUsage(fmt.Errorf("%s %s is not installed", f.Name, f.Version), hint+" "+f.Name)
		}
	}
	return slices.Concat(names, own), nil
}

func (r *frameworksRun) start(ctx context.Context, name string) (fleet.Process, error) {
	if command := r.commands[name]; command != "" {
		return frameworks.Launch(ctx, []string{"sh", "-c", command}, nil)
	}
	f, err := frameworks.Lookup(name)
	if err != nil {
		return nil, err
	}
	dir := r.installer.Dir
	if dir == "" {
		if dir, err = frameworks.DefaultDir(); err != nil {
			return nil, err
		}
	}
	return frameworks.Start(ctx, dir, f, nil)
}

// tell prints the cells.
func (r *frameworksRun) tell(w io.Writer, lines []fleet.Line) error {
	cells := fleet.Cells(lines)
	if r.asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(cells)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "model\tframework\tarm\tfault\tn\tfirst action\tsuccess\tbackend\tturns\trepeats\tduplicates\tinvented\tcrashes\tleaks\tlab failed\n"
	if _, err := io.WriteString(table, head); err != nil {
		return err
	}
	for i := range cells {
		c := &cells[i]
		if _, err := fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", c.Model, c.Framework, c.Arm, c.Fault, c.Trials,
			actions(c.Actions), c.Success, c.Backend, c.Turns, c.Repeats, c.Duplicates, c.Invented, c.Crashes, c.Leaked, c.Infra); err != nil {
			return err
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nTools over HTTP. Counts of trials, and sums of calls; the trials are in %s.\n", filepath.Join(r.out, "trials.jsonl"))
	return err
}

// actions lists the first actions, the commonest first.
func actions(counts map[fleet.Action]int) string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b fleet.Action) int { return counts[b] - counts[a] })
	parts := make([]string, len(names))
	for i, name := range names {
		if parts[i] = string(name); len(names) > 1 {
			parts[i] = fmt.Sprintf("%s %d", name, counts[name])
		}
	}
	return strings.Join(parts, ", ")
}
