//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/gateway/wire"
)

// The servers and clients, pinned. Node with npm and Python 3 have to be there.
var npmPackages = []string{
	"@modelcontextprotocol/server-everything@2026.8.31", "@modelcontextprotocol/server-filesystem@2026.8.31",
	"@modelcontextprotocol/server-memory@2026.8.31", "@modelcontextprotocol/sdk@1.32.2",
	"@modelcontextprotocol/inspector@2.12.0",
}

const pythonPackage = "mcp==2.3.0"

// mcpTools is what the tests of MCP run: our own program, servers and clients.
type mcpTools struct {
	sequitur string
	npm      string
	clients  map[string][]string // the command of each client, before its steps
}

func runIn(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func installMCP(t *testing.T) mcpTools {
	t.Helper()
	dir := t.TempDir()
	tools := mcpTools{sequitur: filepath.Join(dir, "sequitur"), npm: filepath.Join(dir, "npm")}
	runIn(t, "..", "go", "build", "-o", tools.sequitur, "./cmd/sequitur")
	goClient := filepath.Join(dir, "gosdk")
	runIn(t, "gosdk", "go", "build", "-o", goClient, ".")
	if err := os.Mkdir(tools.npm, 0o700); err != nil {
		t.Fatal(err)
	}
	runIn(t, tools.npm, "npm", append([]string{"install", "--silent", "--no-audit", "--no-fund"}, npmPackages...)...)
	venv := filepath.Join(dir, "venv")
	runIn(t, dir, "python3", "-m", "venv", venv)
	runIn(t, dir, filepath.Join(venv, "bin", "pip"), "install", "--quiet", pythonPackage)
	tools.clients = map[string][]string{
		"python":     {filepath.Join(venv, "bin", "python"), absolute(t, "testdata/mcp/client.py")},
		"typescript": {"node", absolute(t, "testdata/mcp/client.mjs"), tools.npm},
		"go":         {goClient},
	}
	return tools
}

// step is one call of a tool.
type step struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
}

// scenario is what a client does with a server. Each call of it succeeds.
type scenario struct {
	Calls     []step `json:"calls"`
	Resources bool   `json:"resources"`
	Prompts   bool   `json:"prompts"`
	Stubborn  string `json:"stubborn,omitempty"` // "all" repeats once what failed, "errors" what got no answer

	server func(dir string) []string // its command, for a fresh folder
}

func scenarios(npm string) map[string]scenario {
	bin := func(name string) string { return filepath.Join(npm, "node_modules", ".bin", name) }
	object := func(pairs ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			m[fmt.Sprint(pairs[i])] = pairs[i+1]
		}
		return m
	}
	entity := object("name", "Zoë", "entityType", "person", "observations", []string{"likes <tea> & \"cake\""})
	return map[string]scenario{
		"everything": {
			Calls: []step{
				{"echo", object("message", "größer < 1.50 & \u2028")},
				{"get-sum", object("a", 0.1, "b", 0.2)},
				{"get-tiny-image", object()},
				{"get-structured-content", object("location", "New York")},
				{"get-annotated-message", object("messageType", "success", "includeImage", true)},
				{"get-resource-links", object("count", 3)},
				{"trigger-long-running-operation", object("duration", 1, "steps", 4)},
			},
			Resources: true, Prompts: true,
			server: func(string) []string { return []string{bin("mcp-server-everything")} },
		},
		"filesystem": {
			Calls: []step{
				{"write_file", object("path", "DIR/a.txt", "content", "one\ntwo\n")},
				{"read_text_file", object("path", "DIR/a.txt")},
				{"read_text_file", object("path", "DIR/a.txt", "head", 1)},
				{"create_directory", object("path", "DIR/sub")},
				{"list_directory", object("path", "DIR")},
				{"directory_tree", object("path", "DIR")},
				{"edit_file", object("path", "DIR/a.txt", "edits", []any{object("oldText", "two", "newText", "zwei")})},
				{"search_files", object("path", "DIR", "pattern", "*.txt")},
				{"move_file", object("source", "DIR/a.txt", "destination", "DIR/sub/b.txt")},
				{"read_multiple_files", object("paths", []string{"DIR/sub/b.txt"})},
				{"list_allowed_directories", object()},
			},
			server: func(dir string) []string { return []string{bin("mcp-server-filesystem"), dir} },
		},
		"memory": {
			Calls: []step{
				{"create_entities", object("entities", []any{entity})},
				{"add_observations", object("observations", []any{object("entityName", "Zoë", "contents", []string{"is 3.0 m tall"})})},
				{"read_graph", object()},
				{"search_nodes", object("query", "tea")},
				{"open_nodes", object("names", []string{"Zoë"})},
				{"delete_entities", object("entityNames", []string{"Zoë"})},
			},
			server: func(dir string) []string {
				return []string{"env", "MEMORY_FILE_PATH=" + dir + "/memory.jsonl", bin("mcp-server-memory")}
			},
		},
	}
}

