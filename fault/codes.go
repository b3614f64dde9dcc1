package fault

import (
	"strings"
	"sync"

	"github.com/sequitur-go/sequitur/tool"
)

// Upstreams spell one code in many ways: RATE_LIMIT_EXCEEDED, RateLimitExceeded,
// rate-limit-exceeded. Codes are compared by their letters and digits alone, and
// always as a whole: a code is a name and not a sentence.

// codeRule is a rule with the codes that carry it, parted by spaces.
type codeRule struct {
	rule
	codes string
}

// maxCode bounds what is taken for a code.
const maxCode = 64

// codeFamilies holds all tables of codes. Of two that name the same code the
// first one decides.
func codeFamilies() [][]codeRule {
	return [][]codeRule{
		grpcCodeTable, awsCodeTable, azureCodeTable, googleCodeTable, modelCodeTable, paymentCodeTable, chatCodeTable,
		workCodeTable, mapCodeTable, sourceCodeTable, databaseCodeTable, clusterCodeTable, problemCodeTable, errnoCodeTable,
		pythonCodeTable, javaCodeTable, dotnetCodeTable, nodeCodeTable, scriptCodeTable, browserCodeTable,
	}
}

//nolint:gochecknoglobals // built once from the tables, on first use
var codeRules = sync.OnceValue(func() map[string]rule {
	all := map[string]rule{}
	for _, family := range codeFamilies() {
		for _, r := range family {
			for code := range strings.FieldsSeq(r.codes) {
				var plain [maxCode]byte
				key := string(plainCode(&plain, code))
				if _, known := all[key]; !known {
					said := r.rule
					if isWord(code) {
						said.flags |= fieldOnly
					}
					all[key] = said
				}
			}
		}
	}
	return all
})

// codeOf returns what a code says, however it is spelled.
func codeOf(code string) (rule, bool) {
	var plain [maxCode]byte
	key := plainCode(&plain, code)
	if len(key) < 3 {
		return rule{}, false
	}
	r, ok := codeRules()[string(key)]
	return r, ok
}

// plainCode writes a code's letters and digits in lower case; nothing where the
// code is too long to be one.
func plainCode(plain *[maxCode]byte, code string) []byte {
	n := 0
	for i := range len(code) {
		b := code[i]
		switch {
		case isUpper(b):
			b += 'a' - 'A'
		case !isAlnum(b):
			continue
		}
		if n == maxCode {
			return nil
		}
		plain[n] = b
		n++
	}
	return plain[:n]
}

// eachCode calls visit for every word of a text that is written like a code: in
// capitals, with a hump, or with an underscore.
func eachCode(text string, visit func(start, end int)) {
	for i := 0; i < len(text); {
		if !isAlnum(text[i]) {
			i++
			continue
		}
		start, lower, upper, humps, joints := i, 0, 0, 0, 0
	word:
		for ; i < len(text); i++ {
			switch b := text[i]; byteTable[b] {
			case upperByte:
				upper++
				if i > start && !isUpper(text[i-1]) {
					humps++
				}
			case lowerByte, digitByte:
				lower++
			default:
				if b != '_' && (b != '-' || i+1 == len(text) || !isAlnum(text[i+1])) {
					break word
				}
				joints++
			}
		}
		if i-start >= 4 && i-start <= maxCode && (humps > 0 || joints > 0 || lower == 0 || upper > 1) {
			visit(start, i)
		}
	}
}

// codes reads the codes of a failure: first those that stand in fields made for
// them, then those among the words.
func (v *view) codes(text string) {
	for i, code := range v.env.codes {
		if i == v.env.coded {
			break
		}
		if r, ok := codeOf(code); ok {
			v.take(LayerEnvelope, "body.code", code, r)
		} else if r, ok := vendorNumber(code); ok {
			v.take(LayerEnvelope, "body.code", code, r)
		} else if r, ok := classRule(code); ok {
			v.take(LayerEnvelope, "body.class", code, r)
		}
	}
	eachCode(text, func(start, end int) {
		r, ok := codeOf(text[start:end])
		rule := "code"
		if !ok {
			r, ok = codeOf(withoutSuffix(text[start:end]))
		}
		if !ok && isClass(text, start, end) {
			r, ok = classRule(text[start:end])
			rule = "class"
		}
		if ok && (r.flags&fieldOnly == 0 || v.out.Channel == tool.ChannelGRPC) && !inFrame(text, start, end) && (isArgument(r.kind) || !isParameter(text, start, end)) {
			v.take(LayerText, rule, text[start:end], r)
		}
	})
	if plain := strings.TrimSpace(text); strings.HasSuffix(plain, ": EOF") || plain == "EOF" {
		v.take(LayerText, "eof", "EOF", rule{Network, 60, passing})
	}
	v.numbers(text)
	v.pairs(text)
	v.owner(text)
}

