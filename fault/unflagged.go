package fault

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// openingNames begin a text that reports a failure though no flag says so.
var openingNames = []string{
	"error", "err:", "[error]", "fail", "failed", "problem in", "failure", "traceback (most recent", "exception", "fatal", "panic:", "exit code ", "exit status ",
	"❌", "⚠️ error", "unable to", "could not", "cannot ", "can't ", "i encountered an error", "tool error", "mcp error", "api error",
	"internal error", "request failed", "command failed", "an error occurred", "uncaught", "unknown tool", "错误", "失败", "异常", "调用失败",
	"工具调用出错", "mcp工具调用出错", "执行失败", "<tool_use_error>", "<error>", "<!doctype html><html><head><title>5", "tool returned failure",
}

// openingTable holds the openings by their first byte, of either case.
var openingTable = func() (table [256][]string) {
	for _, opening := range openingNames {
		b := opening[0]
		table[b] = append(table[b], opening)
		if b >= 'a' && b <= 'z' {
			table[b-'a'+'A'] = append(table[b-'a'+'A'], opening)
		}
	}
	return table
}()

// startsLikeFailure says whether a text opens like the report of a failure.
func startsLikeFailure(body string) bool {
	head := body[:min(len(body), 120)]
	if head != "" && !isAlnum(head[0]) { // a set of letters costs more than the rest
		head = strings.TrimLeft(head, " \t\r\n*\"'`")
		head = strings.TrimLeft(strings.TrimLeft(head, "✗✘✖×⛔🚫🔴"), " ")
	}
	if head != "" && head[0] == '#' { // a heading tells a failure only by itself
		line, _, _ := strings.Cut(head, "\n")
		if head = strings.Trim(line, "# \t\r:"); strings.Contains(head, " ") && !strings.Contains(head, ": ") {
			return hasSuffixFold(head, " failed")
		}
	}
	if head == "" {
		return false
	}
	for _, opening := range openingTable[head[0]] {
		if hasPrefixFold(head, opening) && !countsZero(head[len(opening):]) && !manages(head[len(opening):]) && !relabelled(head[len(opening):]) && (len(head) == len(opening) || !isAlnum(opening[len(opening)-1]) || !isAlnum(head[len(opening)]) && head[len(opening)] != '_') {
			return true
		}
	}
	return headsFailure(head)
}

// headsFailure says whether a text has a short heading that ends in "failed".
func headsFailure(head string) bool {
	line, _, _ := strings.Cut(head, "\n")
	end := len(line)
	for end > 0 && (line[end-1] == ' ' || line[end-1] == '\r' || line[end-1] == ':' || line[end-1] == '!' || line[end-1] == '.') {
		end--
	}
	line = line[:end]
	return len(line) < 50 && !deniesAll(line) && !hasSuffixFold(line, " had failed") && hasSuffixFold(line, " failed") && len(line) < len(head)
}

// hasSuffixFold says whether s ends with a suffix in whatever case, and is more.
func hasSuffixFold(s, suffix string) bool {
	return len(s) > len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// hasPrefixFold says whether s begins with a prefix in lower case.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && s[0]|' ' == prefix[0]|' ' && strings.EqualFold(s[:len(prefix)], prefix)
}

// tellsFailure decides on an outcome without any flag: its opening words tell a
// failure, or it is a short text with a phrase that no result holds.
func (v *view) tellsFailure() bool {
	body := strings.TrimSpace(v.out.Body)
	if isJSON(body) {
		if block := strings.TrimSpace(v.env.block); block != "" && !v.env.success && v.opens(block) {
			return true
		}
		if v.env.named && v.env.content == 0 && v.env.lists == 0 && !v.env.success && !looksUp(v.call) {
			return true // nothing but the code of an error
		}
		text := v.env.text.String()
		if v.env.record && !v.env.told && looksUp(v.call) {
			return false // the state of what was looked up
		}
		if text == "" && v.env.content == 1 && len(v.env.lone) > 20 && !looksUp(v.call) {
			text = v.env.lone
			if v.opens(text) {
				v.env.say(text)
				return true
			}
			return false
		}
		if text == "" || len(text) > maxBare || v.env.success {
			return false
		}
		return startsLikeFailure(text) || (v.env.content <= v.env.failed || v.env.sole && v.env.content == 1 && !looksUp(v.call)) && (v.bare(text) || v.knownCode())
	}
	line := command(v.call)
	if dumps(line) {
		return complains(body, line)
	}
	if complains(body, line) {
		return true
	}
	if v.runs() && testsPassed(body) {
		return false
	}
	if v.runs() && v.commandFails(body) {
		return true
	}
	if page, r := errorPage(body); page {
		v.take(LayerText, "page", body[:min(len(body), 40)], r)
		return true
	}
	if len(body) <= maxBare && !looksUp(v.call) && someOfMany(body) {
		v.take(LayerText, "some", "", rule{Partial, 79, 0})
		return true
	}
	return v.opens(body)
}

