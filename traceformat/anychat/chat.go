package anychat

import (
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// maxDepth bounds how deep wrappers are opened.
const maxDepth = 8

// Messages decodes a message, a list of messages, or an object that wraps
// either. Fallback is the role of what states none. A value that holds no
// message gives none.
func Messages(v stream.Value, fallback trajectory.Role) []trajectory.Message {
	d := decoder{fallback: fallback}
	d.value(v, 0)
	return d.out
}

// decoder collects messages.
type decoder struct {
	fallback trajectory.Role
	out      []trajectory.Message
	// turn is the index of the message that is still being put together from
	// fragments, plus one.
	turn int
}

func (d *decoder) value(v stream.Value, depth int) {
	if depth > maxDepth {
		return
	}
	switch v.Kind() {
	case '"':
		d.text(v, depth)
	case '[':
		d.list(v, depth)
	case '{':
		d.object(v, depth)
	}
}

// text is a string: JSON in it is opened, anything else is said by the
// fallback.
func (d *decoder) text(v stream.Value, depth int) {
	inner := v.Embedded()
	if kind := inner.Kind(); kind == '{' || kind == '[' {
		before := len(d.out)
		d.value(inner, depth+1)
		if len(d.out) > before {
			return
		}
	}
	d.say(d.fallback, v.Text())
}

func (d *decoder) list(v stream.Value, depth int) {
	if role, text, ok := pair(v); ok {
		d.say(role, text)
		return
	}
	if bareParts(v) {
		d.parts(d.fallback, v, "")
		return
	}
	for element := range v.Elements() {
		d.value(element, depth+1)
	}
}

// bareParts says whether a list holds the parts of one message, and no
// messages.
func bareParts(v stream.Value) bool {
	for element := range v.Elements() {
		if element.Kind() != '{' || element.Get("role").Exists() || wrapper(element).Exists() {
			return false
		}
		kind := element.Get("type")
		if _, ok := itemsTable[kind.Text()]; ok {
			return false
		}
		if _, ok := partsTable[kind.Text()]; !ok && !mediaTable[kind.Text()] && partOf(element) == nil {
			return false
		}
	}
	return v.Kind() == '['
}

// pair reads ["user", "text"], as LangChain abbreviates a message.
func pair(v stream.Value) (trajectory.Role, string, bool) {
	var two []stream.Value
	for element := range v.Elements() {
		if element.Kind() != '"' || len(two) == 2 {
			return "", "", false
		}
		two = append(two, element)
	}
	if len(two) != 2 {
		return "", "", false
	}
	role, ok := rolesTable[strings.ToLower(two[0].Text())]
	return role, two[1].Text(), ok
}

// wrappersTable names the fields in which libraries wrap messages, outermost
// first.
var wrappersTable = [...]string{"messages", "choices", "generations", "candidates", "message", "items", "output", "input", "prompt", "prompts", "contents"}

// wrapper returns what an object wraps, where it is no message itself.
func wrapper(v stream.Value) stream.Value {
	if v.First("role", "type", "parts", "tool_calls", "toolCalls", "toolCallId").Exists() {
		if !v.First("message").Exists() { // a choice may state its type, too
			return nil
		}
	}
	return v.First(wrappersTable[:]...)
}

func (d *decoder) object(v stream.Value, depth int) {
	if v.Get("kwargs").Kind() == '{' && v.Get("id").Kind() == '[' {
		d.constructor(v)
		return
	}
	if data := v.Get("data"); data.Kind() == '{' && v.Get("type").Kind() == '"' {
		d.message(data, rolesTable[v.Get("type").Text()])
		return
	}
	if inner := wrapper(v); inner.Exists() {
		if system := v.First("system", "systemInstruction", "system_instruction", "instructions"); system.Exists() {
			d.say(trajectory.RoleSystem, Text(system))
		}
		d.value(firstChoice(v, inner), depth+1)
		return
	}
	if item, ok := itemsTable[v.Get("type").Text()]; ok && (!v.Get("role").Exists() || isAnswer(v)) {
		item(d, v)
		return
	}
	role, known := rolesTable[strings.ToLower(v.First("role", "type").Text())]
	if known || v.First("content", "parts", "tool_calls", "toolCalls").Exists() {
		d.message(v, role)
		return
	}
	if part := partOf(v); part != nil {
		part(d, d.fallback, v)
		return
	}
	if v.Get("text").Kind() == '"' {
		d.say(d.fallback, v.Get("text").Text())
	}
}

// isAnswer says whether an item is what an assistant said: it is a fragment of
// a turn, with the calls beside it.
func isAnswer(v stream.Value) bool {
	return v.Get("type").Is("message") && v.Get("role").Is("assistant")
}

// firstChoice drops the alternatives that a model was asked for beside the one
// that the run went on with.
func firstChoice(v, inner stream.Value) stream.Value {
	if !v.First("choices", "candidates").Exists() || v.First("messages").Exists() {
		return inner
	}
	for element := range inner.Elements() {
		return element
	}
	return inner
}

// constructor reads LangChain's serialised form of a message.
func (d *decoder) constructor(v stream.Value) {
	var class string
	for element := range v.Get("id").Elements() {
		class = element.Text()
	}
	kwargs := v.Get("kwargs")
	role, ok := classesTable[class]
	if !ok {
		role = rolesTable[kwargs.Get("type").Text()]
	}
	d.message(kwargs, role)
}

// classesTable maps LangChain's classes to roles.
var classesTable = map[string]trajectory.Role{
	"SystemMessage": trajectory.RoleSystem, "HumanMessage": trajectory.RoleUser, "AIMessage": trajectory.RoleAssistant,
	"ToolMessage": trajectory.RoleTool, "FunctionMessage": trajectory.RoleTool, "SystemMessageChunk": trajectory.RoleSystem,
	"HumanMessageChunk": trajectory.RoleUser, "AIMessageChunk": trajectory.RoleAssistant, "ToolMessageChunk": trajectory.RoleTool,
}

// rolesTable maps the names that dialects give to roles.
var rolesTable = map[string]trajectory.Role{
	"system": trajectory.RoleSystem, "developer": trajectory.RoleSystem,
	"user": trajectory.RoleUser, "human": trajectory.RoleUser,
	"assistant": trajectory.RoleAssistant, "ai": trajectory.RoleAssistant, "model": trajectory.RoleAssistant, "agent": trajectory.RoleAssistant,
	"tool": trajectory.RoleTool, "function": trajectory.RoleTool, "toolresult": trajectory.RoleTool,
}

// message reads one message of any role.
func (d *decoder) message(v stream.Value, role trajectory.Role) {
	if stated, ok := rolesTable[strings.ToLower(v.Get("role").Text())]; ok {
		role = stated
	}
	if id, ok := d.named(v.Get("role").Text()); ok && role == "" {
		d.result(v)
		d.out[len(d.out)-1].CallID = id
		return
	}
	if role == "" {
		role = d.fallback
	}
	d.turn = 0
	if role == trajectory.RoleTool {
		d.toolMessage(v)
		return
	}
	from := len(d.out)
	if thought := v.First("reasoning_content", "reasoning", "thinking"); role == trajectory.RoleAssistant && thought.Kind() == '"' {
		d.think(thought.Text())
	}
	d.parts(role, content(v), v.Get("id").Text())
	if role == trajectory.RoleAssistant {
		d.sideCalls(v)
	}
	d.turn = 0
	if role == trajectory.RoleAssistant && d.said(from) < 0 {
		d.out = append(d.out, trajectory.Message{Role: role, ID: v.Get("id").Text()})
	}
}

// named finds the latest call of the tool that a role names: some recorders put
// the tool's name there.
func (d *decoder) named(name string) (id string, ok bool) {
	for _, m := range slices.Backward(d.out) {
		for i := range m.Calls {
			if name != "" && m.Calls[i].Tool == name {
				return m.Calls[i].ID, true
			}
		}
	}
	return "", false
}

// said returns the index of the assistant's own message from an index on, -1
// where there is none.
func (d *decoder) said(from int) int {
	for i := from; i < len(d.out); i++ {
		if d.out[i].Role == trajectory.RoleAssistant && !d.out[i].Thinking {
			return i
		}
	}
	return -1
}

// content is where a message keeps what it says.
func content(v stream.Value) stream.Value { return v.First("content", "parts", "contents", "text") }

// say adds a text of a role.
func (d *decoder) say(role trajectory.Role, text string) {
	if text == "" {
		return
	}
	m := d.open(role)
	m.Text = joined(m.Text, text)
}

// open is the message that is being put together, a new one where it is
// another's.
func (d *decoder) open(role trajectory.Role) *trajectory.Message {
	if d.turn == 0 || d.out[d.turn-1].Role != role {
		d.out = append(d.out, trajectory.Message{Role: role})
		d.turn = len(d.out)
	}
	return &d.out[d.turn-1]
}

// assistant is the turn that is being put together.
func (d *decoder) assistant() *trajectory.Message { return d.open(trajectory.RoleAssistant) }

// think adds reasoning before the turn that it belongs to.
func (d *decoder) think(text string) {
	if text == "" {
		return
	}
	thought := trajectory.Message{Role: trajectory.RoleAssistant, Text: text, Thinking: true}
	if d.turn == 0 || d.out[d.turn-1].Role != trajectory.RoleAssistant {
		d.out = append(d.out, thought)
		d.turn = 0
		return
	}
	turn := d.out[d.turn-1]
	d.out[d.turn-1] = thought
	d.out = append(d.out, turn)
	d.turn = len(d.out)
}

// joined puts two pieces of one text below each other.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
