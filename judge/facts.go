package judge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// Facts is what is known of the tools of one trajectory: from a file first, then
// from the recording, then learnt from it. What only a name suggests serves the
// verdict on a step, and never the effect of a fault.
type Facts struct {
	specs map[string]*tool.Spec
	// listed holds the tools that the recording names; empty where it names none.
	listed map[string]bool
	// wrappers holds the tools that others are called through, as the recording
	// or the file says.
	wrappers map[string]bool
	// answered holds the tools that ever answered as if they existed.
	answered map[string]bool
	// opened holds what was decoded of meta tools' arguments, by their first byte:
	// facts are collected before steps are made, of the same calls.
	opened map[*byte]opened
}

// FactsOf collects what is known of a trajectory's tools. Given specifications
// stand before the recording's own.
func FactsOf(t *trajectory.Trajectory, given []tool.Spec) *Facts {
	f := &Facts{specs: map[string]*tool.Spec{}, answered: map[string]bool{}, listed: map[string]bool{}, wrappers: map[string]bool{}}
	for i := range t.Tools {
		s := t.Tools[i]
		s.RunsCode = s.RunsCode || s.Access == tool.AccessUnknown && runsCode(s.Name)
		f.specs[s.Name] = &s
		f.listed[t.Tools[i].Name] = true
		f.wrappers[s.Via] = s.Via != ""
	}
	for i := range given {
		f.wrappers[given[i].Via] = given[i].Via != ""
		f.specs[given[i].Name] = new(given[i])
	}
	empties := map[string][2]int{} // answers, and empty ones
	for ref, call := range t.Calls() {
		inner := f.Unwrap(call)
		if at, ok := t.Answer(ref); ok && t.Messages[at].Outcome != nil {
			c := empties[inner.Tool]
			c[0]++
			if isBlank(t.Messages[at].Outcome.Body) {
				c[1]++
			}
			empties[inner.Tool] = c
		}
		if f.specs[inner.Tool] == nil {
			f.specs[inner.Tool] = &tool.Spec{Name: inner.Tool, RunsCode: runsCode(inner.Tool)}
		}
	}
	for name, c := range empties {
		s := f.specs[name]
		always := c[0] >= 3 && c[1] == c[0]
		if always || writesByName(name) && s.Access == tool.AccessUnknown || isPassive(name) {
			s.EmptyIsNormal = true
		}
	}
	return f
}

// Spec returns what is known of a tool; never nil.
func (f *Facts) Spec(name string) *tool.Spec {
	if s := f.specs[name]; s != nil {
		return s
	}
	return &tool.Spec{Name: name}
}

// isBlank says whether an answer holds nothing.
func isBlank(body string) bool {
	body = strings.TrimSpace(body)
	return body == "" || body == "null" || body == "None" || body == "[]" || body == "{}" || body == `""`
}

// words of a tool's name that tell what it does.
var (
	readVerbTable = []string{
		"get", "list", "search", "find", "read", "fetch", "lookup", "query", "show", "describe", "view", "check", "validate", "calculate",
		"count", "glob", "grep", "ls", "cat", "browse", "inspect", "info", "status", "stats", "history", "details", "retrieve", "resolve",
		"geocode", "route", "explore", "tree", "open", "look", "scan", "analyze", "compute", "convert", "think",
	}
	writeVerbTable = []string{
		"create", "update", "delete", "write", "edit", "book", "cancel", "send", "add", "remove", "set", "post", "put", "insert", "pay",
		"refund", "transfer", "submit", "apply", "save", "move", "rename", "mkdir", "patch", "replace", "exchange", "return", "modify",
		"upload", "commit", "push", "close", "schedule", "order", "click", "type", "press", "multiedit", "append", "store", "drop",
	}
	codeVerbTable = []string{
		"bash", "shell", "sh", "python", "exec", "execute", "terminal", "ipython", "run", "command", "jupyter", "code", "interpreter", "console", "powershell",
	}
	finderTable = []string{"route", "tool_search", "toolsearch", "search_tools", "list_tools", "find_tools", "search_tool", "list_functions", "tools_list", "retrieve_tools", "discover_tools", "tool_finder"}
	// passiveTable names tools that change nothing and answer nothing: they are
	// looked through.
	passiveTable = []string{
		"think", "todowrite", "todo_write", "todoread", "update_plan", "sequentialthinking", "sequential_thinking", "reflect", "write_todos", "update_todos",
		"plan", "notethoughts", "exitplanmode", "taskupdate", "taskcreate",
	}
	endingTable   = []string{"finish", "final_answer", "submit", "give_answer", "finalanswer", "attempt_completion", "done", "task_done", "complete_task", "submit_answer"}
	askingTable   = []string{"ask_user", "askuserquestion", "ask_human", "request_user_input", "ask_followup_question", "ask_question", "clarify", "human_input", "ask_for_clarification", "ask"}
	handoverTable = []string{"transfer_to_human", "escalate", "handoff", "hand_off", "page_oncall", "notify_oncall", "create_ticket", "open_incident", "contact_support"}
)