// opens says whether a text without a flag tells a failure by its first words,
// or, where it is short, by any.
func (v *view) opens(text string) bool {
	return startsLikeFailure(text) || v.allFailure(text) || (len(text) <= maxBare || hasTrace(text)) && opensWithClass(text) || len(text) <= maxBare && (v.bare(text) || v.refuses(text) || firstWordsFail(text))
}

// refuses says whether a text begins as nothing but a refusal begins.
func (v *view) refuses(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	o, ok := refusal(line)
	if ok {
		v.take(LayerText, "opening", o.text, o.rule)
	}
	return ok
}

// knownCode says whether a field made for codes holds one that is known.
func (v *view) knownCode() bool {
	for _, code := range v.env.codes[:v.env.coded] {
		r, ok := codeOf(code)
		if !ok {
			r, ok = vendorNumber(code)
		}
		if ok && r.rank > 65 {
			return true
		}
	}
	return false
}

// allFailure recognises a text that is nothing but the word for a failure, maybe
// with the tool's name before it.
func (v *view) allFailure(text string) bool {
	if len(text) > 60 {
		return false
	}
	text = strings.Trim(lowered(text), " \t\r\n.!*`'\":()[]")
	if v.call != nil && v.call.Tool != "" {
		text = strings.TrimSpace(strings.TrimPrefix(text, lowered(v.call.Tool)))
	}
	r, ok := wholeTable[strings.TrimPrefix(text, "request ")]
	if ok {
		v.take(LayerText, "whole", text, r)
	}
	return ok
}

// wholeTable holds the words that tell a failure where they are the whole text.
var wholeTable = map[string]rule{
	"aborted": {Canceled, 75, 0}, "abort": {Canceled, 75, 0}, "cancelled": {Canceled, 75, 0}, "canceled": {Canceled, 75, 0}, "interrupted": {Canceled, 75, 0}, "^c": {Canceled, 75, 0},
	"已取消": {Canceled, 75, 0}, "已中断": {Canceled, 75, 0}, "rejected": {Declined, 86, 0}, "declined": {Declined, 86, 0}, "已拒绝": {Declined, 86, 0}, "denied": {Forbidden, 71, 0},
	"terminated": {Unknown, 10, 0}, "failed": {Unknown, 10, 0}, "failure": {Unknown, 10, 0}, "失败": {Unknown, 10, 0}, "出错": {Unknown, 10, 0}, "timeout": {Timeout, 60, passing}, "超时": {Timeout, 60, passing},
	"killed": {Timeout, 50, passing}, "disconnected": {Network, 62, passing}, "unavailable": {ServerError, 42, passing | brief}, "busy": {RateLimited, 50, passing},
}

// opensWithClass says whether a text begins with the name of an exception's class.
func opensWithClass(text string) bool {
	head := text[:min(len(text), 120)]
	if head != "" && !isAlnum(head[0]) {
		head = strings.TrimLeft(head, " \t\r\n*`'\"[(")
	}
	end := 0
	for end < len(head) && (isAlnum(head[end]) || strings.IndexByte("._:\\$", head[end]) >= 0 && end+1 < len(head) && head[end+1] != ' ' && head[end+1] != '\n') {
		end++
	}
	class := head[:end]
	if end >= len(head) || strings.IndexByte(":([", head[end]) < 0 && head[end] != '\n' && head[end] != ' ' {
		return false
	}
	if head[end] == '(' && (end+1 == len(head) || !isDigit(head[end+1]) && head[end+1] != '"' && head[end+1] != '\'') {
		return false // a call
	}
	for _, suffix := range [...]string{"Error", "Exception", "Fault"} {
		if strings.HasSuffix(class, suffix) && len(class) > len(suffix) && (head[end] != ' ' || strings.HasPrefix(head[end:], " -") || strings.HasPrefix(head[end:], " (") || strings.HasPrefix(head[end:], " [")) {
			return true
		}
	}
	return false
}

