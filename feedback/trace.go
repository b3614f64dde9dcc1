package feedback

import "strings"

// dropTrace takes stack frames out of a text and keeps what is said beside
// them. Line ends that are written out ("\n" in a JSON string) count as such.
func dropTrace(text string) string {
	if !mayHoldTrace(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	var f frameFilter
	for rest, more := text, true; more; {
		var line, end string
		line, end, rest, more = nextLine(rest)
		if kept, ok := f.filter(line); ok {
			b.WriteString(dropInline(kept))
			b.WriteString(end)
		}
	}
	return squeeze(b.String())
}

// traceMarkNames are what each kind of stack frame holds at least one of.
var traceMarkNames = [...]string{
	"raceback", "at ", `File "`, "goroutine ", ".go:", ".java:", "backtrace", "panicked", ":in ", "#0 ", "#1 ",
	"Exception in thread", "node:internal", "tack trace", "from ", "thrown in", ".py:", ".js:", ".rb:", ".ts:", "[signal ",
	"created by ", ` File \"`, "exception",
}

func mayHoldTrace(text string) bool {
	for _, mark := range traceMarkNames {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

// nextLine splits the first line off, with the line end as it is written.
func nextLine(text string) (line, end, rest string, more bool) {
	for i := range len(text) {
		switch {
		case text[i] == '\n':
			return text[:i], "\n", text[i+1:], true
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == 'n' && (i == 0 || text[i-1] != '\\') && !inDrivePath(text[:i]):
			return text[:i], `\n`, text[i+2:], true
		}
	}
	return text, "", "", false
}

// inDrivePath says whether a text ends within a path like "C:\x".
func inDrivePath(text string) bool {
	text = text[max(0, len(text)-lookAhead):]
	word := text[strings.LastIndexAny(text, " \n\"'(<")+1:]
	i := strings.Index(word, `:\`)
	return i == 1 && !strings.HasPrefix(word[i+1:], `\\`)
}

// A frameFilter drops the lines of stack traces. It remembers what kind of
// trace it is in, since some lines are frames only in their company.
type frameFilter struct {
	inside traceKind
}

type traceKind uint8

const (
	noTrace    traceKind = iota
	afterFrame           // lines of source code may follow
	goTrace
	rustTrace
)

// filter returns what to keep of a line.
func (f *frameFilter) filter(line string) (string, bool) {
	text := strings.TrimLeft(line, " \t|+-")
	indent := len(line) - len(text)
	text = strings.TrimRight(text, " \t\r")
	if f.inside != noTrace && f.continues(text, indent) {
		return "", false
	}
	f.inside = noTrace
	switch {
	case strings.HasPrefix(text, "goroutine ") && strings.Contains(text, "["):
		f.inside = goTrace
		return "", false
	case strings.HasPrefix(text, "stack backtrace:"):
		f.inside = rustTrace
		return "", false
	case isFrame(text):
		f.inside = afterFrame
		return "", false
	}
	kept := dropLead(line)
	return kept, kept == line || strings.Trim(kept, " |+-") != ""
}

// continues says whether a line belongs to the trace that the filter is in.
func (f *frameFilter) continues(text string, indent int) bool {
	switch f.inside {
	case goTrace:
		return text == "" || strings.HasPrefix(text, "created by ") || strings.HasPrefix(text, "goroutine ") ||
			indent > 0 && strings.Contains(text, ".go:") || strings.HasSuffix(text, ")") && strings.Contains(text, "(")
	case rustTrace:
		return text == "" || strings.HasPrefix(text, "at ") || text[0] >= '0' && text[0] <= '9'
	case afterFrame:
		return indent >= 4 && !isFrame(text) || text != "" && strings.Trim(text, "^~ ") == ""
	case noTrace:
	}
	return false
}

// frameLeadNames begin lines that are part of a trace and say nothing.
var frameLeadNames = [...]string{
	"During handling of the above exception", "The above exception was the direct cause", "[signal ", "created by ",
	"note: run with `RUST_BACKTRACE", "note: Some details are omitted", "thrown in ", "Stack trace:", "[stacktrace]",
	"node:internal/", "thread '", "Call log:", "[Previous line repeated",
}

// isFrame says whether a line, without its indentation, is a stack frame of
// Python, Java, JavaScript, C#, Go, Rust, Ruby or PHP, or part of one.
func isFrame(text string) bool {
	for _, lead := range frameLeadNames {
		if strings.HasPrefix(text, lead) && (lead != "thread '" || strings.Contains(text, "panicked at")) {
			return true
		}
	}
	switch {
	case strings.HasPrefix(text, `File "`), strings.HasPrefix(text, `File \"`):
		return strings.Contains(text, "line ")
	case strings.HasPrefix(text, "at "):
		return isAtFrame(text[len("at "):])
	case strings.HasPrefix(text, "#"): // PHP: "#0 /app/x.php(12): f()", "#1 {main}"
		rest := strings.TrimLeft(text[1:], "0123456789")
		return len(rest) < len(text)-1 && (strings.HasPrefix(rest, " /") || strings.HasPrefix(rest, " {main}") || strings.HasPrefix(rest, " [internal function]") || strings.Contains(rest, "): "))
	case strings.HasPrefix(text, "... ") && strings.HasSuffix(text, " more"):
		return true
	}
	if rest := strings.TrimLeft(text, "0123456789"); len(rest) < len(text) && strings.HasPrefix(rest, ": ") && strings.Contains(rest, "::") {
		return !strings.Contains(rest[2:], " ") // Rust: "0: std::panicking::begin"
	}
	return isRubyFrame(text) || isPlace(text) ||
		strings.HasSuffix(text, "<-") && strings.Contains(text, "(") || strings.HasSuffix(text, ")") && strings.Contains(text, "(0x")
}

// isAtFrame says whether what follows "at " is a place in a program.
func isAtFrame(place string) bool {
	place = strings.TrimRight(place, " {")
	open := strings.LastIndexByte(place, '(')
	switch {
	case strings.HasSuffix(place, ")") && open >= 0:
		name, inside := strings.TrimRight(place[:open], " "), place[open+1:len(place)-1]
		return hasLineNumber(inside) || inside == "Native Method" || inside == "Unknown Source" || inside == "native" ||
			inside == "<anonymous>" || inside == "unknown" || strings.Contains(name, ".") && !strings.Contains(name, " ")
	case strings.Contains(place, ":line "), strings.HasPrefix(place, "<anonymous>"):
		return true
	}
	return hasLineNumber(place) && (strings.ContainsAny(place, `/\`) || hasLineNumber(strings.TrimRight(place, "0123456789")[:strings.LastIndexByte(place, ':')]) || codeFile(place))
}

// codeNames are the endings of files of source code.
var codeNames = [...]string{".js:", ".ts:", ".mjs:", ".cjs:", ".py:", ".java:", ".go:", ".rb:", ".cs:", ".rs:", ".php:", ".kt:"}

func codeFile(place string) bool {
	for _, name := range codeNames {
		if strings.Contains(place, name) {
			return true
		}
	}
	return false
}

// hasLineNumber says whether a text ends like "x.js:12" or "x.js:12:3".
func hasLineNumber(text string) bool {
	head := strings.TrimRight(text, "0123456789")
	return len(head) > 1 && len(head) < len(text) && head[len(head)-1] == ':'
}

// isRubyFrame says whether a line is like "x.rb:12:in `f'".
func isRubyFrame(text string) bool {
	i := strings.Index(text, ":in ")
	return i > 0 && hasLineNumber(text[:i]) && len(text) > i+4 && (text[i+4] == '`' || text[i+4] == '\'')
}

// isPlace says whether a line is nothing but a file and a line number.
func isPlace(text string) bool {
	text, _, _ = strings.Cut(text, " +0x")
	return !strings.Contains(text, " ") && strings.Contains(text, ".") && strings.ContainsAny(text, `/\`) &&
		!strings.Contains(text, "://") && hasLineNumber(text)
}

// leadNames introduce a trace on the line of its message.
var leadNames = [...]string{"Traceback (most recent call last):", "Traceback (most recent call first):", "Exception Group "}

// dropLead takes the introduction of a trace out of a line.
func dropLead(line string) string {
	for _, lead := range leadNames {
		line = strings.ReplaceAll(line, lead, "")
	}
	if i := strings.Index(line, `Exception in thread "`); i >= 0 {
		name := line[i+len(`Exception in thread "`):]
		if _, after, ok := strings.Cut(name, "\""); ok {
			line = line[:i] + strings.TrimPrefix(after, " ")
		}
	}
	return line
}

// dropInline takes out frames that stand between other words of one line.
func dropInline(line string) string {
	line = dropBetween(line, "at ", inlineAt)
	return dropBetween(line, "File ", inlineFile)
}

// dropBetween takes out each mark at a word's start that measure finds a frame
// behind; measure returns the frame's length after the mark, or 0.
func dropBetween(line, mark string, measure func(string) int) string {
	var b strings.Builder
	kept := 0
	for from := 0; ; {
		i := strings.Index(line[from:], mark)
		if i < 0 {
			break
		}
		i += from
		from = i + len(mark)
		if i > 0 && isWord(line[i-1]) && !escapeBefore(line, i) {
			continue
		}
		if n := measure(line[from:]); n > 0 {
			b.WriteString(line[kept:i])
			from += n
			kept = from
		}
	}
	if kept == 0 {
		return line
	}
	b.WriteString(line[kept:])
	return b.String()
}

// inlineAt measures "name (file:12:3)".
func inlineAt(rest string) int {
	rest = rest[:min(len(rest), 256)]
	end := strings.IndexByte(rest, ')')
	open := strings.IndexByte(rest, '(')
	if open < 0 || end < open || strings.Count(rest[:open], " ") > 2 || !hasLineNumber(rest[open+1:end]) {
		return 0
	}
	return end + 1
}

// inlineFile measures `"x.py", line 12, in f`.
func inlineFile(rest string) int {
	rest = rest[:min(len(rest), 320)]
	i := strings.Index(rest, "line ")
	if i < 3 || !strings.HasSuffix(rest[:i], ", ") || rest[0] != '"' && rest[0] != '\\' {
		return 0
	}
	end := i + len("line ")
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	if name, ok := strings.CutPrefix(rest[end:], ", in "); ok {
		end += len(", in ")
		for i := 0; i < len(name) && (isWord(name[i]) || strings.IndexByte("<>.", name[i]) >= 0); i++ {
			end++
		}
	}
	return end
}

// squeeze takes blank lines out.
func squeeze(text string) string {
	text = strings.Trim(text, "\n ")
	for strings.Contains(text, "\n\n") {
		text = strings.ReplaceAll(text, "\n\n", "\n")
	}
	return text
}
