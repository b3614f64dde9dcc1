package provenance

import (
	"strings"
	"unicode/utf8"
)

// multiplierTable holds the multipliers behind a number: the powers of ten that
// each may stand for, the likeliest first. Those of one letter stand directly
// behind the digits.
var multiplierTable = [...]struct {
	name   string
	letter bool
	powers []int
}{
	{"thousand", false, []int{3}},
	{"million", false, []int{6}},
	{"billion", false, []int{9}},
	{"trillion", false, []int{12}},
	{"lakh", false, []int{5}},
	{"crore", false, []int{7}},
	{"hundred", false, []int{2}},
	{"bn", true, []int{9}},
	{"mn", true, []int{6}},
	{"k", true, []int{3, 0}},
	{"m", true, []int{6, 0}}, // or metres, or minutes
	{"b", true, []int{9, 0}}, // or bytes
	{"w", true, []int{4, 0}}, // or watts
}

// onePowerTable is the multiplier of a number that has none.
var onePowerTable = []int{0}

// multiplier reads the multiplier behind a number that ends at i.
func multiplier(text string, i int) (powers []int, end int) {
	if power, next := chineseUnits(text, i); next > i {
		return []int{power}, next
	}
	at := skipAny(i, text, " ")
	if at >= len(text) || !isLetter(text[at]) {
		return onePowerTable, i
	}
	for _, m := range multiplierTable {
		if m.letter && at > i || !strings.HasPrefix(text[at:], m.name) {
			continue
		}
		next := at + len(m.name)
		if next == len(text) || !isAlnum(text[next]) {
			return m.powers, next
		}
	}
	return onePowerTable, i
}

// chineseUnits reads units such as 万, 百万 or 亿 behind a number.
func chineseUnits(text string, i int) (power, end int) {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		p, ok := scale(r)
		if !ok {
			break
		}
		power += p
		i += size
	}
	return power, i
}

// unitTable holds units: by what a number in each is multiplied to be the same
// in a smaller one that a tool may have used.
var unitTable = map[string][]float64{
	"ms": {1}, "s": {1e3}, "sec": {1e3}, "secs": {1e3}, "second": {1e3}, "seconds": {1e3}, "秒": {1e3},
	"min": {60, 6e4}, "mins": {60, 6e4}, "minute": {60, 6e4}, "minutes": {60, 6e4}, "分钟": {60, 6e4},
	"h": {60, 3600, 3.6e6}, "hr": {60, 3600}, "hrs": {60, 3600}, "hour": {60, 3600, 3.6e6}, "hours": {60, 3600, 3.6e6}, "小时": {60, 3600, 3.6e6},
	"day": {24, 86400}, "days": {24, 86400}, "天": {24, 86400}, "week": {7}, "weeks": {7}, "周": {7},
	"kb": {1e3, 1024}, "mb": {1e6, 1 << 20, 1e3, 1024}, "gb": {1e9, 1 << 30, 1e3, 1024}, "tb": {1e12, 1 << 40, 1e3, 1024},
	"km": {1e3}, "kg": {1e3}, "公里": {1e3}, "公斤": {1e3}, "千克": {1e3},
	"g": {1}, "t": {1e3}, "l": {1e3}, "ml": {1}, "cm": {0.01, 10}, "mm": {1}, "px": {1}, "pt": {1}, "x": {1}, "st": {1}, "nd": {1}, "rd": {1}, "th": {1},
	"k": {1}, "m": {1}, "b": {1}, "bn": {1}, "mn": {1}, "w": {1}, "pcs": {1}, "am": {1}, "pm": {1}, "usd": {1, 100}, "eur": {1, 100}, "cny": {1, 100}, "rmb": {1, 100}, "gbp": {1, 100},
	"dollars": {100}, "euros": {100}, "元": {100}, "美元": {100}, "块": {100},
}

// isUnit says whether a word is a unit.
func isUnit(word string) bool {
	_, ok := unitTable[word]
	return ok
}

// unitAt returns the unit behind a number that ends at i, "" for none.
func unitAt(text string, i int) string {
	i = skipAny(i, text, " ", "-")
	end := i
	for end < len(text) && isLetter(text[end]) {
		end++
	}
	if end > i {
		return text[i:end]
	}
	for _, unit := range [...]string{"分钟", "小时", "公里", "公斤", "千克", "美元", "秒", "天", "周", "元", "块", "个月", "月", "年", "日"} {
		if strings.HasPrefix(text[i:], unit) {
			return unit
		}
	}
	return ""
}
