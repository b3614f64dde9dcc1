package frameworks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/frameworks"
)

// python stands for an interpreter: it notes what it is asked, makes an
// environment with itself in it, and runs as a worker that is ready.
const python = `#!/bin/sh
echo "$@" >> %[1]q
case "$*" in
  *"-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python";;
  *"-m pip"*) if [ -e %[2]q ]; then echo 'hash mismatch' >&2; exit 1; fi;;
  *agent.py*) echo '{"ready":true}'; while read -r line; do :; done;;
esac
`

func TestInstall(t *testing.T) {
	dir := t.TempDir()
	log, broken := filepath.Join(dir, "log"), filepath.Join(dir, "broken")
	place := filepath.Join(dir, "python3")
	for file, text := range map[string]string{place: fmt.Sprintf(python, log, broken), broken: ""} {
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin") // no uv
	f, err := frameworks.Lookup("openai_agents")
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	in := frameworks.Installer{Dir: filepath.Join(dir, "cache"), Tell: func(step string) { steps = append(steps, step) }}
	if err := in.Install(t.Context(), f); err == nil || !strings.Contains(err.Error(), "install openai_agents: hash mismatch") || in.Installed(f) {
		t.Fatalf("a broken download: %v, installed %v", err, in.Installed(f))
	}
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
	if err := in.Install(t.Context(), f); err != nil || !in.Installed(f) {
		t.Fatalf("the second time: %v, installed %v", err, in.Installed(f))
	}
	before := count(t, log)
	if err := in.Install(t.Context(), f); err != nil || count(t, log) != before {
		t.Errorf("the third time: %v, after %d commands %d", err, before, count(t, log))
	}
	want := []string{
		"openai_agents 0.24.0: 38 packages, about 59 MB, into " + filepath.Join(dir, "cache", "openai_agents"),
		"openai_agents 0.24.0: 38 packages, about 59 MB, into " + filepath.Join(dir, "cache", "openai_agents"),
		"openai_agents 0.24.0: trying it", "openai_agents 0.24.0: ready", "openai_agents 0.24.0 is installed",
	}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	data, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(data), "--require-hashes") {
		t.Errorf("hashes are not asked for: %v in %s", err, data)
	}
}

func count(t *testing.T, log string) int {
	t.Helper()
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), "\n")
}

func TestInstallWithoutPython(t *testing.T) {
	t.Parallel()
	f, err := frameworks.Lookup("crewai")
	if err != nil {
		t.Fatal(err)
	}
	in := frameworks.Installer{Dir: t.TempDir(), Python: "there-is-no-such-python"}
	if err := in.Install(t.Context(), f); err == nil || err.Error() != "crewai needs Python 3.11 or newer; none of there-is-no-such-python is one" {
		t.Errorf("error %v", err)
	}
}

// Each package of each framework is pinned, with hashes, from no place but the
// user's own index.
func TestRequirementsArePinned(t *testing.T) {
	t.Parallel()
	pin := regexp.MustCompile(`^[A-Za-z0-9._-]+==\S+`)
	for _, f := range frameworks.List() {
		data, err := os.ReadFile(filepath.Join(f.Name, "requirements.txt"))
		if err != nil {
			t.Fatal(err)
		}
		packages, hashed := 0, true
		for line := range strings.Lines(string(data)) {
			switch text := strings.TrimSpace(line); {
			case strings.HasPrefix(text, "#"), text == "":
			case strings.HasPrefix(text, "--hash=sha256:"):
				hashed = true
			case !pin.MatchString(text) || !hashed:
				t.Errorf("%s: %q is not pinned, or the one before has no hash", f.Name, text)
			default:
				packages++
				hashed = false
			}
		}
		if packages < 20 || !hashed || strings.Contains(string(data), "://") {
			t.Errorf("%s: %d packages, the last one hashed: %v", f.Name, packages, hashed)
		}
		agent, err := os.ReadFile(filepath.Join(f.Name, "agent.py"))
		if err != nil || !strings.Contains(string(agent), `worker.serve("`+f.Name+`"`) {
			t.Errorf("%s: the agent serves under another name: %v", f.Name, err)
		}
		if !strings.Contains(string(data), "=="+f.Version) {
			t.Errorf("%s: version %s is not the pinned one", f.Name, f.Version)
		}
	}
}

func ExampleLookup() {
	_, err := frameworks.Lookup("smolagents")
	fmt.Println(err)
	// Output:
	// framework must be one of ag2, anthropic, autogen, crewai, langgraph, openai_agents, pydantic_ai, got "smolagents"
}
