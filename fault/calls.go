package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// What a call says of itself: the arguments tell what the model asked for, and a
// tool's name what it is about. A name is no promise. It never proves that a call
// is harmless; it only tells whose output a text is.

// words calls visit for each word of a name, in lower case, until it returns false.
func nameWords(name string, visit func(word string) bool) {
	for i := 0; i < len(name); {
		if !isAlnum(name[i]) {
			i++
			continue
		}
		start := i
		for i++; i < len(name) && isAlnum(name[i]) && !beginsWord(name, i); i++ {
		}
		if !visit(lowered(name[start:i])) {
			return
		}
	}
}

// beginsWord says whether a capital begins a word: KMSKeyNotFound has four.
func beginsWord(name string, i int) bool {
	return isUpper(name[i]) && (!isUpper(name[i-1]) || i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z')
}

// codeWordNames are the words in the names of tools that run the model's code.
var codeWordNames = map[string]bool{
	"bash": true, "shell": true, "zsh": true, "powershell": true, "terminal": true, "cmd": true, "exec": true, "python": true, "ipython": true, "jupyter": true,
	"notebook": true, "interpreter": true, "repl": true, "sandbox": true, "pytest": true, "tests": true, "cell": true, "script": true, "nodejs": true, "javascript": true,
}

// runsCode says whether the call ran code or commands of the model's own: the
// specification says so, or the call itself shows it.
func (v *view) runsCode() bool {
	if v.spec.RunsCode {
		return true
	}
	if v.call == nil || v.spec.Access == tool.AccessRead {
		return false
	}
	found, does, code := false, false, false
	nameWords(v.call.Tool, func(word string) bool {
		switch word {
		case "run", "execute", "eval":
			does = true
		case "code", "command", "commands":
			code = true
		}
		found = found || codeWordNames[word]
		return !found
	})
	return found || does && code
}

// command is the command that a call ran, "" for none.
func command(call *tool.Call) string {
	if call == nil || !isObject(string(call.Args)) {
		return ""
	}
	found := ""
	members(string(call.Args), func(key, value string) bool {
		switch key {
		case "command", "cmd", "cli_command", "script":
			found = unescape(unquote(value))
		}
		return found == ""
	})
	return found
}

// silentFailure says whether a command tells by its exit code 1 that it found
// nothing, as searchers do.
func silentFailure(command string) bool {
	if i := strings.LastIndexAny(command, "|;&"); i >= 0 {
		command = command[i+1:]
	}
	name, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	switch name[strings.LastIndexByte(name, '/')+1:] {
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "pgrep", "zgrep":
		return true
	}
	return false
}

// actWordNames begin the names of tools that do something and have nothing to
// tell: their silence is no empty result.
var actWordNames = map[string]bool{
	"think": true, "thinking": true, "sequentialthinking": true, "sleep": true, "wait": true, "noop": true, "set": true, "put": true, "write": true, "save": true, "store": true, "send": true,
	"post": true, "create": true, "add": true, "insert": true, "update": true, "upsert": true, "edit": true, "patch": true, "delete": true, "remove": true, "clear": true, "close": true, "move": true, "rename": true, "copy": true,
	"click": true, "type": true, "press": true, "scroll": true, "hover": true, "drag": true, "navigate": true, "open": true, "start": true, "stop": true, "kill": true, "restart": true, "reset": true, "log": true, "notify": true,
	"mark": true, "upload": true, "publish": true, "deploy": true, "install": true, "enable": true, "disable": true, "run": true, "exec": true, "execute": true, "bash": true, "shell": true, "apply": true, "cancel": true, "finish": true, "done": true, "mkdir": true, "touch": true, "todo": true,
}

// acts says whether the tool's name says that it does something: one of its first
// two words, since many names begin with their server's.
func acts(call *tool.Call) bool {
	if call == nil {
		return false
	}
	found, n := false, 0
	nameWords(call.Tool, func(word string) bool {
		n++
		if n == 1 && readWordNames[word] {
			return false
		}
		found = actWordNames[word]
		return !found && n < 3
	})
	return found
}

// readWordNames begin the names of tools that look something up.
var readWordNames = map[string]bool{
	"get": true, "list": true, "search": true, "find": true, "read": true, "fetch": true, "query": true, "lookup": true, "describe": true, "show": true, "view": true, "check": true, "count": true, "load": true,
}

// readsOnly says whether the call itself proves that it only reads: by HTTP's
// method, by SQL's statement, by a command that is known to change nothing, or
// because it is one of the protocol's own reads.
func readsOnly(call *tool.Call) bool {
	if call == nil {
		return false
	}
	switch call.Tool {
	case "tools/list", "resources/list", "resources/read", "resources/templates/list", "prompts/list", "prompts/get", "initialize", "ping":
		return true
	}
	args := string(call.Args)
	if !isObject(args) {
		return false
	}
	reads, writes, address := false, false, false
	members(args, func(key, value string) bool {
		text := unescape(unquote(value))
		switch key {
		case "method", "http_method", "httpMethod", "verb":
			switch strings.ToUpper(text) {
			case "GET", "HEAD", "OPTIONS":
				reads = true
			default:
				writes = true
			}
		case "url", "uri", "endpoint", "path":
			address = true
		case "sql", "query", "statement":
			if selects(text) {
				reads, address = true, true
			}
		case "command", "cmd":
			if harmless(text) {
				reads, address = true, true
			} else {
				writes = true
			}
		}
		return true
	})
	return reads && address && !writes
}

// selects says whether a text is one SQL statement that reads and calls no
// function that could do anything else.
func selects(sql string) bool {
	lower := strings.ToLower(strings.TrimRight(strings.TrimSpace(sql), "; \n"))
	word, _, _ := strings.Cut(strings.ReplaceAll(lower, "\n", " "), " ")
	switch word {
	case "select":
		if !strings.Contains(lower, " from ") && !strings.Contains(lower, "\nfrom ") && len(lower) > 20 {
			return false
		}
	case "show", "describe", "desc":
	default:
		return false
	}
	if strings.ContainsAny(lower, ";") {
		return false
	}
	for _, bad := range [...]string{" into ", "for update", "for share", "nextval", "setval", "pg_", "lo_", "dblink", "xp_", "sleep", "load_file", "exec", "call "} {
		if strings.Contains(lower, bad) {
			return false
		}
	}
	for i := 1; i < len(lower); i++ {
		if lower[i] == '(' && isAlnum(lower[i-1]) && !readFunctionNames[lower[wordBefore(lower, i):i]] {
			return false
		}
	}
	return true
}

var readFunctionNames = map[string]bool{
	"count": true, "sum": true, "avg": true, "min": true, "max": true, "coalesce": true, "lower": true, "upper": true, "date": true, "now": true, "round": true, "length": true, "substr": true, "substring": true,
	"cast": true, "trim": true, "concat": true, "extract": true, "date_trunc": true, "in": true, "abs": true, "ifnull": true, "nullif": true, "strftime": true, "year": true, "month": true, "distinct": true, "as": true, "and": true, "or": true, "where": true, "from": true, "over": true, "exists": true, "not": true,
}

// harmless says whether every part of a command line is one of those that only
// read, and nothing is redirected or expanded.
func harmless(line string) bool {
	if line == "" || strings.ContainsAny(line, ">`$\n(){}") {
		return false
	}
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == '|' || r == ';' || r == '&' }) {
		if !harmlessPart(strings.Fields(part)) {
			return false
		}
	}
	return true
}

