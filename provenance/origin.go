package provenance

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// An Origin is one value of a call's arguments, and where it comes from.
type Origin struct {
	// Path is the argument's path ("filter.status", "items[2].id").
	Path  string
	Value string
	// Source is where the value comes from, if Found.
	Source Source
	Found  bool
}

// Origins returns the texts and numbers of a call's arguments, by path, with
// the source of each. Flags and null have no origin.
func (g *Given) Origins(args json.RawMessage) []Origin {
	decoder := json.NewDecoder(bytes.NewReader(args))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	return g.origins(nil, "", value)
}

func (g *Given) origins(all []Origin, path string, value any) []Origin {
	switch value := value.(type) {
	case string:
		return append(all, g.origin(path, value))
	case json.Number:
		return append(all, g.origin(path, value.String()))
	case []any:
		for i, item := range value {
			all = g.origins(all, path+"["+strconv.Itoa(i)+"]", item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			at := name
			if path != "" {
				at = path + "." + name
			}
			all = g.origins(all, at, value[name])
		}
	}
	return all
}

func (g *Given) origin(path, value string) Origin {
	source, ok := g.Find(value)
	return Origin{Path: path, Value: value, Source: source, Found: ok}
}

// AddMessage adds what a message of a trajectory gave the model: its text, the
// arguments of its calls, and the outcome. The index is its place in the
// trajectory; tools names the tool that each call identifier stands for, and
// may be nil.
func (g *Given) AddMessage(index int, m *trajectory.Message, tools map[string]string) {
	kind := FromUnknown
	switch m.Role {
	case trajectory.RoleUser:
		kind = FromUser
	case trajectory.RoleSystem:
		kind = FromSystem
	case trajectory.RoleAssistant:
		kind = FromModel
	case trajectory.RoleTool:
		kind = FromTool
	}
	source := Source{Kind: kind, CallID: m.CallID, Tool: tools[m.CallID], Message: index}
	g.Add(source, m.Text)
	for i := range m.Calls {
		call := &m.Calls[i]
		g.Add(Source{Kind: FromArguments, Tool: call.Tool, CallID: call.ID, Message: index}, string(call.Args))
	}
	if m.Outcome != nil {
		g.addOutcome(source, m.Outcome)
	}
}

func (g *Given) addOutcome(source Source, out *tool.Outcome) {
	g.Add(source, out.Body)
	g.Add(source, out.Note)
	if out.Err != nil && out.Body == "" {
		g.Add(source, out.Err.Error())
	}
}
