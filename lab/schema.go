package lab

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

// specsFor returns the tools as the arm shows them to the model.
func specsFor(w *world.World, arm *Arm) []tool.Spec {
	specs := w.Specs()
	if arm.Schema != messageList {
		return specs
	}
	for i := range specs {
		if closed := w.Closed(specs[i].Name); len(closed) > 0 {
			specs[i].Input = listValues(specs[i].Input, closed)
		}
	}
	return specs
}

// listValues puts the values of closed parameters, with their meanings, into a
// tool's schema.
func listValues(input json.RawMessage, closed map[string][]tool.Value) json.RawMessage {
	var schema map[string]any
	if json.Unmarshal(input, &schema) != nil {
		return input
	}
	properties, ok := schema["properties"].(map[string]any)
	if !ok {
		return input
	}
	for name, values := range closed {
		property, ok := properties[name].(map[string]any)
		if !ok {
			continue
		}
		var text strings.Builder
		text.WriteString("One of:")
		for _, v := range values {
			text.WriteString("\n" + v.Name + ": " + v.Meaning)
		}
		property["enum"], property["description"] = names(values), text.String()
	}
	out, err := json.Marshal(schema)
	if err != nil {
		return input
	}
	return out
}

// knownSpecs returns the tools as the guard knows them: with the values of
// closed parameters, if the arm says so.
func knownSpecs(w *world.World, arm *Arm) []tool.Spec {
	specs := w.Specs()
	if !arm.Known {
		return specs
	}
	for i := range specs {
		parameters := maps.Clone(specs[i].Parameters)
		if parameters == nil {
			parameters = make(map[string]tool.Parameter)
		}
		for name, values := range w.Closed(specs[i].Name) {
			p := parameters[name]
			p.Closed, p.Values, p.Type = true, values, "string"
			parameters[name] = p
		}
		specs[i].Parameters = parameters
	}
	return specs
}
