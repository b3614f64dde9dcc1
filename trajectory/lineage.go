package trajectory

import (
	"iter"

	"github.com/sequitur-go/sequitur/tool"
)

// A CallRef is a call's identity in its trajectory. Models reuse identifiers
// such as "call_1", so an identifier names a call only together with the
// message that carried it.
type CallRef struct {
	Message int    // index in Messages
	Index   int    // index in the message's Calls
	ID      string // the model's identifier; some recordings have none
}

// Calls yields every call of the trajectory in order.
func (t *Trajectory) Calls() iter.Seq2[CallRef, *tool.Call] {
	return func(yield func(CallRef, *tool.Call) bool) {
		for m := range t.Messages {
			for i := range t.Messages[m].Calls {
				call := &t.Messages[m].Calls[i]
				if !yield(CallRef{Message: m, Index: i, ID: call.ID}, call) {
					return
				}
			}
		}
	}
}

// Answer returns the index of the message that answers the call. With an
// identifier that is the first such answer before another message uses the
// identifier again; without one, the answer at the call's own position behind
// its message.
func (t *Trajectory) Answer(ref CallRef) (int, bool) {
	position := 0
	for m := ref.Message + 1; m < len(t.Messages); m++ {
		message := &t.Messages[m]
		switch {
		case message.reuses(ref.ID):
			return 0, false
		case message.Role != RoleTool:
		case ref.ID != "" && message.CallID == ref.ID:
			return m, true
		case ref.ID == "" && position == ref.Index:
			return m, true
		default:
			position++
		}
	}
	return 0, false
}

// reuses says whether the message makes a call of that identifier.
func (m *Message) reuses(id string) bool {
	for i := range m.Calls {
		if m.Calls[i].ID == id {
			return true
		}
	}
	return false
}