func harmlessPart(words []string) bool {
	if len(words) == 0 {
		return true
	}
	second := ""
	if len(words) > 1 {
		second = words[1]
	}
	switch words[0] {
	case "ls", "pwd", "echo", "cat", "head", "tail", "wc", "whoami", "id", "date", "uname", "hostname", "df", "du", "ps", "stat", "file", "which", "type", "grep", "egrep", "rg", "tree", "printenv", "sleep", "true", "false", "basename", "dirname", "realpath", "cut", "uniq", "nl", "cmp", "diff", "md5sum", "sha256sum", "ping", "nslookup", "dig", "tldr", "man", "free", "uptime", "jq":
		return true
	case "git":
		switch second {
		case "status", "log", "diff", "show", "blame", "rev-parse", "ls-files", "describe":
			return true
		}
	case "kubectl":
		switch second {
		case "get", "describe", "logs", "top", "version", "explain":
			return true
		}
	case "docker":
		switch second {
		case "ps", "logs", "inspect", "images", "version", "info", "stats":
			return true
		}
	case "curl":
		for _, word := range words[1:] {
			if strings.HasPrefix(word, "-") && word != "-s" && word != "-v" && word != "-i" && word != "-I" && word != "-L" && word != "-sS" && word != "-f" && word != "-fsSL" && word != "-k" && word != "-sSL" {
				return false
			}
		}
		return true
	}
	return false
}

// dumps says whether a command only prints what files and logs hold.
func dumps(line string) bool {
	if line == "" || !harmless(line) {
		return false
	}
	switch firstWord(line) {
	case "cat", "tail", "head", "grep", "egrep", "rg", "nl", "jq", "cut", "uniq", "diff":
		return true
	case "git":
		return strings.HasPrefix(line, "git log") || strings.HasPrefix(line, "git diff") || strings.HasPrefix(line, "git show") || strings.HasPrefix(line, "git blame")
	case "kubectl", "docker":
		return strings.Contains(line, " logs")
	}
	return false
}

// firstWord is the name of a command line's program, without its folder.
func firstWord(line string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return name[strings.LastIndexByte(name, '/')+1:]
}

// complains says whether a command's own program, or the shell, reports a failure:
// its name stands before the message.
func complains(body, line string) bool {
	if line == "" {
		return false
	}
	if hasPrefixFold(body, "error: exit code") { // and so does what ran it
		return true
	}
	last := strings.TrimRight(body, " \n\r\t")
	for _, text := range [...]string{body, last[strings.LastIndexByte(last, '\n')+1:]} {
		head, rest, ok := strings.Cut(text[:min(len(text), 80)], ": ")
		if !ok || rest == "" {
			continue
		}
		switch head = head[strings.LastIndexByte(head, '/')+1:]; head {
		case "bash", "sh", "zsh", "dash", "fish", "fatal", "error", "Error from server", "Error response from daemon":
			return true
		default:
			if head == firstWord(line) && !isDigit(rest[0]) {
				return true
			}
		}
	}
	return false
}
