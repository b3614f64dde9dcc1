package main

import (
	"bufio"
	"encoding/json"
	"os"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// casesOf says how the agent fared with each distinct call of a run.
func casesOf(t *trajectory.Trajectory, ledger *chaos.Ledger, findings string, classifier *fault.Classifier) ([]chaos.Case, error) {
	rights, err := rightsOf(findings)
	if err != nil {
		return nil, err
	}
	specs := map[string]*tool.Spec{}
	for i := range t.Tools {
		specs[t.Tools[i].Name] = &t.Tools[i]
	}
	type key struct{ tool, args string }
	places := map[key]int{}
	cases := []chaos.Case{}
	for ref, call := range t.Calls() {
		k := key{call.Tool, recovery.Fingerprint(call.Args)}
		i, ok := places[k]
		if !ok {
			i = len(cases)
			places[k] = i
			cases = append(cases, chaos.Case{Tool: k.tool, ArgsHash: k.args})
		}
		c := &cases[i]
		c.Asked++
		if at, ok := t.Answer(ref); ok {
			out := t.Messages[at].Outcome
			c.Answered = c.Answered || classifier.Classify(specs[call.Tool], call, out).Kind == fault.OK
		}
		if right, ok := rights[call.ID]; ok {
			both := right && (c.Right == nil || *c.Right)
			c.Right = &both
		}
	}
	for _, e := range ledger.Effects {
		if i, ok := places[key{e.Tool, e.ArgsHash}]; ok {
			cases[i].Done = e.Done
		}
	}
	return cases, nil
}

// rightsOf says for each call that failed whether what followed was right.
func rightsOf(findings string) (map[string]bool, error) {
	file, err := os.Open(findings)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	rights := map[string]bool{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var r audit.Record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, err
		}
		switch r.Refined {
		case judge.Match.String(), judge.Acceptable.String():
			rights[r.CallID] = true
		case judge.Mismatch.String():
			rights[r.CallID] = false
		}
	}
	return rights, lines.Err()
}
