package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The files of the documentation that are held against the program.
const (
	docsPolicy = "../../docs/example-policy.yaml"
	docsLines  = "../../docs/faults.jsonl"
	docsPage   = "../../docs/faults.md"
)

// The page of faults says what its command prints: the verdict of each kind in
// the table, and the message in the kind's own section.
func TestFaultsPageIsTrue(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(docsPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	seen := map[string]bool{}
	for line := range strings.Lines(output(t, "classify", "--jsonl", "--policy", docsPolicy, docsLines)) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		kind := a.Kind.String()
		if kind == "ok" || seen[kind] {
			continue
		}
		seen[kind] = true
		verdict := a.Verdict.Action.String()
		if a.Verdict.After != "0s" {
			verdict += " after " + a.Verdict.After
		}
		row := fmt.Sprintf("| [%[1]s](#%[1]s) | %s | %s | %s | %s |", kind, yes(a.Retryable), a.Effect, verdict, a.Verdict.Reason)
		if !strings.Contains(page, row+"\n") {
			t.Errorf("the table lacks the row\n%s", row)
		}
		_, section, _ := strings.Cut(page, "\n## "+kind+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if !strings.Contains(section, "\n"+a.Message+"\n") {
			t.Errorf("the section of %s lacks its message %q", kind, a.Message)
		}
	}
	if want := strings.Count(page, "\n## "); len(seen) < 19 || want < len(seen) {
		t.Errorf("%d kinds are printed, %d have a section; want all 19", len(seen), want)
	}
}

// The example of a policy is a policy.
func TestExamplePolicyIsGood(t *testing.T) {
	t.Parallel()
	output(t, "config", "check", docsPolicy)
}

// output runs the program, which has to pass without a complaint.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != 0 || stderr.Len() > 0 {
		t.Fatalf("%v: exit code %d, stderr %q", args, code, stderr.String())
	}
	return stdout.String()
}

// What the READMEs show of the first command is what it prints.
func TestReadmeIsTrue(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"../../README.md", "../../README.zh-CN.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, block, _ := strings.Cut(string(data), "```console\n")
		block, _, _ = strings.Cut(block, "```")
		command, want, _ := strings.Cut(block, "\n")
		_, input, _ := strings.Cut(command, "printf '")
		input, _, ok := strings.Cut(input, "' | go run ./cmd/sequitur classify")
		if !ok {
			t.Fatalf("%s: the first command is %q", name, command)
		}
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), []string{"classify"}, strings.NewReader(input), &stdout, &stderr); code != 0 || stdout.String() != want {
			t.Errorf("%s shows\n%sprinted is\n%s%s", name, want, stdout.String(), stderr.String())
		}
	}
}
