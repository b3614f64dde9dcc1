package provenance

import "strings"

// cueTable holds the words before a number that make it an identifier.
var cueTable = []string{
	"order", "id", "invoice", "ticket", "tracking", "reference", "ref", "booking", "confirmation", "case", "flight", "pnr",
	"transaction", "account", "customer", "serial", "receipt", "shipment", "parcel", "policy", "code", "pin", "card", "phone",
	"订单", "编号", "单号", "航班", "工单", "票号", "流水", "运单", "快递", "号码", "账号", "卡号", "确认码", "电话", "账户", "客户", "发票",
}

// fillerTable holds what may stand between such a word and its number.
var fillerTable = []string{"number", "no", "num", "code", "is", "was", "号", "码", "为", "是", "of", "with", "the", "your"}

// isIdentifier says whether a number is an identifier by what stands before it.
func (s *statement) isIdentifier() bool {
	if s.kind != KindNumber || !s.plain || s.scaled || s.percent || s.whose < 3 || s.money() {
		return false
	}
	before := strings.TrimRight(s.before, " \"'`*(:=.「『“")
	if strings.HasSuffix(before, "#") {
		return true
	}
	for range 3 {
		trimmed := before
		for _, filler := range fillerTable {
			trimmed = strings.TrimRight(trimWord(trimmed, filler), " \"'`*(:=.")
		}
		if trimmed == before {
			break
		}
		if endsWithCue(before) {
			return true
		}
		before = trimmed
	}
	return endsWithCue(before)
}

func endsWithCue(text string) bool {
	for _, cue := range cueTable {
		if trimWord(text, cue) != text {
			return true
		}
	}
	return false
}

// trimWord takes a word off the end of a text.
func trimWord(text, word string) string {
	rest, ok := strings.CutSuffix(text, word)
	if !ok || (rest != "" && isAlnum(word[0]) && isAlnum(rest[len(rest)-1])) {
		return text
	}
	return rest
}

// moneyTable holds the signs and words that make a number an amount.
var (
	moneyBeforeTable = []string{"$", "€", "£", "¥", "₹", "usd", "eur", "cny", "rmb", "gbp", "jpy", "人民币", "nt"}
	moneyAfterTable  = []string{"$", "€", "£", "¥", "元", "块", "美元", "欧元", "日元", "usd", "eur", "cny", "rmb", "gbp", "jpy", "dollar", "euro", "yuan", "yen"}
)

// money says whether a number is an amount of money.
func (s *statement) money() bool {
	before, after := strings.TrimRight(s.before, " "), strings.TrimLeft(s.after, " ")
	for _, sign := range moneyBeforeTable {
		if strings.HasSuffix(before, sign) {
			return true
		}
	}
	for _, sign := range moneyAfterTable {
		if strings.HasPrefix(after, sign) {
			return true
		}
	}
	return false
}

var (
	aboutBeforeTable = []string{"about", "around", "approximately", "roughly", "nearly", "almost", "over", "more than", "less than", "under", "some", "approx.", "~", "≈", "约", "大约", "近", "将近", "超过", "不到", "差不多", "大概"}
	aboutAfterTable  = []string{"+", "多", "余", "左右", "or so"}
)

// about says whether a number is given as approximate.
func (s *statement) about() bool {
	before := strings.TrimRight(s.before, " $€£¥")
	for _, word := range aboutBeforeTable {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	for _, word := range aboutAfterTable {
		if strings.HasPrefix(strings.TrimLeft(s.after, " "), word) {
			return true
		}
	}
	return false
}

// common says whether a value needs no source: see [Given.Unsupported].
func (s *statement) common() bool {
	switch s.kind {
	case KindNumber:
		return !s.isIdentifier() && s.commonNumber()
	case KindIdentifier:
		return s.commonIdentifier()
	case KindName:
		return !isTitle(s.claim.Text)
	case KindDate, KindTime:
	}
	return false
}

func (s *statement) commonNumber() bool {
	n := s.numbers[0].value
	if s.percent {
		return n == 100 || n == 0
	}
	if s.money() || !s.plain || s.scaled {
		return n == 0
	}
	switch {
	case n <= 10:
		return true
	case s.whose == 4 && n >= 1900 && n < 2100: // a year
		return true
	case n < 100 && s.isListed():
		return true
	case isEveryday(n) && isTimeUnit(unitAt(s.after, 0)), n == 24 && strings.HasPrefix(s.after, "/7"):
		return true
	case n >= 400 && n < 600 && s.isStatus():
		return true
	}
	return false
}

// isListed says whether a number counts the items of a list.
func (s *statement) isListed() bool {
	if strings.Trim(s.line, " \t#*->(") != "" {
		return false
	}
	for _, sign := range [...]string{". ", ") ", "、", ".\n", ".*", ")"} {
		if strings.HasPrefix(s.after, sign) {
			return true
		}
	}
	return false
}

// isEveryday says whether a number is a usual length of time.
func isEveryday(n float64) bool {
	switch n {
	case 12, 14, 15, 20, 21, 24, 28, 30, 45, 48, 60, 72, 90:
		return true
	}
	return false
}

func isTimeUnit(unit string) bool {
	switch unit {
	case "s", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours", "day", "days",
		"business", "working", "week", "weeks", "month", "months", "秒", "分钟", "小时", "天", "周", "个月", "日":
		return true
	}
	return false
}

// isStatus says whether a number is an HTTP status by what stands around it.
func (s *statement) isStatus() bool {
	near := s.before[max(0, len(s.before)-24):] + " " + s.after[:min(len(s.after), 24)]
	for _, word := range [...]string{"error", "http", "status", "code", "response", "错误", "状态"} {
		if strings.Contains(near, word) {
			return true
		}
	}
	return false
}

// commonIdentifier says whether an identifier is rather a word: it has fewer
// than three digits and is short, or is the name of a standard.
func (s *statement) commonIdentifier() bool {
	text := strings.ToLower(s.claim.Text)
	if strings.IndexByte(text, '@') >= 0 {
		return false
	}
	if s.count < 3 {
		return len(text) < 8 || len(strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })) < 2
	}
	letters := 0
	for letters < len(text) && isLetter(text[letters]) {
		letters++
	}
	switch text[:letters] {
	case "sha", "iso", "rfc", "http", "utf", "h", "ieee", "ipv", "error", "err":
		return s.count <= 4
	}
	return allNumeric(text) && s.count <= 6 && strings.Count(text, ".") == 2 // a version
}
