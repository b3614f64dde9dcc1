package fleet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/world"
)

// A Process is a worker that can be closed.
type Process interface {
	Worker
	Close() error
}

// A Matrix is frameworks × arms × models × faults × tasks.
type Matrix struct {
	Frameworks []string
	// Arms are how the agents are made; none is out of the box.
	Arms   []string
	Models []model.Ref
	Faults []Fault
	Tasks  []world.Task
	// Runs is how many worlds each task is played in; 0 is 1.
	Runs int
	Seed uint64
	// Access is how real models are asked.
	Access model.Access
	// Start starts a framework.
	Start func(ctx context.Context, framework string) (Process, error)
	// Parallel bounds the frameworks that run at once; 0 is 2.
	Parallel int
	// ToolTimeout is how long a tool waits for the world; 0 is five seconds.
	ToolTimeout time.Duration
	// Keep is given each trial as it ends, one at a time.
	Keep func(Line) error
	// Done says which trials are not to be played again; nil plays all. It is asked
	// before the first trial begins.
	Done func(Key) bool
}

// system is what every model of a matrix is told.
const system = "You are an assistant with tools. Use them to answer the question, then answer it in one short sentence. " +
	"Never make up a value."

// Keys lists the trials of the matrix, framework by framework.
func (m *Matrix) Keys() []Key {
	var keys []Key
	for _, framework := range m.Frameworks {
		keys = append(keys, m.keys(framework)...)
	}
	return keys
}

// keys lists one framework's trials. An arm that it has not is left out.
func (m *Matrix) keys(framework string) []Key {
	var keys []Key
	arms := m.Arms
	if len(arms) == 0 {
		arms = []string{ArmBox}
	}
	for index := range cmp.Or(m.Runs, 1) {
		for _, arm := range arms {
			if has(framework, arm) {
				keys = m.add(keys, Key{Framework: framework, Arm: arm, Index: index})
			}
		}
	}
	return keys
}

// add lists the trials of one arm: models × faults × tasks.
func (m *Matrix) add(keys []Key, key Key) []Key {
	for _, ref := range m.Models {
		for i := range m.Faults {
			for j := range m.Tasks {
				if m.Faults[i].applies(&m.Tasks[j]) {
					key.Model, key.Fault, key.Task = ref.String(), m.Faults[i].Name, m.Tasks[j].ID
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}

// Run plays the trials that are not done yet. A framework whose process is lost
// is started again for the next trial; an error is one of the setting, of Keep,
// or the end of ctx.
func (m *Matrix) Run(ctx context.Context) error {
	lab, err := Open(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := runner{matrix: m, lab: lab}
	todo := make([][]Key, len(m.Frameworks))
	for i, framework := range m.Frameworks {
		todo[i] = m.keys(framework)
		if m.Done != nil {
			todo[i] = slices.DeleteFunc(todo[i], m.Done)
		}
	}
	places := make(chan struct{}, cmp.Or(m.Parallel, 2))
	var all sync.WaitGroup
	for i, framework := range m.Frameworks {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			if err := r.framework(ctx, framework, todo[i]); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	err = nil
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return errors.Join(err, lab.Close())
}

// runner is a matrix under way.
type runner struct {
	matrix *Matrix
	lab    *Lab

	mu sync.Mutex // one line is kept at a time
}

// framework plays one framework's trials in one process.
func (r *runner) framework(ctx context.Context, name string, keys []Key) (err error) {
	var process Process
	defer func() {
		if process != nil {
			err = errors.Join(err, process.Close())
		}
	}()
	for _, key := range keys {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if process == nil {
			started, err := r.matrix.Start(ctx, name)
			if err != nil {
				return err // what came with it is no process to close
			}
			process = started
		}
		lost, err := r.trial(ctx, process, key)
		if err != nil {
			return err
		}
		if lost {
			process = nil // its process was ended when it was lost
		}
	}
	return nil
}

// trial plays and keeps one trial; lost says that the process is gone.
func (r *runner) trial(ctx context.Context, process Process, key Key) (lost bool, err error) {
	setting, err := r.setting(&key)
	if err != nil {
		return false, err
	}
	trial, err := r.lab.Play(ctx, process, setting)
	if err != nil {
		return false, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return trial.Lost != "", r.matrix.Keep(trial.line(key))
}

// setting makes a trial of its key.
func (r *runner) setting(key *Key) (*Setting, error) {
	task, err := world.Lookup(key.Task)
	if err != nil {
		return nil, err
	}
	fault, err := LookupFault(key.Fault)
	if err != nil {
		return nil, err
	}
	ref, err := model.ParseRef(key.Model)
	if err != nil {
		return nil, err
	}
	return &Setting{
		ID: key.address(), Arm: key.Arm, Task: task, Seed: key.seed(r.matrix.Seed), Index: key.Index, Model: model.Open(ref, r.matrix.Access),
		Faults: fault.plans(&task), Delivery: fault.Delivery, System: system, ToolTimeout: r.matrix.ToolTimeout,
	}, nil
}
