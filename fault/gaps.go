package fault

import (
	"slices"
	"strings"
	"sync"
)

// gap is a rule on two fragments that stand near each other in one sentence: many
// languages put a name between the words that tell the kind.
type gap struct {
	first, second string // lower case
	within        int    // bytes between them
	rule
}

// gapTable holds the pairs.
var gapTable = []gap{
	{"没有", "权限", 36, rule{Forbidden, 71, bare}},
	{"无", "权限", 24, rule{Forbidden, 71, bare}},
	{"缺少", "权限", 36, rule{Forbidden, 76, bare}},
	{"权限", "不足", 12, rule{Forbidden, 71, bare}},
	{"不能", "为空", 12, rule{MissingArgument, 74, bare}},
	{"次数", "超", 18, rule{QuotaExhausted, 70, bare}},
	{"次数", "用完", 18, rule{QuotaExhausted, 84, bare}},
	{"额度", "超", 18, rule{QuotaExhausted, 84, bare}},
	{"额度", "失败", 12, rule{QuotaExhausted, 84, bare}},
	{"余额", "不足", 18, rule{QuotaExhausted, 84, bare}},
	{"频率", "超", 18, rule{RateLimited, 72, passing | bare}},
	{"请求", "频繁", 18, rule{RateLimited, 72, passing | bare}},
	{"参数", "错误", 24, rule{InvalidArgument, 66, bare}},
	{"参数", "不", 24, rule{InvalidArgument, 60, 0}},
	{"参数", "缺", 24, rule{MissingArgument, 74, bare}},
	{"请求", "超时", 24, rule{Timeout, 60, passing | bare}},
	{"连接", "失败", 24, rule{Network, 62, passing | bare}},
	{"未找到", "工具", 24, rule{UnknownTool, 82, bare}},
	{"token", "过期", 18, rule{Unauthenticated, 72, bare}},
	{"token", "无效", 18, rule{Unauthenticated, 72, bare}},
	{"用户", "拒绝", 18, rule{Declined, 86, bare}},
	{"次数", "上限", 30, rule{QuotaExhausted, 84, bare}},
	{"用量", "上限", 30, rule{QuotaExhausted, 84, bare}},
	{"invalid", " transition", 24, rule{Conflict, 72, bare}},
	{"cannot", " in state ", 48, rule{Conflict, 72, bare}},
	{"cannot", " in status ", 48, rule{Conflict, 72, bare}},
	{"user \"", "\" cannot ", 80, rule{Forbidden, 71, bare}},
	{"column \"", "\" does not exist", 64, rule{InvalidArgument, 70, bare}},
	{"function \"", "\" not found", 64, rule{UnknownTool, 82, bare}},
	{"idempoten", "key", 24, rule{Conflict, 60, 0}},
	{"keys for idempotent requests", "same", 60, rule{Conflict, 72, bare}},
	{"rejected", "human", 40, rule{Declined, 86, bare}},
	{"missing", " required ", 40, rule{MissingArgument, 67, bare}},
	{"unexpected token", "is not valid json", 90, rule{Malformed, 72, 0}},
	{"unknown ", "session id", 24, rule{Network, 64, passing | unsent | bare}},
	{"explicit ", "permission", 16, rule{Forbidden, 76, 0}},
	{"explicit ", "approval", 16, rule{Forbidden, 76, 0}},
	{"explicit ", "consent", 16, rule{Forbidden, 76, 0}},
	{"expected ", " param", 16, rule{InvalidArgument, 66, bare}},
	{"expected ", " arg", 16, rule{InvalidArgument, 66, bare}},
	{"expected", ", got ", 48, rule{InvalidArgument, 50, 0}},
	{"expected", ", received ", 48, rule{InvalidArgument, 66, 0}},
	{"limit of ", " per ", 40, rule{RateLimited, 60, passing}},
	{"dial ", "i/o timeout", 80, rule{Timeout, 66, passing | unsent}},
	{"dial ", "context deadline exceeded", 80, rule{Timeout, 66, passing | unsent}},
	{"monthly ", "exceeded", 60, rule{QuotaExhausted, 84, bare}},
	{"monthly ", "limit", 30, rule{QuotaExhausted, 84, 0}},
	{"monthly ", "quota", 30, rule{QuotaExhausted, 84, 0}},
	{"daily ", "exceeded", 60, rule{QuotaExhausted, 84, bare}},
	{"daily ", "limit", 30, rule{QuotaExhausted, 84, 0}},
	{"daily ", "quota", 30, rule{QuotaExhausted, 84, 0}},
	{"limit is ", "per day", 40, rule{QuotaExhausted, 84, bare}},
	{"credits", "exceeded", 16, rule{QuotaExhausted, 84, bare}},
	{"api key", "not set", 30, rule{Unauthenticated, 76, bare}},
	{"api key", "required", 40, rule{Unauthenticated, 76, bare}},
	{" token", "not set", 30, rule{Unauthenticated, 76, bare}},
	{"approval", "not granted", 40, rule{Declined, 86, bare}},
	{"approval", "denied", 40, rule{Declined, 86, bare}},
	{"tool ", "was not approved", 48, rule{Declined, 86, bare}},
	{"timeout ", " exceeded", 16, rule{Timeout, 60, passing | bare}},
	{"permission to use", "denied", 60, rule{Declined, 86, bare}},
	{"requires ", " role", 32, rule{Forbidden, 71, bare}},
	{"some ", " were not ", 32, rule{Partial, 79, bare}},
	{"some ", " could not be ", 32, rule{Partial, 79, bare}},
	{"monthly ", "used up", 40, rule{QuotaExhausted, 84, bare}},
	{"部分", "失败", 24, rule{Partial, 79, bare}},
	{"is not in ", " state", 60, rule{Conflict, 72, bare}},
	{"cannot unmarshal", " into ", 40, rule{InvalidArgument, 53, bare}},
	{"took longer than", "s", 16, rule{Timeout, 60, passing}},
}

