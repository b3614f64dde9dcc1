package fault

import "strings"

// What a text without any flag may open with, and what looks like it and is none.

// An opener begins a text that is a refusal, with what it refuses for. The words of
// the text say more where they say anything.
type opener struct {
	text string // lower case; one that ends in a letter ends a word
	rule
}

// openerTable holds what nothing but a refusal begins with.
var openerTable = []opener{
	{"invalid ", rule{InvalidArgument, 12, 0}},
	{"illegal ", rule{InvalidArgument, 30, 0}},
	{"malformed ", rule{InvalidArgument, 30, 0}},
	{"unrecognized ", rule{InvalidArgument, 30, 0}},
	{"unrecognised ", rule{InvalidArgument, 30, 0}},
	{"unsupported ", rule{InvalidArgument, 12, 0}},
	{"not supported", rule{InvalidArgument, 30, 0}},
	{"missing required", rule{MissingArgument, 30, 0}},
	{"unauthorized", rule{Unauthenticated, 12, 0}},
	{"permission denied", rule{Forbidden, 12, 0}},
	{"access denied", rule{Forbidden, 12, 0}},
	{"not authorized", rule{Forbidden, 12, 0}},
	{"not allowed", rule{Forbidden, 30, 0}},
	{"not permitted", rule{Forbidden, 30, 0}},
	{"denied:", rule{Forbidden, 71, 0}},
	{"forbidden:", rule{Forbidden, 71, 0}},
	{"blocked:", rule{Forbidden, 71, 0}},
	{"refused:", rule{Forbidden, 30, 0}},
	{"rejected", rule{Unknown, 12, 0}},
	{"declined", rule{Unknown, 12, 0}},
	{"not implemented", rule{ServerError, 30, lasting}},
	{"not available", rule{ServerError, 30, 0}},
	{"unavailable:", rule{ServerError, 42, passing | brief}},
	{"aborted:", rule{Canceled, 60, 0}},
	{"cancelled:", rule{Canceled, 60, 0}},
	{"canceled:", rule{Canceled, 60, 0}},
	{"interrupted:", rule{Canceled, 60, 0}},
	{"timeout:", rule{Timeout, 60, passing}},
	{"insufficient funds", rule{QuotaExhausted, 84, 0}},
	{"insufficient balance", rule{QuotaExhausted, 84, 0}},
	{"insufficient credit", rule{QuotaExhausted, 84, 0}},
	{"duplicate entry", rule{Conflict, 72, 0}},
	{"duplicate key", rule{Conflict, 72, 0}},
	{"duplicate record", rule{Conflict, 72, 0}},
	{"duplicate request", rule{Conflict, 72, 0}},
	{"duplicate order", rule{Conflict, 72, 0}},
	{"duplicate value", rule{Conflict, 72, 0}},
	{"duplicate name", rule{Conflict, 72, 0}},
	{"conflict:", rule{Conflict, 72, 0}},
	{"拒绝:", rule{Forbidden, 60, 0}},
	{"拒绝：", rule{Forbidden, 60, 0}},
	{"不支持", rule{InvalidArgument, 60, 0}},
	{"无效", rule{InvalidArgument, 60, 0}},
}

// openerStartTable holds the places of the openings by their first byte, of either case.
var openerStartTable = func() (table [256][]uint8) {
	for i := range openerTable {
		b := openerTable[i].text[0]
		table[b] = append(table[b], uint8(i))
		if b >= 'a' && b <= 'z' {
			table[b-'a'+'A'] = append(table[b-'a'+'A'], uint8(i))
		}
	}
	return table
}()

// refusal returns what the opening of a line refuses for. A line that ends in a count
// tallies what was refused before: it is a report.
func refusal(line string) (opener, bool) {
	if line != "" && !isAlnum(line[0]) { // a set of letters costs more than the rest
		line = strings.TrimLeft(line, "#*>[ ✗✘×❌⛔🚫\"'`")
	}
	if line == "" {
		return opener{}, false
	}
	for _, i := range openerStartTable[line[0]] {
		if o := &openerTable[i]; hasPrefixFold(line, o.text) {
			return *o, !tallies(line)
		}
	}
	return opener{}, false
}

// tallies says whether a line is a word and its count: "Invalid rows removed: 3",
// "Unknown users: none".
func tallies(line string) bool {
	i := strings.LastIndexByte(line, ':')
	if i < 0 {
		return false
	}
	count := strings.Trim(line[i+1:], " \t\r.")
	if isZeroWord(count) {
		return true
	}
	for j := range len(count) {
		if !isDigit(count[j]) {
			return false
		}
	}
	return count != "" && len(count) < 9
}

func isZeroWord(word string) bool {
	return word == "0" || strings.EqualFold(word, "none") || strings.EqualFold(word, "zero") || word == "无"
}

