package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/report"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// chaosResult is what chaos.json holds.
type chaosResult struct {
	Plan    string         `json:"plan"`
	Seed    uint64         `json:"seed"`
	Guarded bool           `json:"guarded"`
	Faults  []firedFault   `json:"faults"`
	Unfired []string       `json:"unfired"`
	Ledger  chaos.Ledger   `json:"ledger"`
	Twice   []chaos.Effect `json:"twice"`
	Calls   []chaos.Case   `json:"calls"`
}

type firedFault struct {
	Fault string `json:"fault"`
	Tool  string `json:"tool,omitempty"`
	Seen  int    `json:"seen"`
	Fired int    `json:"fired"`
}

// conclusion is what a run's verdict depends on besides the run.
type conclusion struct {
	out          io.Writer
	o            *chaosOptions
	plan         *chaos.Plan
	setup        auditSetup
	requirements []audit.Requirement
}

// write judges the run, tells the verdict, and leaves the reports where a folder
// is named.
func (c *conclusion) write(ctx context.Context, run *chaos.Run, specs []tool.Spec) error {
	seen := run.Trajectory(c.plan.Name, specs)
	if len(seen.Messages) == 0 {
		return c.idle()
	}
	folder, done, err := outputFolder(c.o.out)
	if err != nil {
		return exitWith(exitFailed, err, "name a folder that can be written with --out")
	}
	defer done()
	figures, gate, err := c.judge(ctx, folder, seen)
	if err != nil {
		return err
	}
	result := summarise(c.o, c.plan, run)
	result.Calls, err = casesOf(seen, &result.Ledger, filepath.Join(folder, "findings.jsonl"), &c.setup.judge.Classifier)
	if err == nil {
		err = writeFile(filepath.Join(folder, "chaos.json"), func(w io.Writer) error {
			encoder := json.NewEncoder(w)
			encoder.SetIndent("", "  ")
			return encoder.Encode(result)
		})
	}
	if err != nil {
		return exitWith(exitFailed, err, noRoom)
	}
	document := report.Audit(figures, gate, true)
	if err := errors.Join(report.WriteText(c.out, &document, columns(c.out)), result.tell(c.out, c.o.out)); err != nil {
		return err
	}
	if len(result.Unfired) > 0 && c.o.gate != "" {
		return exitWith(exitThreshold, fmt.Errorf("%d declared faults never occurred", len(result.Unfired)), "a gate holds only for what was tested")
	}
	return auditVerdict(gate)
}

const noRoom = "make room, or name another folder"

// judge audits the run as if it had been recorded by somebody else.
func (c *conclusion) judge(ctx context.Context, folder string, seen *trajectory.Trajectory) (*audit.Figures, []audit.Outcome, error) {
	file := filepath.Join(folder, "run.json")
	if err := writeFile(file, func(w io.Writer) error { return json.NewEncoder(w).Encode(seen) }); err != nil {
		return nil, nil, exitWith(exitFailed, err, noRoom)
	}
	job := auditJob{setup: c.setup, format: formatAuto, files: []string{file}, found: map[string]bool{}, out: folder, stderr: io.Discard}
	total, err := job.run(ctx)
	if err != nil {
		return nil, nil, err
	}
	figures := total.Figures()
	gate := audit.Gate(figures, c.requirements)
	return figures, gate, job.write(figures, gate)
}

// idle tells that there is nothing to judge.
func (c *conclusion) idle() error {
	fmt.Fprintln(c.out, "sequitur: the client made no call: there is nothing to judge") //nolint:errcheck // nobody may be there
	if c.o.gate != "" {
		return exitWith(exitInconclusive, errors.New("no call was made"), "let the agent work before the client ends")
	}
	return nil
}

// outputFolder makes the folder, or a temporary one that done removes.
func outputFolder(name string) (folder string, done func(), err error) {
	if name != "" {
		return name, func() {}, os.MkdirAll(name, 0o750)
	}
	folder, err = os.MkdirTemp("", "sequitur-chaos-")
	return folder, func() { _ = os.RemoveAll(folder) }, err
}
