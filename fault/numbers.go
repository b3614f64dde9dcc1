package fault

import "strings"

// A number means nothing by itself: what stands before it says whose number it
// is. "WinError 5", "errno: -13", "SQLSTATE[42P01]" and "curl: (28)" are codes,
// "order 1045" is none.

// numberTable maps the word before a number, in letters and digits alone, to the
// numbers' meaning.
var numberTable = map[string]map[string]rule{
	"errno": errnoNumberTable, "oserror": errnoNumberTable, "rawoserror": errnoNumberTable,
	"winerror": windowsNumberTable, "wsaerror": windowsNumberTable, "socketerror": windowsNumberTable, "win32error": windowsNumberTable,
	"grpcstatus": grpcNumberTable, "rpcstatus": grpcNumberTable, "statuscodegrpc": grpcNumberTable,
	"curl": curlNumberTable, "curlerror": curlNumberTable, "libcurlerror": curlNumberTable, "curlerrno": curlNumberTable, "curle": curlNumberTable,
	"sqlstate": sqlstateTable, "pgcode": sqlstateTable, "errcodesql": sqlstateTable,
	"ora": oracleNumberTable, "msg": sqlserverNumberTable, "errornumber": sqlserverNumberTable, "sqlerror": sqlserverNumberTable,
	"operationalerror": mysqlNumberTable, "integrityerror": mysqlNumberTable, "programmingerror": mysqlNumberTable,
	"dataerror": mysqlNumberTable, "interfaceerror": mysqlNumberTable, "mysqlerror": mysqlNumberTable, "mysqlerrno": mysqlNumberTable,
	"error": mysqlNumberTable, "errcode": platformNumberTable, "wechaterror": platformNumberTable, "dingtalkerror": platformNumberTable,
	"wechatworkerror": platformNumberTable, "feishuerror": platformNumberTable, "larkerror": platformNumberTable,
	"discordapierror": discordNumberTable, "discorderror": discordNumberTable,
	"mcperror": protocolNumberTable, "jsonrpcerror": protocolNumberTable, "rpcerror": protocolNumberTable, "code": protocolNumberTable,
	"mcperrorcode": protocolNumberTable, "errorcode": platformNumberTable, "mongoservererror": mongoNumberTable,
}

// numbers reads the numbers of a text that stand behind such a word.
func (v *view) numbers(text string) {
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) || i > 0 && (isAlnum(text[i-1]) || text[i-1] == '.') {
			continue
		}
		end := i
		for end < len(text) && isAlnum(text[end]) {
			end++
		}
		if end-i <= 8 && (end+1 >= len(text) || text[end] != '.' || !isDigit(text[end+1])) {
			v.number(text, i, end)
		}
		i = end
	}
	if v.seen&cueSQLState != 0 {
		v.sqlstate(text)
	}
}

// number takes one number with the one or two words before it.
func (v *view) number(text string, start, end int) {
	from := start
	for from > 0 && start-from < 6 && strings.IndexByte(" :=([{\"'#-\\", text[from-1]) >= 0 {
		from--
	}
	if from == start {
		return
	}
	word := wordBefore(text, from)
	if word == from {
		return
	}
	if before := text[:word]; text[start-1] != '-' && (strings.HasSuffix(before, "npm ERR! ") || strings.HasSuffix(before, "npm error ")) {
		return // the exit code of a script
	}
	if isDuration(text[end:]) {
		if lowered(text[word:from]) == "exceeded" {
			v.take(LayerText, "duration", text[word:end], rule{Timeout, 60, passing})
		}
		return
	}
	digits := strings.TrimLeft(text[start:end], "0")
	if digits == "" {
		return
	}
	first := word
	for first > 0 && (text[first-1] == ' ' || text[first-1] == '.') {
		first--
	}
	for _, begin := range [...]int{wordBefore(text, first), word} {
		var plain [maxCode]byte
		if table, ok := numberTable[string(plainCode(&plain, text[begin:from]))]; ok {
			if r, ok := table[digits]; ok && (text[begin:from] != text[word:from] || !strings.EqualFold(text[word:from], "error") || printsNumber(text[end:])) {
				v.take(LayerText, "number", text[begin:end], r)
			}
			return
		}
	}
}

// printsNumber says whether a number is followed as a database prints its errors':
// by the state in brackets or by a colon.
func printsNumber(rest string) bool {
	return strings.HasPrefix(rest, " (") || strings.HasPrefix(rest, ":") || rest == ""
}

// isDuration says whether what follows a number is a unit of time.
func isDuration(rest string) bool {
	rest = strings.TrimLeft(rest[:min(len(rest), 16)], " ")
	for _, unit := range [...]string{"ms", "milliseconds", "seconds", "second", "secs", "sec", "s", "minutes", "mins", "min", "秒", "毫秒", "分钟"} {
		if strings.HasPrefix(rest, unit) && (len(rest) == len(unit) || !isAlnum(rest[len(unit)])) {
			return true
		}
	}
	return false
}

func wordBefore(text string, end int) int {
	start := end
	for start > 0 && end-start < 24 && (isAlnum(text[start-1]) || text[start-1] == '_') {
		start--
	}
	return start
}

// sqlstate reads states that begin with a letter, too.
func (v *view) sqlstate(text string) {
	lower := lowered(text)
	for at := 0; ; {
		i := strings.Index(lower[at:], "sqlstate")
		if i < 0 {
			return
		}
		at += i + len("sqlstate")
		from := at
		for from < len(text) && from-at < 6 && !isAlnum(text[from]) {
			from++
		}
		if from+5 > len(text) || !whole(text, from, from+5) {
			continue
		}
		if r, ok := sqlstateRule(text[from : from+5]); ok {
			v.take(LayerText, "sqlstate", text[from:from+5], r)
		}
	}
}

// vendorNumber returns what a number means that stands in a field made for codes.
func vendorNumber(code string) (rule, bool) {
	for _, table := range [...]map[string]rule{platformNumberTable, discordNumberTable, protocolNumberTable, sqlstateTable} {
		if r, ok := table[strings.TrimPrefix(code, "-")]; ok {
			return r, true
		}
	}
	return rule{}, false
}