// firstWordsFail says whether the first words of a text end in "failed": "Tool call
// failed: …", "Code execution failed at line 3".
func firstWordsFail(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	line = lowered(line[:min(len(line), 120)])
	if deniesAll(line) {
		return false
	}
	for _, word := range [...]string{"失败", "出错", "出现错误"} {
		if i := strings.Index(line, word); i >= 0 && i < 60 {
			rest := line[i+len(word):]
			for _, after := range [...]string{"", ":", "：", "，", ",", "。", "!", "！"} {
				if rest == "" || after != "" && strings.HasPrefix(rest, after) {
					return true
				}
			}
		}
	}
	for _, word := range [...]string{" failed", " errored"} {
		i := strings.Index(line, word)
		if i < 0 || strings.Count(line[:i], " ") > 3 || strings.ContainsAny(line[:i], "0123456789|") {
			continue
		}
		rest := line[i+len(word):]
		if manages(rest) {
			continue
		}
		for _, after := range [...]string{":", ".", ",", "!", ";", " (", " -", " to ", " with", " at ", " due ", " because", " after", " while", " on "} {
			if rest == "" || strings.HasPrefix(rest, after) {
				return true
			}
		}
	}
	return false
}

// bare says whether a text holds a phrase that tells a failure by itself. What
// looks like a listing, a log or a program is data; in what a look-up gives, and
// in what begins like data, failures stand in the first line or the last.
func (v *view) bare(text string) bool {
	found := false
	text = strings.TrimSpace(v.without(text))
	first, _, _ := strings.Cut(text, "\n")
	looks := looksUp(v.call)
	strict := looks || isEntry(strings.TrimSpace(first))
	if looks && isArticle(text) || reportsDone(text) {
		return false
	}
	tells := func(start, end int) bool {
		line := lineAround(text, start, end)
		at := start - strings.LastIndexByte(text[:start], '\n') - 1
		if negated(text, start) || manages(text[end:]) || zeroAfter(text, start, end) || supposes(line, at) || inName(text, start, end) || quoted(line, at) || looks && at > 64 {
			return false
		}
		return len(line) <= maxBare && (!strict || atAnEnd(text, start, end)) && !looksLikeData(line)
	}
	matcher().find(text, func(h hit) {
		if !found && h.rule.flags&bare != 0 && h.rule.kind != Empty {
			found = tells(h.start, h.end)
		}
	})
	_, begun := cuesOf(text[:min(len(text), maxGaps)])
	gaps(text, begun, func(g *gap, start, end int) {
		found = found || g.flags&bare != 0 && tells(start, end)
	})
	if start, end, ok := bareCode(text); !found && ok && codeOpens(text, start) {
		found = tells(start, end)
	}
	if status, at := textStatus(text); !found && status != 0 && len(text) < 200 {
		found = tells(at, at+3)
	}
	return found
}

// atAnEnd says whether text[start:end] stands in the first or the last line.
func atAnEnd(text string, start, end int) bool {
	return strings.IndexByte(text[:start], '\n') < 0 || strings.IndexByte(text[end:], '\n') < 0
}

func lineAround(text string, start, end int) string {
	from := strings.LastIndexByte(text[:start], '\n') + 1
	if to := strings.IndexByte(text[end:], '\n'); to >= 0 {
		return text[from : end+to]
	}
	return text[from:]
}

