package feedback

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sequitur-go/sequitur/fault"
)

// maxDetail is how many characters of the upstream's own words are quoted.
const maxDetail = 200

// A quoting says whether the upstream's own words help for a kind of fault.
type quoting uint8

const (
	noQuote    quoting = iota // they tell of the upstream's insides only
	plainQuote                // they tell what to change, figures included
	finalQuote                // nothing can be changed: a figure might pass for an answer
)

// quotingTable says which kinds are quoted.
var quotingTable = map[fault.Kind]quoting{
	fault.InvalidArgument: plainQuote, fault.MissingArgument: plainQuote, fault.Conflict: plainQuote,
	fault.ExecutionFailed: plainQuote, fault.Partial: plainQuote, fault.NotFound: plainQuote,
	fault.Forbidden: finalQuote, fault.QuotaExhausted: finalQuote, fault.Unknown: finalQuote,
}

// instructionNames are words of texts that would steer their reader. A quote is
// data: a sentence that holds one of these is left out.
var instructionNames = [...]string{
	"ignore all", "ignore previous", "ignore any", "ignore the", "disregard", "forget everything", "system prompt", "previous instruction",
	"prior instruction", "instructions", "you are now", "you are a", "you must", "you should now", "assistant", "as an ai", "language model", "<|", "[inst",
	"###", "tool_call", "function_call", "reveal", "exfiltrat", "override", "jailbreak", "http://", "curl ", "wget ", "important:",
	"stop what you", "stop immediat", "please call", "please run", "then call", "and call", "must call", "now call",
	"忽略", "无视", "你是", "你必须", "你现在", "系统提示", "提示词", "助手", "指令", "请调用", "请发送", "请转账", "请删除", "务必", "泄露", "不要告诉",
}

// commandNames begin a sentence that orders something other than a change of
// the arguments, or that speaks in a role.
var commandNames = [...]string{
	"call ", "invoke ", "execute ", "run ", "send ", "forward ", "upload ", "transfer ", "delete ", "do not ", "don't ", "never ", "stop ",
	"system:", "user:", "human:", "ai:", "answer ", "reply ", "respond ", "say ", "tell ", "pretend ", "不要", "发送", "转账", "回答", "告诉",
}

// retryNames are words that ask for another try.
var retryNames = [...]string{
	"try again", "retry", "please wait", "again later", "in a moment", "try another", "different approach", "重试", "稍后", "再试", "再次尝试",
}

func anySentence(string) bool { return true }

func noFigure(sentence string) bool { return !strings.ContainsFunc(sentence, unicode.IsDigit) }

// detail chooses of the upstream's own sentences those that help their reader
// and that pass the filter.
func (w *writer) detail(filter func(string) bool) string {
	if quotingTable[w.in.Fault.Kind] == noQuote || w.in.Fault.Detail == "" {
		return ""
	}
	text := oneLine(w.redact(w.in.Fault.Detail))
	var kept []string
	size := 0
	for _, sentence := range sentences(text) {
		sentence = trimLead(sentence)
		if !w.helps(sentence) || !filter(sentence) {
			continue
		}
		size += utf8.RuneCountInString(sentence) + 1
		if len(kept) > 0 && size > maxDetail {
			break
		}
		kept = append(kept, sentence)
	}
	return firstRunes(strings.ReplaceAll(strings.Join(kept, " "), `"`, "'"), maxDetail)
}

// quoted returns the detail as it may stand in the text.
func (w *writer) quoted() string {
	detail := w.object.Detail
	switch {
	case quotingTable[w.in.Fault.Kind] == finalQuote:
		detail = w.detail(noFigure)
	case w.in.Fault.Kind == fault.NotFound && !w.saysMore(detail):
		return ""
	}
	return strings.TrimRight(detail, ".。")
}

// saysMore says whether a sentence about something missing says more than what
// the message says: it is long, or it names something else.
func (w *writer) saysMore(detail string) bool {
	if _, rest, ok := strings.Cut(detail, "'"); ok {
		if name, _, ok := strings.Cut(rest, "'"); ok && !strings.Contains(w.values["target"], `"`+name+`"`) {
			return true
		}
	}
	return len(strings.Fields(detail)) >= 9
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// helps says whether a sentence is worth quoting: words, no instruction, and
// nothing that contradicts the verdict.
func (w *writer) helps(sentence string) bool {
	lower := strings.ToLower(sentence)
	for _, name := range instructionNames {
		if strings.Contains(lower, name) {
			return false
		}
	}
	for _, name := range retryNames {
		if strings.Contains(lower, name) {
			return false
		}
	}
	order := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(lower, "please "), "请"), " ,'*->")
	for _, name := range commandNames {
		if strings.HasPrefix(order, name) {
			return false
		}
	}
	if strings.ContainsAny(sentence, "{}<>|\\`") || strings.Contains(sentence, "://") || strings.Contains(sentence, maskSecret) {
		return false
	}
	letters := 0
	for _, r := range sentence {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	words := len(strings.Fields(sentence))
	wide := !isASCII(sentence) && letters >= 4
	return letters >= 8 && words >= 2 && letters*2 >= utf8.RuneCountInString(sentence) && !emptyPhrase(lower) || wide
}

