package clients_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sequitur-go/sequitur/internal/clients"
)

var update = flag.Bool("update", false, "write the golden files again")

// keyOf is the member that a client of that test file names its servers by.
func keyOf(name string) string {
	switch {
	case strings.HasPrefix(name, "vscode"):
		return "servers"
	case strings.HasPrefix(name, "opencode"):
		return "mcp"
	default:
		return "mcpServers"
	}
}

// Each file in testdata is a client's; beside it stands what the edit makes of
// all its servers.
func TestEdit(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			place := clients.Place{File: file, Key: keyOf(filepath.Base(file))}
			f, err := clients.Read(place)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range f.Servers() {
				if s.Guarded || s.Refused != "" {
					continue
				}
				if err := f.Edit(&s, clients.Guard{Program: "sequitur", Config: "sequitur/" + s.Name + ".yaml"}); err != nil {
					t.Error(err)
				}
			}
			golden := strings.TrimSuffix(file, ".json") + ".golden"
			if *update {
				if err := os.WriteFile(golden, f.Text(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(f.Text())); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			checkGuarded(t, place, f.Text())
		})
	}
}

// checkGuarded reads an edited file again: every server that can be is guarded.
func checkGuarded(t *testing.T, place clients.Place, text []byte) {
	t.Helper()
	again, err := clients.Parse(place, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range again.Servers() {
		if !s.Guarded && s.Refused == "" {
			t.Errorf("%s is not guarded: %+v", s.Name, s)
		}
		if s.Guarded && again.Edit(&s, clients.Guard{Program: "sequitur"}) == nil {
			t.Errorf("%s was guarded twice", s.Name)
		}
	}
}

func TestServers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want clients.Server
	}{
		"command":        {`{"command":"npx","args":["-y","x"],"env":{"K":"v"}}`, clients.Server{Command: "npx", Args: []string{"-y", "x"}, Env: map[string]string{"K": "v"}}},
		"whole line":     {`{"type":"local","command":["npx","-y","x"]}`, clients.Server{Command: "npx", Args: []string{"-y", "x"}}},
		"address":        {`{"httpUrl":"https://a.example/mcp"}`, clients.Server{URL: "https://a.example/mcp"}},
		"guarded":        {`{"command":"/opt/bin/sequitur","args":["mcp","--","npx"]}`, clients.Server{Command: "/opt/bin/sequitur", Args: []string{"mcp", "--", "npx"}, Guarded: true}},
		"guarded, there": {`{"command":"C:\\bin\\sequitur.exe","args":["mcp"]}`, clients.Server{Command: `C:\bin\sequitur.exe`, Args: []string{"mcp"}, Guarded: true}},
		"another of us":  {`{"command":"sequitur","args":["lab"]}`, clients.Server{Command: "sequitur", Args: []string{"lab"}}},
		"old transport":  {`{"type":"sse","url":"https://a.example/x"}`, clients.Server{URL: "https://a.example/x", Refused: "it speaks the old HTTP+SSE transport, which is not guarded"}},
		"nothing":        {`{}`, clients.Server{Refused: "it names neither a command nor an address"}},
		"no object":      {`7`, clients.Server{Refused: "the entry is not of a known form"}},
		"odd command":    {`{"command":{"path":"x"}}`, clients.Server{Refused: "its command is not of a known form"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := clients.Parse(clients.Place{File: "x", Key: "mcpServers"}, []byte(`{"mcpServers":{"a/b~c":`+c.text+`}}`))
			if err != nil {
				t.Fatal(err)
			}
			got := f.Servers()
			if len(got) != 1 {
				t.Fatalf("%d servers", len(got))
			}
			c.want.Name = "a/b~c"
			if diff := cmp.Diff(c.want, got[0], cmpopts.IgnoreUnexported(clients.Server{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "[]", "{", `{"mcpServers": {`, "7"} {
		if f, err := clients.Parse(clients.Place{File: "settings.json"}, []byte(text)); err == nil || !strings.Contains(err.Error(), "settings.json") {
			t.Errorf("%q: %v, %v", text, f, err)
		}
	}
	for text, want := range map[string]int{"{}": 0, `{"mcpServers": [1]}`: 1, `{"mcpServers": null}`: 0, `{"projects": 7}`: 0} {
		f, err := clients.Parse(clients.Place{File: "x", Key: "mcpServers"}, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Servers(); len(got) != want || want == 1 && got[0].Refused == "" {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// A file is written with its copy beside it, and put back.
func TestWriteAndUndo(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "mcp.json")
	const before = "{\n  // ours\n  \"mcpServers\": {\"fs\": {\"command\": \"npx\"}},\n}\n"
	write(t, file, before)
	place := clients.Place{File: file, Key: "mcpServers"}
	edit := func() error {
		f, err := clients.Read(place)
		if err != nil {
			return err
		}
		for _, s := range f.Servers() {
			if err := f.Edit(&s, clients.Guard{Program: "sequitur"}); err != nil {
				return err
			}
		}
		return f.Write()
	}
	if err := edit(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, file); !strings.Contains(got, `"args": ["mcp", "--", "npx"]`) || !strings.Contains(got, "// ours") {
		t.Errorf("edited: %s", got)
	}
	stale, err := clients.Read(place)
	if err != nil {
		t.Fatal(err)
	}
	guarded := read(t, file)
	write(t, file, guarded+"// later\n")
	if err := stale.Write(); err == nil || read(t, file) != guarded+"// later\n" {
		t.Errorf("somebody else's change was overwritten: %v", err)
	}
	for i, want := range []bool{true, false} {
		done, kept, err := clients.Undo(place)
		if err != nil || done != want || len(kept) > 0 {
			t.Errorf("undo %d: %v, %v, %v", i, done, kept, err)
		}
	}
	if got := read(t, file); got != before+"// later\n" {
		t.Errorf("undone: %q", got)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// A link stays one, and what it leads to is edited and put back.
func TestLink(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	target, link := filepath.Join(folder, "real.json"), filepath.Join(folder, "mcp.json")
	const before = `{"mcpServers": {"fs": {"command": "npx"}}}`
	write(t, target, before)
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	place := clients.Place{File: link, Key: "mcpServers"}
	f, err := clients.Read(place)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Servers() {
		if err := f.Edit(&s, clients.Guard{Program: "sequitur"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Write(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(read(t, target), `"sequitur"`) {
		t.Error("the file behind the link was not edited")
	}
	if done, _, err := clients.Undo(place); !done || err != nil || read(t, target) != before {
		t.Errorf("undone: %v, %v, %s", done, err, read(t, target))
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
}

// A guarded server can be given a policy later; its own line is what it was.
func TestConfigure(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"command": "sequitur", "args": ["mcp", "--", "npx", "x"]}`:       `{"command": "sequitur", "args": ["mcp", "--config", "p.yaml", "--", "npx", "x"]}`,
		`{"type": "local", "command": ["sequitur", "mcp", "--", "npx"]}`:   `{"type": "local", "command": ["sequitur", "mcp", "--config", "p.yaml", "--", "npx"]}`,
		`{"command": "sequitur", "args": ["mcp", "--url", "https://a/b"]}`: `{"command": "sequitur", "args": ["mcp", "--config", "p.yaml", "--url", "https://a/b"]}`,
	} {
		f, err := clients.Parse(clients.Place{File: "x", Key: "mcp"}, []byte(`{"mcp": {"s": `+text+`}}`))
		if err != nil {
			t.Fatal(err)
		}
		s := f.Servers()[0]
		own := s.Own()
		if err := f.Configure(&s, "p.yaml"); err != nil {
			t.Error(err)
		}
		if got := string(f.Text()); got != `{"mcp": {"s": `+want+`}}` {
			t.Errorf("got %s", got)
		}
		again, err := clients.Parse(clients.Place{File: "x", Key: "mcp"}, f.Text())
		if err != nil {
			t.Fatal(err)
		}
		if s := again.Servers()[0]; s.Config != "p.yaml" || !slices.Equal(s.Own(), own) || f.Configure(&s, "other") == nil {
			t.Errorf("config %q, own line %v, was %v", s.Config, s.Own(), own)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for os, want := range map[string]string{
		"linux": "/home/ann/.config/Claude/claude_desktop_config.json", "darwin": "/home/ann/Library/Application Support/Claude/claude_desktop_config.json",
	} {
		found := false
		for _, p := range (clients.System{Folder: "/src/shop", Home: "/home/ann", OS: os}).Places() {
			found = found || p.File == want
			if p.Shared != strings.HasPrefix(p.File, "/src/shop/") {
				t.Errorf("%s: shared %v", p.File, p.Shared)
			}
		}
		if !found {
			t.Errorf("%s: %s is not looked at", os, want)
		}
	}
	seen := map[string]bool{}
	for _, p := range (clients.System{Folder: "/home/ann", Home: "/home/ann", OS: "linux"}).Places() {
		if seen[p.File] {
			t.Errorf("%s is listed twice", p.File)
		}
		seen[p.File] = true
	}
}

func FuzzEdit(f *testing.F) {
	f.Add(`{"mcpServers":{"a":{"command":"x","args":["y"]}}}`)
	f.Add(`{"mcpServers":{"a":{"url":"https://a/","headers":{"X-Key":"v"}}}} // c`)
	f.Add("{\n\t\"mcpServers\": {\n\t\t\"a\": {\"command\": [\"x\"],},\n\t},\n}")
	f.Fuzz(func(t *testing.T, text string) {
		place := clients.Place{File: "x", Key: "mcpServers"}
		file, err := clients.Parse(place, []byte(text))
		if err != nil {
			return
		}
		for _, s := range file.Servers() {
			if s.Guarded || s.Refused != "" {
				continue
			}
			if err := file.Edit(&s, clients.Guard{Program: "sequitur"}); err != nil {
				t.Error(err)
			}
		}
		if _, err := clients.Parse(place, file.Text()); err != nil {
			t.Errorf("the edit of %q cannot be read: %v", text, err)
		}
	})
}

// The guard's line stands in front of the server's own.
func ExampleFile_Edit() {
	f, err := clients.Parse(clients.Place{File: ".mcp.json", Key: "mcpServers"}, []byte(`{"mcpServers": {"fs": {"command": "npx", "args": ["-y", "server-fs"]}}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range f.Servers() {
		fmt.Println(f.Edit(&s, clients.Guard{Program: "sequitur"}))
	}
	fmt.Println(string(f.Text()))
	// Output:
	// <nil>
	// {"mcpServers": {"fs": {"command": "sequitur", "args": ["mcp", "--", "npx", "-y", "server-fs"]}}}
}