// looksLikeData says whether a line is a listing's: a source line with its
// number, a log's or a list's entry, a heading, a comment, a program's statement.
func looksLikeData(line string) bool {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		return true
	}
	if isEntry(trimmed) {
		return true
	}
	switch trimmed[0] {
	case '-', '*', '#', '|', '>', '+', '}':
		return true
	case '/':
		return !strings.Contains(trimmed, ": ") || strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "/*")
	}
	for _, passed := range [...]string{" PASSED", " passed", " ... ok", " OK"} {
		if strings.HasSuffix(trimmed, passed) {
			return true
		}
	}
	if i := strings.IndexByte(trimmed, ' '); i > 0 && i < 12 && relabelled(trimmed[i:]) {
		return true
	}
	return isPlace(trimmed) || isStatement(trimmed) || isSetting(line)
}

// inName says whether text[start:end] is a part of a name, such as a path's.
func inName(text string, start, end int) bool {
	return start > 0 && text[start-1] == '/' || end < len(text) && (text[end] == '_' || text[end] == '-') && end+1 < len(text) && isAlnum(text[end+1]) && text[end+1]|' ' == text[end+1] ||
		start > 1 && (text[start-1] == '_' || text[start-1] == '-') && isAlnum(text[start-2]) && text[start-2]|' ' == text[start-2]
}

// quoted says whether the words at line[at:] are somebody's, whom the line quotes.
func quoted(line string, at int) bool {
	return at > 1 && at <= len(line) && strings.IndexByte("'\"`", line[at-1]) >= 0 && !startsLikeFailure(line)
}

// supposes says whether what stands at line[at:] is only supposed: "if you get a
// timeout", "you may encounter a rate limit".
func supposes(line string, at int) bool {
	if at < 0 || at > len(line) || startsLikeFailure(line) {
		return false
	}
	before := line[:at]
	if i := strings.LastIndexAny(before, ".!?:"); i >= 0 {
		before = before[i:]
	}
	before = lowered(before)
	for _, word := range [...]string{"if ", "when ", "how to ", "may encounter", "may get", "may see", "may receive", "may return", "might ", "would ", "avoid ", "in case ", "whenever "} {
		if i := strings.Index(before, word); i >= 0 && whole(before, i, i+len(word)) {
			return true
		}
	}
	return false
}

// isArticle says whether a text has the lists, tables and headings of a page.
func isArticle(text string) bool {
	marks := 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "# "), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "==="), strings.HasPrefix(line, "```"):
			marks += 2
		case strings.HasPrefix(line, "* "), strings.HasPrefix(line, "- "), strings.HasPrefix(line, "## "), strings.HasPrefix(line, "| "):
			marks++
		}
	}
	return marks > 1 || isRecord(text)
}

// isRecord says whether a text begins like a record, with its fields on lines of
// their own.
func isRecord(text string) bool {
	fields := 0
	for line := range strings.SplitSeq(text, "\n") {
		key, _, ok := strings.Cut(line, ": ")
		if !ok || plainName(key) == "" || !isUpper(key[0]) {
			break
		}
		fields++
	}
	return fields > 1
}

// isEntry says whether a line begins like an entry: with its number, its date, or
// what a repository calls it. A status before its reason is none.
func isEntry(line string) bool {
	i := 0
	for i < len(line) && isDigit(line[i]) {
		i++
	}
	if i > 0 && i < len(line) && (i != 3 || !statusShape(line, 0)) {
		switch line[i] {
		case ':', '|', '\t', ')', ',':
			return true
		case '.':
			return i+1 < len(line) && line[i+1] == ' '
		case '-', '/':
			return i == 4 && i+1 < len(line) && isDigit(line[i+1])
		}
	}
	return strings.HasPrefix(line, "PR#") || strings.HasPrefix(line, "diff ") || strings.HasPrefix(line, "commit ")
}

// isPlace says whether a line begins with a place in a file: path.go:17:.
func isPlace(line string) bool {
	head, rest, ok := strings.Cut(line, ":")
	if !ok || rest == "" || !isDigit(rest[0]) || strings.ContainsAny(head, " \t") {
		return false
	}
	return strings.Contains(head, ".") || strings.Contains(head, "/")
}

