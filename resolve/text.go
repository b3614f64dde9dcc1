package resolve

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A text is a name in the forms that rules compare.
type text struct {
	// compact is the name folded, without anything between its words.
	compact string
	// words are the folded words, in order; figures are words of their own
	// where blanks or marks part them from letters.
	words []string
	// stems are the words without plural endings and with one spelling.
	stems []string
	// digits are the figures in order, parted by blanks.
	digits string
	// shape is the compact form with each run of figures as "#".
	shape string
	// wide says that the name is mostly Chinese.
	wide bool
}

// maxText bounds how much of a value is compared, in bytes.
const maxText = 200

// read puts a name into the forms that rules compare.
func read(name string) text {
	if len(name) > maxText {
		name = strings.ToValidUTF8(name[:maxText], "")
	}
	t := text{words: words(norm.NFKC.String(name))}
	t.compact = strings.Join(t.words, "")
	for _, w := range t.words {
		t.stems = append(t.stems, stem(w))
	}
	letters := 0
	var digits, shape strings.Builder
	before := false
	for _, r := range t.compact {
		digit := unicode.IsDigit(r)
		switch {
		case digit:
			if !before {
				shape.WriteByte('#')
			}
			digits.WriteRune(r)
		default:
			if before {
				digits.WriteByte(' ')
			}
			shape.WriteRune(r)
		}
		before = digit
		if unicode.Is(unicode.Han, r) {
			letters++
		}
	}
	t.digits, t.shape = strings.TrimSpace(digits.String()), shape.String()
	t.wide = letters*2 > len([]rune(t.compact))
	return t
}

// words splits a name at marks, at blanks, and where its case shows a new word.
func words(name string) []string {
	var list []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			list = append(list, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSymbol(r) && r != '%' || r == '+' {
			flush()
			continue
		}
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])) && !unitCase(runes) {
			flush()
		}
		word = append(word, r)
	}
	flush()
	return list
}

// unitCase says whether a name is so short that its capitals are no sign of a
// new word ("kWh", "mW").
func unitCase(runes []rune) bool { return len(runes) <= 4 }

// stem takes the plural ending off a word, and one of two spellings.
func stem(word string) string {
	if len(word) < 5 {
		return word
	}
	switch {
	case strings.HasSuffix(word, "ies"):
		word = word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"):
		word = word[:len(word)-2]
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is"):
		word = word[:len(word)-1]
	}
	return spelling(word)
}

// spellingTable maps British endings to American ones, so that both compare
// equal; it is applied to both sides.
var spellingTable = strings.NewReplacer(
	"isation", "ization", "ising", "izing", "ised", "ized", "ise", "ize", "yse", "yze", "our", "or", "tre", "ter", "ogue", "og",
	"lled", "led", "lling", "ling", "ence", "ense",
)

func spelling(word string) string { return spellingTable.Replace(word) }

// equalSet says whether two lists hold the same words in any order.
func equalSet(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// within says whether each word of a stands in b.
func within(a, b []string) bool {
	for _, word := range a {
		if !slices.Contains(b, word) {
			return false
		}
	}
	return len(a) > 0
}

// negationNames turn the meaning of what they stand by.
var negationNames = []string{"not", "no", "non", "un", "without", "never", "except", "anti", "nobody", "none"}

// prefixNames turn the meaning of the word that they begin.
var prefixNames = []string{"un", "in", "im", "ir", "non", "dis", "de", "anti", "un-", "not", "未", "不", "非", "无", "没", "没有"}

// opposites says whether one name is the other with its meaning turned.
func opposites(a, b text) bool { return turns(a, b) || turns(b, a) || antonyms(a, b) }

// turns says whether a is b with a negation.
func turns(a, b text) bool {
	if len(b.compact) < 2 {
		return false
	}
	rest := slices.DeleteFunc(slices.Clone(a.stems), func(w string) bool { return slices.Contains(negationNames, w) })
	if len(rest) < len(a.stems) && len(rest) > 0 && within(rest, b.stems) {
		return true
	}
	for _, prefix := range prefixNames {
		if bare, ok := strings.CutPrefix(a.compact, prefix); ok && bare != "" && (strings.Contains(b.compact, bare) && len(bare) >= 3) {
			return true
		}
	}
	return false
}

// antonymNames are pairs of words of opposite meaning.
var antonymNames = [...][2]string{
	{"enable", "disable"},
	{"enabled", "disabled"},
	{"on", "off"},
	{"open", "close"},
	{"open", "closed"},
	{"start", "stop"},
	{"start", "end"},
	{"include", "exclude"},
	{"import", "export"},
	{"inbound", "outbound"},
	{"incoming", "outgoing"},
	{"up", "down"},
	{"min", "max"},
	{"minimum", "maximum"},
	{"high", "low"},
	{"highest", "lowest"},
	{"first", "last"},
	{"before", "after"},
	{"asc", "desc"},
	{"ascending", "descending"},
	{"public", "private"},
	{"read", "write"},
	{"buy", "sell"},
	{"debit", "credit"},
	{"increase", "decrease"},
	{"add", "remove"},
	{"create", "delete"},
	{"allow", "deny"},
	{"accept", "reject"},
	{"accepted", "rejected"},
	{"approve", "reject"},
	{"approved", "rejected"},
	{"success", "failure"},
	{"promoter", "detractor"},
	{"grant", "revoke"},
	{"mount", "unmount"},
	{"internal", "external"},
	{"paid", "unpaid"},
	{"read", "unread"},
	{"left", "right"},
	{"income", "expense"},
	{"arrival", "departure"},
	{"sender", "receiver"},
	{"开启", "关闭"},
	{"打开", "关闭"},
	{"启用", "禁用"},
	{"收入", "支出"},
	{"买入", "卖出"},
	{"上传", "下载"},
	{"入库", "出库"},
	{"通过", "拒绝"},
}

// antonyms says whether the names hold words of opposite meaning.
func antonyms(a, b text) bool {
	has := func(t text, word string) bool {
		return slices.Contains(t.words, word) || slices.Contains(t.stems, word) || t.wide && strings.Contains(t.compact, word)
	}
	for _, pair := range antonymNames {
		if has(a, pair[0]) && has(b, pair[1]) || has(a, pair[1]) && has(b, pair[0]) {
			return true
		}
	}
	return false
}

// dangerNames are words of which the larger effect must never be guessed.
var dangerNames = []string{
	"delete", "remove", "refund", "reset", "drop", "purge", "wipe", "cancel", "terminate", "destroy", "erase", "format", "prod", "production",
	"live", "admin", "root", "owner", "all", "factory", "force", "permanent", "shutdown", "revoke", "transfer", "everyone", "superuser", "write",
	"删除", "退款", "重置", "清空", "生产", "全部", "注销", "销毁", "管理员",
}

// danger counts the dangerous words of a name.
func danger(t text) int {
	n := 0
	for _, word := range dangerNames {
		if slices.Contains(t.words, word) || t.wide && strings.Contains(t.compact, word) {
			n++
		}
	}
	return n
}
