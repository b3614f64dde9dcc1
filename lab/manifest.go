package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/lab/world"
)

// A Manifest says what a run measures. It is written and sealed before the
// first trial, so that nothing can be chosen afterwards.
type Manifest struct {
	Experiment string   `json:"experiment"`
	Arms       []string `json:"arms"`
	Faults     []string `json:"faults"`
	Model      string   `json:"model"`
	Scripted   bool     `json:"scripted"`
	Seed       uint64   `json:"seed"`
	N          int      `json:"n"`
	// ExperimentHash is that of everything in the experiment's file.
	ExperimentHash string `json:"experiment_hash"`
	// RubricHash is that of the tasks with their textbook scripts: what counts
	// as success.
	RubricHash string            `json:"rubric_hash"`
	Versions   map[string]string `json:"versions"`
	// Seal is the hash of all of the above.
	Seal string `json:"seal"`
}

// newManifest describes a run, and seals the description.
func newManifest(cfg *Config) (Manifest, error) {
	e := cfg.Experiment
	m := Manifest{
		Experiment: e.Name, Model: cfg.Model.String(), Scripted: cfg.source.Scripted(), Seed: cfg.Seed, N: cfg.Runs,
		Versions: map[string]string{"sequitur": cfg.Version, "go": runtime.Version()},
	}
	var tasks []world.Task
	for _, id := range e.taskIDs() {
		task, err := world.Lookup(id)
		if err != nil {
			return m, err
		}
		tasks = append(tasks, task)
	}
	for i := range e.Arms {
		m.Arms = append(m.Arms, e.Arms[i].Name)
	}
	for i := range e.Faults {
		m.Faults = append(m.Faults, e.Faults[i].Name)
	}
	var err error
	if m.ExperimentHash, err = hashOf(e); err != nil {
		return m, err
	}
	if m.RubricHash, err = hashOf(tasks); err != nil {
		return m, err
	}
	m.Seal, err = hashOf(m)
	return m, err
}

// taskIDs returns the tasks of the experiment, each once, in order.
func (e *Experiment) taskIDs() []string {
	ids := slices.Clone(e.Control)
	for i := range e.Faults {
		ids = append(ids, e.Faults[i].Tasks...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// hashOf returns the hash of a value's JSON.
func hashOf(v any) (string, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// A ResumeError says that what is asked for is not what a run was begun with.
type ResumeError struct {
	Dir string
	// Differences are lines such as "seed: begun with 1, asked for 2".
	Differences []string
}

// Error tells the differences.
func (e *ResumeError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "the run in %s was begun differently, so it cannot be resumed", e.Dir)
	for _, d := range e.Differences {
		text.WriteString("\n  " + d)
	}
	return text.String()
}

// A FolderError says that a folder can hold no run, or holds none that could be
// resumed.
type FolderError struct{ Text string }

// Error tells what is wrong with the folder.
func (e *FolderError) Error() string { return e.Text }

// compare returns what differs between a run's manifest and what is asked for.
func (m *Manifest) compare(asked *Manifest) []string {
	var lines []string
	differs := func(name string, begun, wanted any) {
		if a, b := fmt.Sprint(begun), fmt.Sprint(wanted); a != b {
			lines = append(lines, fmt.Sprintf("%s: begun with %s, asked for %s", name, a, b))
		}
	}
	differs("experiment", m.Experiment, asked.Experiment)
	differs("model", m.Model, asked.Model)
	differs("seed", m.Seed, asked.Seed)
	differs("runs", m.N, asked.N)
	differs("arms", m.Arms, asked.Arms)
	differs("faults", m.Faults, asked.Faults)
	differs("version of sequitur", m.Versions["sequitur"], asked.Versions["sequitur"])
	differs("version of go", m.Versions["go"], asked.Versions["go"])
	differs("experiment's file", m.ExperimentHash, asked.ExperimentHash)
	differs("rubric", m.RubricHash, asked.RubricHash)
	return lines
}

// readManifest reads a run's manifest, and checks its seal.
func readManifest(root *os.Root) (Manifest, error) {
	var m Manifest
	data, err := root.ReadFile(manifestFile)
	if errors.Is(err, os.ErrNotExist) {
		return m, &FolderError{fmt.Sprintf("there is no run in %s: it holds no %s", root.Name(), manifestFile)}
	}
	if err != nil {
		return m, fmt.Errorf("read %s: %w", manifestFile, err)
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, &FolderError{fmt.Sprintf("%s: not a manifest: %v", manifestFile, err)}
	}
	unsealed := m
	unsealed.Seal = ""
	if seal, err := hashOf(unsealed); err != nil || seal != m.Seal {
		return m, &FolderError{manifestFile + " was changed after it was sealed"}
	}
	return m, nil
}