// isStatement says whether a line is a program's.
func isStatement(line string) bool {
	switch line[len(line)-1] {
	case ';', '{':
		return true
	}
	for _, begin := range [...]string{"return ", "if ", "func ", "def ", "class ", "import ", "from ", "const ", "var ", "let ", "raise ", "throw ", "except ", "catch ", "public ", "private ", "assert "} {
		if strings.HasPrefix(line, begin) && strings.ContainsAny(line, "()=\"'") {
			return true
		}
	}
	return strings.Contains(line, " = ") && strings.ContainsAny(line, "(\"'") || strings.Contains(line, " := ")
}

// isSetting says whether a line is an indented "key: value", or a KEY=value.
func isSetting(line string) bool {
	if key, _, ok := strings.Cut(line, "="); ok && isConstant(key) {
		return true
	}
	if len(line) < 4 || line[0] != ' ' && line[0] != '\t' {
		return false
	}
	key, _, ok := strings.Cut(strings.TrimSpace(line), ":")
	return ok && plainName(key) != "" && lowered(key) == key
}

// errorPage recognises a server's HTML or XML page about an error.
func errorPage(body string) (bool, rule) {
	if body == "" || body[0] != '<' {
		return false, rule{}
	}
	head := body[:min(len(body), 1500)]
	if strings.Contains(head, "<Error>") && strings.Contains(head, "<Deleted>") {
		return true, rule{Partial, 83, 0}
	}
	if strings.Contains(head, "<Error>") || strings.Contains(head, "<error>") || strings.Contains(head, ":Fault>") {
		return true, rule{}
	}
	if i := strings.Index(strings.ToLower(head), "<title>"); i >= 0 {
		title := head[i+7 : min(len(head), i+60)]
		if status, at := textStatus(title); status != 0 && at < 8 {
			r, _ := statusRule(status)
			return true, r
		}
	}
	return false, rule{}
}

// success tells a success from an empty one. Emptiness is no fault for a tool
// that writes, runs commands or nearly always returns nothing.
func (v *view) success() Fault {
	ok := Fault{Kind: OK}
	s, out := v.spec, v.out
	if s.Access != tool.AccessWrite && out.Status != 204 && (out.Channel == tool.ChannelStdout || v.runsCode()) && foundNothing(out.Body) {
		return Fault{Kind: Empty, Effect: tool.EffectNone, Evidence: []Evidence{{Layer: LayerText, Rule: "empty", Span: strings.TrimSpace(out.Body[:min(len(out.Body), 60)])}}}
	}
	if s.Access == tool.AccessUnknown && acts(v.call) {
		return ok
	}
	if s.Access == tool.AccessWrite || s.RunsCode || s.EmptyIsNormal || out.Status == 204 || out.Channel == tool.ChannelStdout {
		return ok
	}
	span, empty := v.emptiness()
	if !empty {
		return ok
	}
	return Fault{Kind: Empty, Effect: tool.EffectNone, Evidence: []Evidence{{Layer: LayerEnvelope, Rule: "empty", Span: span}}}
}

func (v *view) emptiness() (string, bool) {
	body := strings.TrimSpace(v.out.Body)
	switch {
	case body == "" || body == "null" || body == "None" || body == `""` || body == "[]" || body == "{}" || body == "undefined":
		return body, v.out.Phase == tool.PhaseAnswered || v.out.Flag == tool.FlagSuccess || v.out.Channel != tool.ChannelUnknown || body != ""
	case isObject(body), isList(body):
		return body[:min(len(body), 60)], v.env.content == 0 && v.env.lists > 0 || v.emptyWords(v.env.text.String()) && v.env.content <= v.env.blocks
	}
	return body[:min(len(body), 60)], v.emptyWords(body) || emptyReport(body) || onlyHeading(body)
}

// emptyWords says whether a short text is all about having found nothing.
func (v *view) emptyWords(text string) bool {
	if len(text) > 200 || allWell(text) {
		return false
	}
	found := false
	matcher().find(v.without(text), func(h hit) { found = found || h.rule.kind == Empty })
	return found
}

// emptyReport reads a client's print of a result without content.
func emptyReport(body string) bool {
	return len(body) < 300 && strings.Contains(body, "content=[]") && strings.Contains(body, "isError=False")
}