// wordsOf cuts a tool's name into lower-case words.
func wordsOf(name string) []string {
	var words []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			words = append(words, b.String())
			b.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				flush()
			}
			b.WriteRune(r + 'a' - 'A')
			lower = false
		case r >= 'a' && r <= 'z' || r > 0x7f:
			b.WriteRune(r)
			lower = true
		default:
			flush()
			lower = false
		}
	}
	flush()
	return words
}

// flat spells a name in lower case, with underscores between its words.
func flat(name string) string { return strings.Join(wordsOf(name), "_") }

func named(table []string, name string) bool {
	f := flat(name)
	return slices.Contains(table, f) || slices.Contains(table, strings.ReplaceAll(f, "_", ""))
}

func isPassive(name string) bool { return named(passiveTable, name) }
func isEnding(name string) bool  { return named(endingTable, name) }
func isAsking(name string) bool  { return named(askingTable, name) }
func isFinder(name string) bool  { return named(finderTable, name) }
func isHandover(name string) bool {
	return slices.ContainsFunc(handoverTable, func(s string) bool { return strings.Contains(flat(name), s) })
}

// firstVerb returns the first word of a name that is in one of the tables.
func verb(name string) (read, write bool) {
	for _, word := range wordsOf(name) {
		switch {
		case slices.Contains(readVerbTable, word):
			return true, false
		case slices.Contains(writeVerbTable, word):
			return false, true
		}
	}
	return false, false
}

func writesByName(name string) bool {
	_, write := verb(name)
	return write
}

// runsCode says whether a name is that of a shell or of an interpreter.
func runsCode(name string) bool {
	words := wordsOf(name)
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	if len(words) == 1 {
		return slices.Contains(codeVerbTable, words[0])
	}
	n := 0
	for _, word := range words {
		if slices.Contains(codeVerbTable, word) {
			n++
		}
	}
	return n >= 2
}

// reads says whether a call only reads, as far as the specification, the name
// or the command tells. It serves the judgement of a step, never the safety of
// a repetition.
func (f *Facts) reads(call *tool.Call) bool {
	s := f.Spec(call.Tool)
	if op := operation(call.Args); op != "" {
		if readsWord(op) {
			return true
		}
		if slices.Contains(writeVerbTable, wordsOf(op)[0]) {
			return false
		}
	}
	if s.RunsCode || runsCode(call.Tool) {
		command, ok := commandOf(call.Args)
		return ok && readsOnly(command)
	}
	switch s.Access {
	case tool.AccessRead:
		return true
	case tool.AccessWrite:
		return false
	case tool.AccessUnknown:
	}
	read, _ := verb(call.Tool)
	return read
}

// operationTable names the arguments that say what a tool of several operations
// does.
var operationTable = []string{"command", "action", "operation", "method", "mode"}

// operation returns the one word that names the operation of a call, "" where
// the tool has no such argument.
func operation(args json.RawMessage) string {
	object, ok := objectOf(args)
	if !ok || len(object) < 2 {
		return ""
	}
	word, _ := textAt(object, operationTable)
	if words := wordsOf(word); len(words) == 0 || len(words) > 2 || strings.ContainsAny(word, " /.\n") {
		return ""
	}
	return word
}

// readsWord says whether a word names an operation that only reads.
func readsWord(word string) bool { return slices.Contains(readVerbTable, wordsOf(word)[0]) }

// readCommandTable names commands that change nothing.
var readCommandTable = []string{
	"ls", "cat", "head", "tail", "grep", "rg", "find", "pwd", "wc", "stat", "file", "tree", "which", "type", "env", "ps", "df", "du", "diff", "sed", "awk",
	"sort", "uniq", "cut", "echo", "date", "id", "whoami", "nl", "less", "git", "cd", "test", "jq", "xargs", "fd", "printf", "true", "column", "tr",
}

var readGitTable = []string{"status", "log", "diff", "show", "branch", "blame", "grep", "ls-files", "rev-parse", "remote"}

// quietTable takes away what only throws output away.
var quietTable = strings.NewReplacer("2>&1", "", "2>/dev/null", "", ">/dev/null", "", "> /dev/null", "")

// readsOnly says whether a shell command line changes nothing.
func readsOnly(command string) bool {
	clean := quietTable.Replace(command)
	if strings.Contains(clean, ">") || strings.Contains(clean, "<<") || strings.Contains(clean, "-delete") || strings.Contains(clean, "sed -i") {
		return false
	}
	for _, part := range strings.FieldsFunc(clean, func(r rune) bool { return r == '|' || r == ';' || r == '&' || r == '\n' }) {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		if !slices.Contains(readCommandTable, words[0]) || words[0] == "git" && (len(words) < 2 || !slices.Contains(readGitTable, words[1])) {
			return false
		}
	}
	return true
}

// exists says what is known of whether there is a tool of that name.
func (f *Facts) exists(name string) (exists, known bool) {
	if f.answered[name] {
		return true, true
	}
	return f.listed[name], len(f.listed) > 0
}
