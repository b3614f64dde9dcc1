package sequitur

import "github.com/sequitur-go/sequitur/tool"

// Specs returns the declared tools as a model should be told of them, in their
// order: the known values of closed parameters stand in the input schemas. A
// model that can read the values from the start rarely makes one up, which no
// message afterwards can match.
func (g *Guard) Specs(limits tool.Enrichment) []tool.Spec {
	specs := make([]tool.Spec, 0, len(g.registry.names))
	for _, name := range g.registry.names {
		spec := g.registry.declared[name].spec
		spec.Input = limits.Input(&spec)
		specs = append(specs, spec)
	}
	return specs
}
