package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAuditDocs runs every command of the audit's documentation as it is written,
// and looks for what the documentation shows of its output.
func TestAuditDocs(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "audit.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir, command := sandbox(t, root)
	ran := 0
	for _, block := range shellBlocks(string(text)) {
		var out bytes.Buffer
		for _, line := range block.commands {
			args := words(line)
			cmd := exec.CommandContext(t.Context(), command, args[1:]...)
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
			if err := cmd.Run(); err != nil {
				t.Fatalf("%s: %v\n%s", line, err, out.String())
			}
			ran++
		}
		for _, want := range block.output {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s prints no %q:\n%s", strings.Join(block.commands, "; "), want, out.String())
			}
		}
	}
	if ran < 10 {
		t.Errorf("only %d commands were found", ran)
	}
}

// sandbox is a folder with the repository's documents and samples in it, and the
// program under its name.
func sandbox(t *testing.T, root string) (dir, command string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"docs", "traceformat"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command = filepath.Join(dir, "sequitur")
	if err := os.Symlink(program, command); err != nil {
		t.Fatal(err)
	}
	return dir, command
}

// A shellBlock is a block of commands, and the lines that the block after it
// shows.
type shellBlock struct{ commands, output []string }

func shellBlocks(text string) []shellBlock {
	var all []shellBlock
	kind := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			kind = strings.TrimPrefix(line, "```")
			if kind == "sh" {
				all = append(all, shellBlock{})
			}
		case kind == "sh" && strings.HasPrefix(line, "sequitur "):
			last := &all[len(all)-1]
			last.commands = append(last.commands, line)
		case kind == "text" && len(all) > 0 && line != "":
			last := &all[len(all)-1]
			last.output = append(last.output, line)
		}
	}
	return all
}

// words cuts a command line at spaces outside of quotes.
func words(line string) []string {
	var all []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			all = append(all, part)
			continue
		}
		all = append(all, strings.Fields(part)...)
	}
	return all
}