// emptyPhraseNames say nothing that the kind of the fault does not say.
var emptyPhraseNames = [...]string{
	"bad request", "forbidden", "not found", "access denied", "permission denied", "internal server error", "conflict", "unauthorized",
	"validation error", "invalid request", "invalid argument", "invalid arguments", "an error occurred", "something went wrong", "tool failed",
	"tool execution failed", "http error", "request failed", "payment required", "unprocessable entity", "client error",
	"i encountered an error while trying to use the tool", "tool returned failure with no error message", "internal error", "unknown error",
}

func emptyPhrase(lower string) bool {
	lower = strings.Trim(lower, " .:!0123456789()")
	if strings.HasPrefix(lower, "exit code") || strings.HasPrefix(lower, "error calling tool") || strings.Contains(lower, "[object object]") {
		return true
	}
	for _, name := range emptyPhraseNames {
		if lower == name {
			return true
		}
	}
	return false
}

// sentences splits a text where a sentence ends, and a blank or nothing
// follows.
func sentences(text string) []string {
	var list []string
	start := 0
	runes := []rune(text)
	for i, r := range runes {
		ends := strings.ContainsRune("。！？；", r) ||
			strings.ContainsRune(".!?", r) && (i+1 == len(runes) || runes[i+1] == ' ') && !abbreviated(runes[start:i])
		if ends || i+1 == len(runes) {
			if s := strings.TrimSpace(string(runes[start : i+1])); s != "" {
				list = append(list, s)
			}
			start = i + 1
		}
	}
	return list
}

// abbreviationNames end with a full stop that ends no sentence.
var abbreviationNames = [...]string{"vs", "e.g", "i.e", "etc", "no", "max", "min", "approx", "resp"}

func abbreviated(before []rune) bool {
	text := strings.ToLower(string(before[max(0, len(before)-8):]))
	word := text[strings.LastIndexAny(text, " (")+1:]
	return slices.Contains(abbreviationNames[:], word)
}

// trimLead takes "Error:", "ValueError:" and their like from the front.
func trimLead(sentence string) string {
	sentence, _, _ = strings.Cut(sentence, " For further information visit")
	if len(sentence) > 4 && sentence[3] == ' ' && noFigure(sentence[4:5]) && !strings.ContainsFunc(sentence[:3], func(r rune) bool { return r < '0' || r > '9' }) {
		sentence = sentence[4:] // a status
	}
	if q := sentence[:min(1, len(sentence))]; (q == `"` || q == "'") && len(sentence) > 1 && strings.HasSuffix(sentence, q) {
		sentence = sentence[1 : len(sentence)-1]
	}
	for range 4 {
		head, rest, ok := strings.Cut(sentence, ": ")
		if !ok || strings.TrimSpace(rest) == "" {
			break
		}
		last := head[strings.LastIndexByte(head, ' ')+1:]
		lower := strings.ToLower(head)
		if !strings.HasSuffix(last, "Error") && !strings.HasSuffix(last, "Exception") && lower != "error" && lower != "failed" && lower != "错误" &&
			!strings.HasPrefix(lower, "error executing tool") && !strings.HasPrefix(lower, "mcp error") && !strings.HasPrefix(lower, "error code") {
			break
		}
		sentence = strings.TrimSpace(rest)
	}
	return sentence
}

// oneLine joins the lines of a text, and its blanks.
func oneLine(text string) string {
	text = strings.ReplaceAll(text, `\n`, " ")
	return strings.Join(strings.Fields(text), " ")
}

// firstRunes cuts a text to n characters, between words where it can.
func firstRunes(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	cut := 0
	for i := range text {
		if n--; n == 0 {
			cut = i
			break
		}
	}
	if gap := strings.LastIndexByte(text[:cut], ' '); gap > cut/2 {
		cut = gap
	}
	return strings.TrimRight(text[:cut], " ,;:…") + ellipsis
}
