package sequitur_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The limits of one function and one file, in lines.
const (
	maxFunction = 80
	maxFile     = 600
)

const modulePath = "github.com/sequitur-go/sequitur"

// vocabulary is what every decision speaks: the pure packages.
const vocabulary = "tool fault recovery resolve feedback trajectory provenance"

// readers is what a reader of recordings may import.
const readers = "trajectory tool traceformat/format traceformat/stream traceformat/part"

// layersTable is the architecture: what a package may import of this module.
// A "+" allows third parties, a "*" everything. golang.org/x/text counts as the
// standard library. A package without a line fails the test; a line without a
// package is one that is yet to be built.
var layersTable = map[string]string{
	"tool":       "",
	"fault":      "tool",
	"recovery":   "tool fault",
	"resolve":    "tool",
	"feedback":   "tool fault recovery resolve",
	"learn":      "tool fault",
	"trajectory": "tool fault recovery",
	"provenance": "tool trajectory",
	"judge":      vocabulary,

	"traceformat/format": "trajectory",
	"traceformat/stream": "traceformat/format",
	"traceformat": "trajectory traceformat/format traceformat/stream +" +
		" traceformat/chat traceformat/claudecode traceformat/responses traceformat/native" +
		" traceformat/otlp traceformat/runtree traceformat/inspect traceformat/atif traceformat/mcplog" +
		" traceformat/sweagent traceformat/openhands traceformat/toolbench traceformat/geminicli traceformat/pi",
	"traceformat/part":       "trajectory tool traceformat/stream",
	"traceformat/formattest": "trajectory tool traceformat/format +",
	"traceformat/chat":       readers,
	"traceformat/claudecode": readers,
	"traceformat/responses":  readers,
	"traceformat/native":     readers + " journal",
	"traceformat/runtree":    readers + " traceformat/anychat traceformat/semconv traceformat/spantree",
	"traceformat/inspect":    readers + " traceformat/anychat +",
	"traceformat/atif":       readers + " traceformat/anychat",
	"traceformat/mcplog":     readers + " traceformat/anychat",
	"traceformat/sweagent":   readers + " traceformat/anychat",
	"traceformat/openhands":  readers + " traceformat/anychat",
	"traceformat/toolbench":  readers + " traceformat/anychat",
	"traceformat/geminicli":  readers + " traceformat/anychat",
	"traceformat/pi":         readers + " traceformat/anychat",
	"traceformat/anychat":    "tool trajectory traceformat/part traceformat/stream",
	"traceformat/spantree":   "tool trajectory traceformat/anychat traceformat/format traceformat/stream",
	"traceformat/semconv":    "tool trajectory traceformat/anychat traceformat/part traceformat/spantree traceformat/stream",
	"traceformat/otlp":       "trajectory traceformat/format traceformat/semconv traceformat/spantree traceformat/stream",

	"state":           "",
	"state/memory":    "state",
	"state/sqlite":    "state +",
	"state/statetest": "state",

	".":             vocabulary + " state state/memory internal/keep",
	"internal/keep": "state recovery tool fault",
	"journal":       "trajectory tool fault recovery +",

	"adapter/httpguard":  "tool +",
	"adapter/jsonschema": "tool +",
	"adapter/mcpguard":   "tool internal/rawjson +",
	"adapter/otelguard":  "tool fault recovery trajectory +",
	"adapter/webhook":    "+",
	"adapter/secrets":    "tool +",

	"gateway/wire": "tool internal/rawjson +",
	"gateway":      ". " + vocabulary + " state gateway/wire internal/rawjson adapter/mcpguard adapter/jsonschema +",

	"chaos":      "tool recovery trajectory inject internal/rawjson internal/strictyaml +",
	"inject":     "tool fault",
	"lab":        ". " + vocabulary + " state inject judge journal lab/world lab/model lab/agent lab/result +",
	"lab/world":  vocabulary + " +",
	"lab/model":  vocabulary + " lab/world +",
	"lab/agent":  ". " + vocabulary + " lab/world lab/model +",
	"frameworks": "",

	"lab/endpoint": vocabulary + " lab/model",
	"lab/fleet":    vocabulary + " frameworks inject lab/endpoint lab/model lab/wire lab/world",
	"lab/wire":     vocabulary + " inject lab/world +",
	"lab/result":   vocabulary + " judge +",
	"audit":        vocabulary + " judge lab/result internal/score",
	"report":       vocabulary + " judge audit lab/result +",

	"internal/clients":    "+",
	"internal/strictyaml": "+",
	"internal/config":     ". " + vocabulary + " state +",
	"internal/rawjson":    "",
	"internal/rubric":     "internal/strictyaml fault judge +",
	"internal/score":      "fault tool lab/result",
	"cmd/sequitur":        "*",
}

