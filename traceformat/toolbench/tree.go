package toolbench

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// builder makes runs of a tree's paths.
type builder struct {
	runs []*trajectory.Trajectory
}

// path is where a run stands in the tree: what was thought, and the tool that
// was named, since the last call.
type path struct {
	run     *trajectory.Trajectory
	thought string
	action  string
	named   bool
}

// walk follows a node and what is below it. The first child, or the one that
// leads to an answer, goes on with the run.
func (b *builder) walk(p path, node stream.Value) {
	p.take(node)
	var children []stream.Value
	best := 0
	for child := range node.Get("children").Elements() {
		if finished(child) && (len(children) == 0 || !finished(children[best])) {
			best = len(children)
		}
		children = append(children, child)
	}
	if len(children) == 0 {
		p.flush()
		return
	}
	fork := p
	b.walk(p, children[best])
	for i, child := range children {
		if i == best {
			continue
		}
		fork.run = b.branch()
		b.walk(fork, child)
	}
}

// branch begins a run for a way that the search tried besides.
func (b *builder) branch() *trajectory.Trajectory {
	main := b.runs[0]
	t := &trajectory.Trajectory{
		ID: fmt.Sprintf("%s~%d", main.ID, len(b.runs)), Parent: main.ID, Source: main.Source, Agent: main.Agent, Model: main.Model, Task: main.Task, Tools: main.Tools,
	}
	b.runs = append(b.runs, t)
	return t
}

// finished says whether a node, or one below it, ends with an answer.
func finished(node stream.Value) bool {
	if done, _ := node.Get("finished").Bool(); done {
		return true
	}
	for child := range node.Get("children").Elements() {
		if finished(child) {
			return true
		}
	}
	return false
}

// chains reads plain chains: every try is a run.
func (b *builder) chains(v stream.Value) {
	all := []stream.Value{chain(v)}
	if tries := v.Get("trys"); tries.Kind() == '[' {
		all = nil
		for try := range tries.Elements() {
			all = append(all, chain(try))
		}
	}
	for i, nodes := range all {
		p := path{run: b.runs[0]}
		if i > 0 {
			p.run = b.branch()
		}
		for node := range nodes.Elements() {
			p.take(node)
		}
		p.flush()
	}
}

// take takes in one node.
func (p *path) take(node stream.Value) {
	text := node.Get("description").Text()
	switch node.Get("node_type").Text() {
	case "Thought":
		if p.named {
			p.call("", nil)
		}
		p.thought = strings.TrimSpace(p.thought + "\n" + text)
	case "Action":
		if p.named {
			p.call("", nil)
		}
		p.action, p.named = text, true
	case "Action Input":
		if p.named {
			p.call(text, node)
		}
	}
}

// call adds a call, and its outcome where it has one.
func (p *path) call(input string, node stream.Value) {
	call := tool.Call{Tool: p.action}
	if input = strings.TrimSpace(input); input != "" {
		call.Args = []byte(input)
	}
	p.add(trajectory.Message{Role: trajectory.RoleAssistant, Text: p.thought, Calls: []tool.Call{call}})
	p.thought, p.action, p.named = "", "", false
	if observed := node.Get("observation"); observed.Exists() {
		p.add(trajectory.Message{Role: trajectory.RoleTool, Outcome: &tool.Outcome{
			Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Flag: flag(node.Get("observation_code")), Body: observed.Text(),
		}})
	}
}

// flush adds what stands open at the end of a path.
func (p *path) flush() {
	if p.named {
		p.call("", nil)
	}
	if p.thought != "" {
		p.add(trajectory.Message{Role: trajectory.RoleAssistant, Text: p.thought})
		p.thought = ""
	}
}

func (p *path) add(m trajectory.Message) { p.run.Messages = append(p.run.Messages, m) }

// The codes of observations that are no failures: a normal response, the final
// answer, and the model's own wish to try another way.
const (
	codeNormal = 0
	codeAnswer = 3
	codePruned = 4
)

// flag reads an observation's code.
func flag(code stream.Value) tool.Flag {
	if code.Kind() != '0' {
		return tool.FlagNone
	}
	switch code.Int() {
	case codeNormal, codeAnswer:
		return tool.FlagSuccess
	case codePruned:
		return tool.FlagNone
	default:
		return tool.FlagFailure
	}
}
