package spantree

import (
	"slices"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// history adds those messages of a model's input that are not yet there. Most
// inputs repeat the conversation from its beginning; some hold only what is
// new, and then a text that was said before is said again.
func (r *run) history(messages []trajectory.Message, began time.Time) {
	cursor := 0
	if !r.repeats(messages) {
		cursor = r.lastTurn()
	}
	var fresh []*trajectory.Message // not there, and maybe before what is
	for i := range messages {
		m := &messages[i]
		found := r.find(m, cursor)
		if found < 0 {
			fresh = append(fresh, m)
			continue
		}
		if m.Outcome != nil {
			mergeRead(r.messages[found].Outcome, m.Outcome)
		}
		if found >= cursor {
			at := r.messages[found]
			for _, earlier := range fresh {
				r.append(earlier, slices.Index(r.messages, at), began)
			}
			fresh = nil
			cursor = slices.Index(r.messages, at) + 1
		}
	}
	for _, m := range fresh {
		r.append(m, len(r.messages), began)
	}
}

// repeats says whether an input begins where the run began, or holds what the
// model said before.
func (r *run) repeats(messages []trajectory.Message) bool {
	for i := range messages {
		m := &messages[i]
		if m.Role == trajectory.RoleAssistant && !m.Thinking && r.find(m, 0) >= 0 {
			return true
		}
	}
	first := slices.IndexFunc(messages, func(m trajectory.Message) bool { return m.Role != trajectory.RoleSystem })
	began := slices.IndexFunc(r.messages, func(m *message) bool { return m.Role != trajectory.RoleSystem })
	if first < 0 || began < 0 {
		return true
	}
	return same(&messages[first], &r.messages[began].Message)
}

// lastTurn is the index behind the last thing that the model said.
func (r *run) lastTurn() int {
	for i, m := range slices.Backward(r.messages) {
		if m.Role == trajectory.RoleAssistant {
			return i + 1
		}
	}
	return 0
}

// find looks for a message from the cursor on. What an identifier tells is
// looked for everywhere, and so is a system's text.
func (r *run) find(m *trajectory.Message, cursor int) int {
	for i := cursor; i < len(r.messages); i++ {
		if same(m, &r.messages[i].Message) {
			return i
		}
	}
	idless := m.Role == trajectory.RoleTool && m.CallID == ""
	if m.CallID == "" && (len(m.Calls) == 0 || m.Calls[0].ID == "") && m.Role != trajectory.RoleSystem && !idless {
		return -1
	}
	for i := min(cursor, len(r.messages)) - 1; i >= 0; i-- {
		other := &r.messages[i].Message
		if same(m, other) && (!idless || m.Outcome.Body == other.Outcome.Body) {
			return i
		}
	}
	return -1
}

// same says whether two recordings of a message are of the same one.
func same(a, b *trajectory.Message) bool {
	if a.Role != b.Role || a.Thinking != b.Thinking {
		return false
	}
	if a.Role == trajectory.RoleTool {
		if recorded(a.CallID) && recorded(b.CallID) {
			return a.CallID == b.CallID
		}
		return !recorded(b.CallID) || a.Outcome.Body == b.Outcome.Body
	}
	if len(a.Calls) > 0 && len(b.Calls) > 0 {
		return slices.ContainsFunc(b.Calls, func(c tool.Call) bool { return sameCall(&a.Calls[0], &c) })
	}
	return len(a.Calls) == len(b.Calls) && strings.TrimSpace(a.Text) == strings.TrimSpace(b.Text)
}

func sameCall(a, b *tool.Call) bool {
	if recorded(a.ID) && recorded(b.ID) {
		return a.ID == b.ID
	}
	return a.Tool == b.Tool && sameArgs(a.Args, b.Args)
}

// mergeRead adds the text of an outcome that the model was shown: it outweighs
// what the tool's own span holds.
func mergeRead(into, read *tool.Outcome) {
	if read.Body != "" {
		into.Body = read.Body
	}
	merge(into, read)
}

// append adds a message that the run has not seen at an index. A result goes
// behind its call. What an earlier trace of the same conversation handed out is
// left out.
func (r *run) append(m *trajectory.Message, index int, began time.Time) {
	if m.Role == trajectory.RoleTool {
		r.appendResult(m, began)
		return
	}
	if len(m.Calls) > 0 && r.known(m.Calls[0].ID) {
		return
	}
	if m.Time.IsZero() && m.Role == trajectory.RoleUser && index == len(r.messages) {
		m.Time = began
	}
	r.messages = slices.Insert(r.messages, index, &message{Message: *m})
}

// known says whether an earlier trace of the conversation holds the call.
func (r *run) known(id string) bool {
	_, ok := r.seen[r.session+"\x00"+id]
	return ok && r.session != "" && id != "" || r.told[id] != nil
}

func (r *run) appendResult(m *trajectory.Message, at time.Time) {
	for _, asked := range slices.Backward(r.messages) {
		for i := range asked.Calls {
			call := &asked.Calls[i]
			if call.ID == m.CallID && (m.CallID != "" || r.answer(asked, "", i) == nil) {
				m.Time = at
				r.put(asked, &message{Message: *m})
				return
			}
		}
	}
	if earlier := r.told[m.CallID]; earlier != nil && !earlier.holds(m.CallID) {
		earlier.appendResult(m, at) // nobody else recorded it
		return
	}
	if !r.known(m.CallID) {
		r.messages = append(r.messages, &message{Message: *m})
	}
}

// holds says whether the run has a result of a call.
func (r *run) holds(id string) bool {
	return slices.ContainsFunc(r.messages, func(m *message) bool { return m.Role == trajectory.RoleTool && m.CallID == id })
}

// ending adds what an agent gave at its end, where no model's span holds it.
func (r *run) ending(messages []trajectory.Message, at time.Time) {
	for i := range messages {
		m := &messages[i]
		if r.find(m, 0) >= 0 || m.Role != trajectory.RoleAssistant && m.Role != trajectory.RoleTool {
			if found := r.find(m, 0); found >= 0 && m.Outcome != nil {
				mergeRead(r.messages[found].Outcome, m.Outcome)
			}
			continue
		}
		if len(m.Calls) == 0 && m.Role == trajectory.RoleAssistant && (strings.TrimSpace(m.Text) == "" || r.said(m.Text)) {
			continue
		}
		if len(m.Calls) > 0 && r.made(m.Calls) {
			continue
		}
		m.Time = at
		r.append(m, len(r.messages), at)
	}
}

// said says whether the run holds an answer, if only as a part of a text.
func (r *run) said(text string) bool {
	return slices.ContainsFunc(r.messages, func(m *message) bool {
		return m.Role == trajectory.RoleAssistant && strings.Contains(m.Text, strings.TrimSpace(text))
	})
}

// made says whether the run holds all of the calls, if only in other turns.
func (r *run) made(calls []tool.Call) bool {
	for i := range calls {
		if !slices.ContainsFunc(r.messages, func(m *message) bool {
			return slices.ContainsFunc(m.Calls, func(c tool.Call) bool { return sameCall(&calls[i], &c) })
		}) {
			return false
		}
	}
	return true
}