// maxGaps bounds the text in which pairs are looked for.
const maxGaps = 1 << 10

// gapFirsts returns the first fragments of all pairs, each once.
func gapFirsts() []string {
	var firsts []string
	for i := range gapTable {
		if !slices.Contains(firsts, gapTable[i].first) {
			firsts = append(firsts, gapTable[i].first)
		}
	}
	return firsts
}

//nolint:gochecknoglobals // built once from the table, on first use
var gapBits = sync.OnceValue(func() []uint64 {
	firsts := gapFirsts()
	bits := make([]uint64, len(gapTable))
	for i := range gapTable {
		bits[i] = 1 << slices.Index(firsts, gapTable[i].first)
	}
	return bits
})

// gaps calls visit for each pair that the beginning of a text holds, of those that
// it was seen to begin.
func gaps(text string, begun uint64, visit func(g *gap, start, end int)) {
	if begun == 0 {
		return
	}
	lower, bits := spaced(text[:min(len(text), maxGaps)]), gapBits()
	for i := range gapTable {
		if bits[i]&begun != 0 {
			gapTable[i].find(lower, visit)
		}
	}
}

// spaced is s in lower case, with spaces for what joins the words of a name.
func spaced(s string) string {
	plain := []byte(s)
	for i, b := range plain {
		switch {
		case isUpper(b):
			plain[i] += 'a' - 'A'
		case b == '_' || b == '-':
			plain[i] = ' '
		}
	}
	return string(plain)
}

// find calls visit for the first place where the pair stands.
func (g *gap) find(lower string, visit func(g *gap, start, end int)) {
	for at := 0; ; {
		found := strings.Index(lower[at:], g.first)
		if found < 0 {
			return
		}
		start := at + found
		at = start + len(g.first)
		rest := lower[at:min(len(lower), at+g.within+len(g.second))]
		if stop := strings.IndexByte(rest, '\n'); stop >= 0 {
			rest = rest[:stop]
		}
		if j := strings.Index(rest, g.second); j >= 0 {
			visit(g, start, at+j+len(g.second))
			return
		}
	}
}

// pairs reads the pairs of a failure's text.
func (v *view) pairs(text string) {
	gaps(text, v.begun, func(g *gap, start, end int) {
		v.take(LayerText, "pair", text[start:end], g.rule)
	})
}

// bareGap says whether a text holds a pair that tells a failure by itself.
func bareGap(text string) bool {
	found := false
	_, begun := cuesOf(text[:min(len(text), maxGaps)])
	gaps(text, begun, func(g *gap, _, _ int) { found = found || g.flags&bare != 0 })
	return found
}

// foreign says whether a text holds a letter that ASCII has not.
func foreign(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return true
		}
	}
	return false
}