// withoutSuffix is a class's name without what says that it is an error's; nothing
// where it ends in nothing of the kind.
func withoutSuffix(name string) string {
	for _, suffix := range [...]string{"Error", "Exception", "Fault"} {
		if short, ok := strings.CutSuffix(name, suffix); ok {
			return short
		}
	}
	return ""
}

// bareCode says whether a text holds a code that tells a failure by itself.
func bareCode(text string) (start, end int, found bool) {
	eachCode(text, func(from, to int) {
		if found {
			return
		}
		if r, ok := codeOf(text[from:to]); ok && r.flags&(bare|fieldOnly) == bare {
			start, end, found = from, to, true
		}
	})
	return start, end, found
}

// codeOpens says whether a code stands where a failure's does: it begins its line,
// maybe behind a module's name, or follows a colon or a bracket.
func codeOpens(text string, start int) bool {
	for start > 0 && (isAlnum(text[start-1]) || strings.IndexByte("._", text[start-1]) >= 0) {
		start--
	}
	before := strings.TrimRight(text[:start], " \"'`*")
	return before == "" || strings.IndexByte("\n:([", before[len(before)-1]) >= 0
}

// inFrame says whether text[start:end] stands in a stack frame: names of functions
// and files tell nothing of the cause. Ruby prints the message behind its first one.
func inFrame(text string, start, end int) bool {
	line := lineAround(text, start, end)
	return isFrame(strings.TrimLeft(line, " \t|+-")) && !strings.Contains(line, "': ")
}

// owner recognises a schema's complaint about what the tool itself gave: its title
// ends in Result or Response, where an argument's ends in anything else.
func (v *view) owner(text string) {
	for _, before := range [...]string{"validation error for ", "validation errors for "} {
		_, rest, ok := strings.Cut(text, before)
		if !ok {
			continue
		}
		end := 0
		for end < len(rest) && (isAlnum(rest[end]) || rest[end] == '_') {
			end++
		}
		for _, suffix := range [...]string{"Result", "Response", "Output", "Reply", "JSONRPCMessage"} {
			if strings.HasSuffix(rest[:end], suffix) {
				v.take(LayerText, "schema.owner", before+rest[:end], rule{Malformed, 81, lasting})
			}
		}
	}
}

// isParameter says whether text[start:end] is, or is a part of, the name of a
// parameter that a sentence asks something of: "rate_limit must be an integer".
func isParameter(text string, start, end int) bool {
	for end < len(text) && (isAlnum(text[end]) || text[end] == '_') {
		end++
	}
	rest := strings.TrimLeft(text[end:min(len(text), end+32)], "'\"`)")
	for _, asked := range [...]string{" must be ", " must not ", " should be ", " is required", " needs to be ", " has to be ", " cannot be empty", " is not a valid ", ": must be ", ": should be ", " should have "} {
		if strings.HasPrefix(rest, asked) {
			return start == 0 || text[start-1] != '.' // and no class of errors
		}
	}
	return false
}

// isWord says whether a code is a single word, which a sentence may hold in
// capitals, too: only fields made for codes are believed. The names of system
// call errors are no words.
func isWord(code string) bool {
	if strings.HasPrefix(code, "E") && code == strings.ToUpper(code) && len(code) < 16 {
		return false
	}
	for i := range len(code) {
		if !isAlnum(code[i]) || isDigit(code[i]) || i > 0 && isUpper(code[i]) && !isUpper(code[i-1]) {
			return false
		}
	}
	return true
}