// converse runs a scenario, and returns what the client was answered: the result of
// each request, in its own bytes, by its identifier.
func converse(t *testing.T, s scenario, client, wrap []string) map[string]string {
	t.Helper()
	// The servers put their folder into their answers, so both runs have one.
	dir := filepath.Join(os.TempDir(), "sequitur-e2e", strings.ReplaceAll(t.Name(), "/", "-"))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	heard := filepath.Join(t.TempDir(), "heard.jsonl")
	file := filepath.Join(t.TempDir(), "steps.json")
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(data), "DIR", dir)), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append(slices.Clone(client[1:]), file, "sh", "-c", `tee_to="$1"; shift; "$@" | tee "$tee_to"`, "sh", heard)
	args = append(args, wrap...)
	runIn(t, dir, client[0], append(args, s.server(dir)...)...)
	return results(t, heard)
}

func results(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(data)) {
		m, err := wire.Parse([]byte(line))
		if err != nil {
			t.Fatalf("the client was sent %q", line)
		}
		if m.Result != nil {
			found[string(m.ID)] = string(m.Result)
		}
	}
	return found
}

// same holds what a client was answered through the guard against what it was
// answered directly.
func same(t *testing.T, s scenario, direct, wrapped map[string]string) {
	t.Helper()
	if diff := cmp.Diff(direct, wrapped); diff != "" {
		t.Fatalf("(-direct +wrapped):\n%s", diff)
	}
	if want := len(s.Calls) + 2; len(direct) < want {
		t.Fatalf("only %d requests were answered, want at least %d", len(direct), want)
	}
	t.Logf("%d answers are the same, byte for byte", len(direct))
}

// Every result that a real client draws from a real server through the guard is
// the one that it draws directly, byte for byte.
func TestRealServersAndClients(t *testing.T) {
	tools := installMCP(t)
	for name, s := range scenarios(tools.npm) {
		for _, client := range slices.Sorted(maps.Keys(tools.clients)) {
			t.Run(name+"/"+client, func(t *testing.T) {
				direct := converse(t, s, tools.clients[client], nil)
				wrapped := converse(t, s, tools.clients[client], []string{tools.sequitur, "mcp", "--"})
				same(t, s, direct, wrapped)
			})
		}
	}
	behindHTTP(t, tools)
}

// behindHTTP holds a server behind streamable HTTP against itself: its answers
// are those that it gives over standard output.
func behindHTTP(t *testing.T, tools mcpTools) {
	t.Helper()
	s := scenarios(tools.npm)["everything"]
	port := freePort(t)
	server := exec.CommandContext(t.Context(), s.server("")[0], "streamableHttp")
	server.Env = append(os.Environ(), "PORT="+port)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	waitForPort(t, port)
	for _, client := range slices.Sorted(maps.Keys(tools.clients)) {
		t.Run("http/"+client, func(t *testing.T) {
			direct := converse(t, s, tools.clients[client], nil)
			behind := s
			behind.server = func(string) []string {
				return []string{tools.sequitur, "mcp", "--url", "http://127.0.0.1:" + port + "/mcp"}
			}
			same(t, s, direct, converse(t, behind, tools.clients[client], nil))
		})
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func waitForPort(t *testing.T, port string) {
	t.Helper()
	var dialer net.Dialer
	for range 300 {
		conn, err := dialer.DialContext(t.Context(), "tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = conn.Close()
			return
		}
		<-time.After(100 * time.Millisecond)
	}
	t.Fatal("the server does not listen")
}
