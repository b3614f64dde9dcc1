//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	conformancePackage = "@modelcontextprotocol/conformance@0.1.16"
	referenceServer    = "github.com/modelcontextprotocol/go-sdk/conformance/everything-server"
)

// Every scenario of the MCP conformance suite that a reference server passes
// directly, it passes through the gateway, whether the gateway reaches it by URL
// or by command.
func TestConformance(t *testing.T) {
	dir := t.TempDir()
	sequitur, reference := filepath.Join(dir, "sequitur"), filepath.Join(dir, "reference")
	runIn(t, "..", "go", "build", "-o", sequitur, "./cmd/sequitur")
	runIn(t, "gosdk", "go", "build", "-o", reference, referenceServer)
	suite := installSuite(t, dir)
	port := freePort(t)
	background(t, port, reference, "-http=127.0.0.1:"+port, "-stateless=false")
	direct := conformance(t, suite, port)
	if len(direct) < 25 {
		t.Fatalf("directly, only %d scenarios pass", len(direct))
	}
	for name, upstream := range map[string]string{
		"url":     fmt.Sprintf(`{url: "http://127.0.0.1:%s/mcp"}`, port),
		"command": fmt.Sprintf(`{command: [%q]}`, reference),
	} {
		t.Run(name, func(t *testing.T) {
			own := freePort(t)
			config := filepath.Join(t.TempDir(), "gateway.yaml")
			text := fmt.Sprintf("upstreams: {reference: %s}\ngateway: {listen: \"127.0.0.1:%s\"}\n", upstream, own)
			if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			background(t, own, sequitur, "gateway", "--config", config)
			through := conformance(t, suite, own)
			for scenario := range direct {
				if !through[scenario] {
					t.Errorf("%s passes directly, and not through the gateway", scenario)
				}
			}
			t.Logf("%d of %d scenarios that pass directly pass through the gateway", len(through), len(direct))
		})
	}
}

// installSuite returns the suite's program. It imports globSync, which Node has
// since version 22, for a command that is not used here.
func installSuite(t *testing.T, dir string) string {
	t.Helper()
	runIn(t, dir, "npm", "install", "--silent", "--no-audit", "--no-fund", conformancePackage)
	dist := filepath.Join(dir, "node_modules", "@modelcontextprotocol", "conformance", "dist")
	program, err := os.ReadFile(filepath.Join(dist, "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	imported := regexp.MustCompile(`globSync as (\w+),`)
	name := imported.FindSubmatch(program)
	if name == nil {
		t.Fatal("the suite does not import globSync any more")
	}
	program = imported.ReplaceAll(program, nil)
	first, rest, _ := bytes.Cut(program, []byte("\n"))
	patched := filepath.Join(dist, "patched.mjs")
	if err := os.WriteFile(patched, fmt.Appendf(nil, "%s\nconst %s=()=>[];\n%s", first, name[1], rest), 0o600); err != nil {
		t.Fatal(err)
	}
	return patched
}

// background runs a program until the test ends, and waits until it listens.
func background(t *testing.T, port, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	waitForPort(t, port)
}

// conformance returns the scenarios that pass.
func conformance(t *testing.T, suite, port string) map[string]bool {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", suite, "server", "--url", "http://127.0.0.1:"+port+"/mcp")
	out, _ := cmd.CombinedOutput() // a failed scenario is a failed run; the lines say which
	passed := map[string]bool{}
	summary := regexp.MustCompile(`(?m)^✓ ([\w-]+): [1-9]\d* passed, 0 failed`)
	for _, match := range summary.FindAllSubmatch(out, -1) {
		passed[string(match[1])] = true
	}
	if len(passed) == 0 {
		t.Fatalf("no scenario passes:\n%s", strings.ToValidUTF8(string(out[max(len(out)-4096, 0):]), "?"))
	}
	return passed
}
