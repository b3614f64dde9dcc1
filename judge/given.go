package judge

import (
	"github.com/sequitur-go/sequitur/provenance"
)

// givenSoFar is what the model was given up to a message. It only grows, since
// findings are made in order.
type givenSoFar struct {
	given provenance.Given
	next  int
	tools map[string]string
}

// upTo returns what the model was given before the message.
func (r *run) upTo(message int) *provenance.Given {
	g := &r.given
	if g.tools == nil {
		g.tools = map[string]string{}
	}
	for ; g.next < message; g.next++ {
		m := &r.t.Messages[g.next]
		for i := range m.Calls {
			g.tools[m.Calls[i].ID] = m.Calls[i].Tool
		}
		g.given.AddMessage(g.next, m, g.tools)
	}
	return &g.given
}
