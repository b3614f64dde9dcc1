package mcpguard

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/sequitur-go/sequitur/tool"
)

// A Proposal is what a declaration makes likely of its tool. It is a guess for a
// person to confirm: nobody retries on it.
type Proposal struct {
	Access tool.Access
	// Sure says that the server itself says so.
	Sure bool
	// Reasons are what speaks for it, in plain words, strongest first.
	Reasons []string
}

// Propose guesses whether a tool reads or writes. In doubt it writes: a wrong
// "reads" repeats an effect, a wrong "writes" only saves no retry.
func Propose(d *Declaration) Proposal {
	if read := d.Annotations.ReadOnly; read != nil {
		if *read {
			return Proposal{Access: tool.AccessRead, Sure: true, Reasons: []string{"the server's readOnlyHint is true"}}
		}
		return Proposal{Access: tool.AccessWrite, Sure: true, Reasons: []string{"the server's readOnlyHint is false"}}
	}
	var reads, writes []string
	note := func(list *[]string, text string) { *list = append(*list, text) }
	names := words(d.Name)
	for i, word := range names {
		noun := i > 0 && slices.Contains(nounNames, word) && slices.Contains(readingNames, names[0])
		switch {
		case noun: // "get_order" orders nothing
		case slices.Contains(writingNames, word):
			note(&writes, `its name says "`+word+`"`)
		case slices.Contains(runningNames, word):
			note(&writes, `its name says "`+word+`": what that does depends on what it is given`)
		case slices.Contains(readingNames, word):
			note(&reads, `its name says "`+word+`"`)
		}
	}
	for _, word := range verbs(firstSentence(d.Description)) {
		stem := singular(word)
		switch {
		case slices.Contains(writingNames, stem):
			note(&writes, `its description says "`+word+`"`)
		case slices.Contains(readingNames, stem):
			note(&reads, `its description says "`+word+`"`)
		}
	}
	for _, name := range parameters(d.InputSchema) {
		if slices.Contains(payloadNames, strings.ToLower(name)) {
			note(&writes, `it takes "`+name+`"`)
		}
	}
	switch {
	case len(writes) > 0:
		return Proposal{Access: tool.AccessWrite, Reasons: writes}
	case len(reads) > 0:
		return Proposal{Access: tool.AccessRead, Reasons: reads}
	default:
		return Proposal{Access: tool.AccessWrite, Reasons: []string{"nothing says that it only reads"}}
	}
}

// The words that tell, as names and descriptions of tools use them.
var (
	readingNames = []string{
		"get", "list", "read", "search", "find", "fetch", "lookup", "look", "describe", "show", "view", "count", "check", "status", "info",
		"inspect", "browse", "retrieve", "return", "display", "explain", "summarize", "compare", "diff", "validate", "calculate", "compute",
		"convert", "translate", "stat", "ls", "cat", "head", "tail", "grep", "tree", "snapshot", "screenshot", "whoami", "ping", "echo",
		"query", "select", "download", "preview", "resolve", "suggest", "measure", "analyze", "analyse", "allowed",
	}
	writingNames = []string{
		"create", "update", "delete", "write", "send", "post", "put", "add", "remove", "set", "move", "rename", "edit", "insert", "upload",
		"append", "replace", "patch", "modify", "change", "drop", "truncate", "cancel", "book", "order", "buy", "pay", "refund", "transfer",
		"charge", "approve", "reject", "merge", "close", "open", "reopen", "assign", "publish", "deploy", "start", "stop", "restart", "kill",
		"enable", "disable", "grant", "revoke", "invite", "subscribe", "unsubscribe", "register", "submit", "save", "store", "sync", "reset",
		"clear", "archive", "restore", "commit", "push", "fork", "star", "comment", "reply", "react", "schedule", "trigger", "click",
		"type", "press", "fill", "drag", "navigate", "install", "uninstall", "lock", "unlock", "mark", "toggle", "forget", "remember",
		"increment", "decrement", "make", "generate", "import", "copy", "overwrite",
	}
	// nounNames are writing words that are as often the thing that is read.
	nounNames = []string{
		"order", "post", "comment", "book", "star", "fork", "store", "charge", "schedule", "change", "lock", "mark", "copy", "type", "transfer",
		"commit", "patch", "archive", "refund", "import", "install", "start", "open", "close", "reply", "trigger", "set", "sync", "merge",
	}
	// runningNames say that the arguments decide.
	runningNames = []string{"run", "execute", "exec", "eval", "evaluate", "call", "invoke", "request", "command", "script", "shell", "sql"}
	// payloadNames are parameters that carry what is to be written or run.
	payloadNames = []string{"content", "contents", "body", "message", "code", "command", "script", "sql", "payload", "new_text", "newtext", "text_to_insert"}
)

// verbs returns the words of a sentence that say what is done: the first one,
// and those that "and", "or", "then" and "to" join to it.
func verbs(sentence string) []string {
	var list []string
	next := true
	for _, word := range words(sentence) {
		if next {
			list = append(list, word)
		}
		next = word == "and" || word == "or" || word == "then" || word == "to" || next && (word == "completely" || word == "optionally")
	}
	return list
}

// words splits a name or a text into lower-case words: at everything that is no
// letter, and where a small letter meets a capital.
func words(text string) []string {
	var list []string
	start, small := -1, false
	flush := func(end int) {
		if start >= 0 {
			list = append(list, strings.ToLower(text[start:end]))
		}
		start = -1
	}
	for i, r := range text {
		switch {
		case !unicode.IsLetter(r):
			flush(i)
		case start < 0:
			start = i
		case unicode.IsUpper(r) && small:
			flush(i)
			start = i
		}
		small = unicode.IsLower(r)
	}
	flush(len(text))
	return list
}

// singular takes the ending of "returns", "searches", "creating" and "deleted".
func singular(word string) string {
	for _, form := range [...]struct{ ending, back string }{{"ies", "y"}, {"ches", "ch"}, {"shes", "sh"}, {"sses", "ss"}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(word, form.ending); ok && len(stem) > 2 && !strings.HasSuffix(stem, "s") {
			return stem + form.back
		}
	}
	return word
}

// firstSentence is where a description says what the tool does; what follows
// speaks of other tools and of the parameters.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, ".\n;"); i >= 0 {
		text = text[:i]
	}
	return text
}

// parameters returns the names of a schema's properties.
func parameters(schema json.RawMessage) []string {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &s) != nil {
		return nil
	}
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
