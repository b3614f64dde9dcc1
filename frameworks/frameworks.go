// Package frameworks holds the lab's agents in Python: the smallest idiomatic
// agent of each framework, with everything that it needs pinned by hash. Each is
// a worker: one process that plays many trials, asked over standard input and
// output.
//
//   - [List] and [Lookup] say what there is, and what an installation costs.
//   - [Installer] makes a virtual environment for each, and can be run again.
//   - [Worker] is one running process.
//
// The protocol between the lab and a worker stands in worker.py.
package frameworks

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// A Framework is one agent framework.
type Framework struct {
	// Name is the folder's name, Title the framework's own.
	Name, Title string
	// Version is the framework's pinned release.
	Version string
	// Packages, Megabytes and Seconds are what an installation with cold caches
	// was measured to hold and to take; a slow network takes longer.
	Packages, Megabytes, Seconds int
	// Text says that the framework has a switch of its own by which the model is
	// given a tool's error as text, where it is not given it anyway.
	Text bool
	// Python lists the interpreters to try, best first.
	Python []string
}

var anyPythonNames = []string{"python3", "python3.12", "python3.13", "python3.11", "python"}

// frameworkTable lists the frameworks. CrewAI's MCP client adds an error to each
// result under Python 3.11.
var frameworkTable = []Framework{
	{"ag2", "AG2", "1.2.1", 37, 58, 5, false, anyPythonNames},
	{"anthropic", "Anthropic tool runner", "2.14.0", 32, 52, 5, false, anyPythonNames},
	{"autogen", "AutoGen", "0.7.5", 46, 101, 5, true, anyPythonNames},
	{"crewai", "CrewAI", "1.15.30", 137, 835, 30, false, []string{"python3.12", "python3.13", "python3", "python"}},
	{"langgraph", "LangGraph", "1.2.24", 67, 122, 10, true, anyPythonNames},
	{"openai_agents", "OpenAI Agents", "0.24.0", 38, 59, 5, true, anyPythonNames},
	{"pydantic_ai", "Pydantic AI", "2.68.0", 62, 116, 10, true, anyPythonNames},
}

//go:embed worker.py */agent.py */requirements.txt
var files embed.FS

// List returns all frameworks, by name.
func List() []Framework { return slices.Clone(frameworkTable) }

// Names returns their names.
func Names() []string {
	names := make([]string, len(frameworkTable))
	for i := range frameworkTable {
		names[i] = frameworkTable[i].Name
	}
	return names
}

// Lookup returns the framework of that name. The error lists them all.
func Lookup(name string) (Framework, error) {
	for i := range frameworkTable {
		if frameworkTable[i].Name == name {
			return frameworkTable[i], nil
		}
	}
	return Framework{}, fmt.Errorf("framework must be one of %s, got %q", strings.Join(Names(), ", "), name)
}