// layer returns the line of a package. Every example may import everything: it
// shows what a user may do.
func layer(pkg string) (string, bool) {
	if strings.HasPrefix(pkg, "examples/") || pkg == "e2e" {
		return "*", true
	}
	line, ok := layersTable[pkg]
	return line, ok
}

// goPackage is one parsed folder of this module.
type goPackage struct {
	set   *token.FileSet
	files map[string]*ast.File // production code, by path
	tests map[string]*ast.File
}

// packages parses the module in this process: a test that ran "go list" would be
// answered from the test cache after a package was added.
func packages(t *testing.T) map[string]*goPackage {
	t.Helper()
	found := map[string]*goPackage{}
	root := os.DirFS(".")
	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return skipFolder(root, file)
		case path.Ext(file) != ".go":
			return nil
		}
		p := found[path.Dir(file)]
		if p == nil {
			p = &goPackage{set: token.NewFileSet(), files: map[string]*ast.File{}, tests: map[string]*ast.File{}}
			found[path.Dir(file)] = p
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(p.set, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if strings.HasSuffix(file, "_test.go") {
			p.tests[file] = parsed
		} else {
			p.files[file] = parsed
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 5 {
		t.Fatalf("found only %d packages: the walk is broken", len(found))
	}
	return found
}

// skipFolder leaves out what is no package of this module: data, hidden folders,
// and modules of their own.
func skipFolder(root fs.FS, folder string) error {
	if folder == "." {
		return nil
	}
	name := path.Base(folder)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" {
		return fs.SkipDir
	}
	if _, err := fs.Stat(root, path.Join(folder, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

func TestArchitecture(t *testing.T) {
	t.Parallel()
	for name, p := range packages(t) {
		line, ok := layer(name)
		if !ok {
			t.Errorf("package %s has no line in layersTable", name)
			continue
		}
		for file, parsed := range p.files {
			for _, spec := range parsed.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if !allowed(line, imported) {
					t.Errorf("%s: package %s may not import %s", file, name, imported)
				}
			}
		}
	}
}

// allowed reports whether a package whose line is given may import the path.
func allowed(line, imported string) bool {
	want := "+"
	host, _, _ := strings.Cut(imported, "/")
	switch own, isOwn := strings.CutPrefix(imported, modulePath); {
	case isOwn && (own == "" || own[0] == '/'):
		want = path.Clean("./" + own)
	case !strings.Contains(host, "."), strings.HasPrefix(imported, "golang.org/x/text/"):
		return true
	}
	entries := strings.Fields(line)
	return slices.Contains(entries, want) || slices.Contains(entries, "*")
}

func TestAllowed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line, imported string
		want                 bool
	}{
		{"standard library", "", "net/http", true},
		{"unicode tables", "", "golang.org/x/text/width", true},
		{"listed", "tool fault", modulePath + "/fault", true},
		{"not listed", "tool", modulePath + "/fault", false},
		{"prefix of a listed name", "tool", modulePath + "/to", false},
		{"root", ". tool", modulePath, true},
		{"root not listed", "tool", modulePath, false},
		{"third party", "tool +", "github.com/google/go-cmp/cmp", true},
		{"third party not allowed", "tool", "github.com/google/go-cmp/cmp", false},
		{"sibling module of a like name", "tool", modulePath + "extra/x", false},
		{"everything", "*", modulePath + "/fault", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := allowed(test.line, test.imported); got != test.want {
				t.Errorf("allowed(%q, %q) = %v, want %v", test.line, test.imported, got, test.want)
			}
		})
	}
}

func TestPackagesAreDocumented(t *testing.T) {
	t.Parallel()
	for name, p := range packages(t) {
		if len(p.files) == 0 {
			continue // tests only
		}
		documented, program, example := false, false, false
		for _, parsed := range p.files {
			documented = documented || parsed.Doc != nil
			program = program || parsed.Name.Name == "main"
		}
		for _, parsed := range p.tests {
			example = example || hasExample(parsed)
		}
		if !documented {
			t.Errorf("package %s has no doc comment", name)
		}
		if !example && !program {
			t.Errorf("package %s has no Example", name)
		}
	}
}

func hasExample(file *ast.File) bool {
	return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Example")
	})
}

func TestSizes(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for file, parsed := range p.files {
			checkSize(t, p.set, file, parsed)
		}
	}
}

// checkSize looks at production code. A table of test cases may be long.
func checkSize(t *testing.T, set *token.FileSet, file string, parsed *ast.File) {
	t.Helper()
	lines := func(from, to token.Pos) int { return set.Position(to).Line - set.Position(from).Line + 1 }
	if n := set.File(parsed.Pos()).LineCount(); n > maxFile {
		t.Errorf("%s has %d lines, at most %d are allowed", file, n, maxFile)
	}
	for _, decl := range parsed.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := lines(f.Pos(), f.End()); n > maxFunction {
			t.Errorf("%s: func %s has %d lines, at most %d are allowed", set.Position(f.Pos()), f.Name.Name, n, maxFunction)
		}
	}
}
