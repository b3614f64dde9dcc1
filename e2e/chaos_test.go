//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/chaos"
)

// chaosRun is what the command leaves in its folder.
type chaosRun struct {
	Faults []struct {
		Fault       string
		Seen, Fired int
	}
	Ledger chaos.Ledger
	Twice  []chaos.Effect
	Calls  []chaos.Case
}

// logged is a server's command that keeps what it is sent.
func logged(file string, command []string) []string {
	return append([]string{"sh", "-c", `log="$1"; shift; tee "$log" | "$@"`, "sh", file}, command...)
}

// reached counts the calls of tools in a server's own log.
func reached(t *testing.T, file string) int {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), `"method":"tools/call"`) + strings.Count(string(data), `"method": "tools/call"`)
}

func readRun(t *testing.T, dir string) chaosRun {
	t.Helper()
	var r chaosRun
	data, err := os.ReadFile(filepath.Join(dir, "chaos.json"))
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Under every preset a real client works on with real servers, and what the
// report says has reached the server is what the server was sent.
func TestChaosOnRealServers(t *testing.T) {
	tools := installMCP(t)
	for _, name := range []string{"everything", "memory"} {
		s := scenarios(tools.npm)[name]
		s.Stubborn, s.Resources, s.Prompts = "all", false, false
		for _, preset := range chaos.Presets() {
			t.Run(name+"/"+preset, func(t *testing.T) {
				dir := t.TempDir()
				file, log := filepath.Join(dir, "steps.json"), filepath.Join(dir, "log.jsonl")
				data, err := json.Marshal(s)
				if err == nil {
					err = os.WriteFile(file, data, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
				client := append(slices.Clone(tools.clients["python"]), file, tools.sequitur, "chaos", "--preset", preset, "--out", dir, "--quiet", "--")
				runIn(t, dir, client[0], append(client[1:], logged(log, s.server(dir))...)...)
				r := readRun(t, dir)
				fired := 0
				for _, f := range r.Faults {
					fired += f.Fired
				}
				// Every tool of one server says that it only reads: no write can be lost.
				idle := name == "everything" && preset == "lost-writes"
				if got := reached(t, log); got != r.Ledger.Reached || (fired == 0) != idle || len(r.Calls) != len(s.Calls) {
					t.Errorf("%d calls are in the server's log, %d in the report; %d faults, %d distinct calls of %d", got, r.Ledger.Reached, fired, len(r.Calls), len(s.Calls))
				}
				if _, err := os.Stat(filepath.Join(dir, "report.html")); err != nil {
					t.Error(err)
				}
			})
		}
	}
	inspect(t, tools)
	lostWrites(t, tools)
}

// inspect drives the command with the MCP Inspector's own command line.
func inspect(t *testing.T, tools mcpTools) {
	t.Helper()
	t.Run("inspector", func(t *testing.T) {
		dir := t.TempDir()
		s := scenarios(tools.npm)["everything"]
		inspector := filepath.Join(tools.npm, "node_modules", ".bin", "mcp-inspector")
		args := []string{"--cli", tools.sequitur, "chaos", "--fault", "echo:forbidden", "--out", dir, "--quiet", "--"}
		args = append(args, s.server(dir)...)
		args = append(args, "--method", "tools/call", "--tool-name", "echo", "--tool-arg", "message=hello")
		cmd := exec.CommandContext(t.Context(), inspector, args...)
		out, err := cmd.CombinedOutput()
		if !strings.Contains(string(out), "status code 403") {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

// lostWrites: a client that repeats writes twice on a bare server, which is found,
// and not once where the guard has a read-back.
func lostWrites(t *testing.T, tools mcpTools) {
	t.Helper()
	t.Run("lost writes", func(t *testing.T) {
		dir := t.TempDir()
		policy, file := filepath.Join(dir, "policy.yaml"), filepath.Join(dir, "steps.json")
		const contract = "tools:\n  create_entities: {access: write, verify: {tool: search_nodes, args: {query: tea}}}\n  search_nodes: {access: read}\n"
		if err := os.WriteFile(policy, []byte(contract), 0o600); err != nil {
			t.Fatal(err)
		}
		s := scenarios(tools.npm)["memory"]
		s.Stubborn = "errors"
		s.Calls = s.Calls[:1]
		data, err := json.Marshal(s)
		if err == nil {
			err = os.WriteFile(file, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]int{"bare": 1, "guarded": 0} {
			out := filepath.Join(dir, name)
			args := []string{file, tools.sequitur, "chaos", "--preset", "lost-writes", "--out", out, "--quiet", "--config", policy}
			if name == "guarded" {
				args = append(args, "--guard")
			}
			args = append(append(args, "--"), s.server(dir)...)
			client := tools.clients["python"]
			runIn(t, dir, client[0], append(slices.Clone(client[1:]), args...)...)
			if r := readRun(t, out); len(r.Twice) != want {
				t.Errorf("%s: %d effects ran twice, want %d: %+v", name, len(r.Twice), want, r.Ledger)
			}
		}
	})
}