// countsZero says whether what follows a word for failures counts none of them.
func countsZero(rest string) bool {
	rest = strings.TrimLeft(rest, ": =\t(")
	end := 0
	for end < len(rest) && isAlnum(rest[end]) {
		end++
	}
	return end > 0 && end < 5 && isZeroWord(rest[:end]) && (end == len(rest) || rest[end] != '.' || end+1 == len(rest) || !isDigit(rest[end+1]))
}

// deniesAll says whether a line begins with the word for none of what follows.
func deniesAll(line string) bool {
	for _, none := range [...]string{"no ", "nothing ", "none ", "0 ", "zero "} {
		if hasPrefixFold(line, none) {
			return true
		}
	}
	return false
}

// negated says whether the words before text[start:] deny what it says: "no tests
// failed", "0 requests failed", "nothing failed".
func negated(text string, start int) bool {
	before := strings.TrimRight(lowered(text[max(0, start-12):start]), " ")
	if len(before) == start-max(0, start-12) && start > 0 {
		return false // the word goes on
	}
	word := before[strings.LastIndexAny(before, " \t\n,;.(")+1:]
	switch word {
	case "no", "nothing", "none", "zero", "never", "without", "0", "had", "previously", "previous":
		return true
	}
	return false
}

// zeroAfter says whether an exit code is told, and is 0.
func zeroAfter(text string, start, end int) bool {
	if !strings.HasPrefix(lowered(text[start:end]), "exit") {
		return false
	}
	rest := lowered(text[end:min(len(text), end+16)])
	for _, word := range [...]string{" with", " exit", " code", " status", ":", "=", " "} {
		rest = strings.TrimPrefix(rest, word)
	}
	rest = strings.TrimLeft(rest, " :=")
	return rest != "" && rest[0] == '0' && (len(rest) == 1 || !isAlnum(rest[1]))
}

// doneOpenerNames begin the report of what a tool did.
var doneOpenerNames = map[string]bool{
	"created": true, "deleted": true, "updated": true, "added": true, "removed": true, "moved": true, "marked": true, "saved": true, "sent": true, "renamed": true,
	"copied": true, "uploaded": true, "archived": true, "scheduled": true, "posted": true, "published": true, "restarted": true, "successfully": true,
	"installed": true, "deployed": true, "inserted": true, "assigned": true, "merged": true, "wrote": true, "done": true, "success": true, "✅": true, "✓": true, "✔": true,
	"已创建": true, "已删除": true, "已更新": true, "已添加": true, "已发送": true, "已保存": true,
}

// reportsDone says whether a short text begins, or ends, with what a tool did, and takes nothing
// back: what was created or deleted may well be called after a failure.
func reportsDone(text string) bool {
	word, rest, ok := strings.Cut(text, " ")
	if !ok || len(text) > 200 || strings.Contains(rest, "\n") {
		return false
	}
	rest = lowered(rest)
	if !doneOpenerNames[strings.TrimRight(lowered(word), ":!,.")] {
		last := strings.TrimRight(rest[strings.LastIndexByte(rest, ' ')+1:], ".! ")
		if !doneOpenerNames[last] || strings.ContainsAny(text[:len(text)-1], ".;:,") {
			return false // "Allowed values updated."
		}
		rest = lowered(text)
	}
	for _, back := range [...]string{" but ", "however", "failed", "could not", "couldn't", "cannot", "can't", "error:", "except", "unable", " not ", "timed out", "timeout", "partial", "warning", "skipped", "失败", "nothing ", "denied", "n't ", "unsuccessful"} {
		if strings.Contains(rest, back) {
			return false
		}
	}
	return true
}

// manages says whether the words after one for a failure or a limit make it a thing
// that is kept or set: "error budget", "rate limit set to 100", a file "error.log".
func manages(rest string) bool {
	if len(rest) > 1 && rest[0] == '.' && isAlnum(rest[1]) {
		return true
	}
	rest = strings.TrimLeft(strings.TrimPrefix(rest[:min(len(rest), 20)], "s "), " ")
	for _, word := range [...]string{"budget", "rule added", "rule updated", "rule created", "set to ", "is set to", "changed to", "raised to", "lowered to", "policy updated", "rate: ", "handler added"} {
		if hasPrefixFold(rest, word) {
			return true
		}
	}
	return false
}

// allWell says whether a text finds none of what nobody wants to find.
func allWell(text string) bool {
	lower := lowered(text)
	for _, none := range [...]string{"no ", "0 ", "without "} {
		i := strings.Index(lower, none)
		if i < 0 || i > 0 && isAlnum(lower[i-1]) {
			continue
		}
		word, _, _ := strings.Cut(lower[i+len(none):], " ")
		switch strings.Trim(word, ".,;:!") {
		case "error", "errors", "problem", "problems", "warning", "warnings", "conflict", "conflicts", "failure", "failures", "vulnerabilities", "violations", "changes", "differences", "drift":
			return true
		}
	}
	return false
}
