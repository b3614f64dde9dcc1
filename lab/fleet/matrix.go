package fleet

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/frameworks"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/wire"
	"github.com/sequitur-go/sequitur/lab/world"
)

// A Fault is what goes wrong at the first tool of a task, and how it crosses the
// wire.
type Fault struct {
	Name     string
	Kind     string // of package inject, "" for none
	Delivery wire.Delivery
}

// NoFaultName is the name of the clean twin.
const NoFaultName = "clean"

// faultTable holds the published four faults in each delivery that a tool's
// function can meet, and the clean twin. A function raises a status and a
// timeout as exceptions; a value comes back as if nothing had happened.
var faultTable = []Fault{
	{NoFaultName, "", wire.DeliverUsual},
	{"timeout:hang", "timeout", wire.DeliverHang},
	{"timeout:status", "timeout", wire.DeliverStatus},
	{"timeout:value", "timeout", wire.DeliverValue},
	{"403:status", "forbidden", wire.DeliverStatus},
	{"403:value", "forbidden", wire.DeliverValue},
	{"404:status", "not_found", wire.DeliverStatus},
	{"404:value", "not_found", wire.DeliverValue},
	{"500:status", "server_error", wire.DeliverStatus},
	{"500:value", "server_error", wire.DeliverValue},
	{"lost-write:hang", "committed_then_lost", wire.DeliverHang},
}

// Faults returns the faults that a matrix can have, the clean twin first.
func Faults() []Fault { return slices.Clone(faultTable) }

// LookupFault returns the fault of that name. The error lists them all.
func LookupFault(name string) (Fault, error) {
	names := make([]string, len(faultTable))
	for i, f := range faultTable {
		if f.Name == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return Fault{}, fmt.Errorf("fault must be one of %s, got %q", strings.Join(names, ", "), name)
}

// The arms: how a framework's agent is made.
const (
	ArmBox  = "box"  // out of the box
	ArmText = "text" // with the framework's own switch that hands errors to the model as text
)

// Arms lists them.
func Arms() []string { return []string{ArmBox, ArmText} }

// has says whether a framework has an arm. One that gives the model the text of
// errors anyway has no switch for it. Agents that are no framework of the
// lab's have every arm: what they make of it is theirs.
func has(framework, arm string) bool {
	f, err := frameworks.Lookup(framework)
	return err != nil || arm != ArmText || f.Text
}

// A Key names one trial of a matrix.
type Key struct {
	Framework string `json:"framework"`
	Arm       string `json:"arm"`
	Model     string `json:"model"`
	Fault     string `json:"fault"`
	Task      string `json:"task"`
	Index     int    `json:"index"`
}

// applies says whether a fault can occur in a task: an answer that is lost after
// the effect needs a task that writes.
func (f *Fault) applies(task *world.Task) bool {
	return f.Kind != "committed_then_lost" || f.tool(task) != ""
}

// tool is the tool that the fault hits: the task's first one, or the first that
// writes.
func (f *Fault) tool(task *world.Task) string {
	if f.Kind != "committed_then_lost" {
		return task.Steps[0].Tool
	}
	w, err := world.New(task.World, 0)
	if err != nil {
		return ""
	}
	reads := access(w)
	for _, step := range task.Steps {
		if !reads[step.Tool] {
			return step.Tool
		}
	}
	return ""
}

// plans are the injector's.
func (f *Fault) plans(task *world.Task) []inject.Plan {
	if f.Kind == "" {
		return nil
	}
	return []inject.Plan{{Fault: f.Kind, Tool: f.tool(task)}}
}

// seed is the trial's own: the same for every framework, arm, model and fault, so
// that they can be compared pair by pair.
func (k *Key) seed(seed uint64) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%d %s %d", seed, k.Task, k.Index) // a hash never fails to write
	return h.Sum64()
}

// address is the trial's in the lab: the same in each run, and nothing that tells
// a model that reads it what is to come.
func (k *Key) address() string {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%q %q %q %q %q %d", k.Framework, k.Arm, k.Model, k.Fault, k.Task, k.Index) // a hash never fails to write
	return fmt.Sprintf("t%016x", h.Sum64())
}
