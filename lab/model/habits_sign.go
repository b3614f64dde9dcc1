package model

import (
	"regexp"
	"strings"
)

// sign is what kind of failure a message reads as, to somebody who goes by its
// words.
type sign string

const (
	signTrace     sign = "trace"
	signForbidden sign = "forbidden"
	signTransient sign = "transient"
	signEmpty     sign = "empty"
	signOther     sign = "other"
)

// signTable is read in order: a trace may hold any other word.
var signTable = []struct {
	sign   sign
	phrase *regexp.Regexp
}{
	{signTrace, regexp.MustCompile(`Traceback \(most recent call last\)|File "[^"]+", line \d+, in |\n\s+at [\w.$<>]+ \(|goroutine \d+ \[`)},
	{signForbidden, regexp.MustCompile(`(?i)\b(401|403)\b|forbidden|not allowed|permission|unauthori[sz]ed|access.?denied|无权|没有权限|权限不足`)},
	{signTransient, regexp.MustCompile(`(?i)\btimed? ?-?out\b|timeout|ETIMEDOUT|ECONNREFUSED|ECONNRESET|temporarily|connection (error|reset|refused|closed)|disconnected|\b50[234]\b|\b429\b|too many requests|超时|繁忙`)},
	{signEmpty, regexp.MustCompile(`(?i)\b404\b|not[ _]?found|no (such|results?|records?|matching|matches|data)\b|\bno \w+( \w+){0,4} found\b|does not exist|未找到|不存在|没有找到`)},
}

// noResults is a success that holds nothing.
var noResults = regexp.MustCompile(`"results":\s*\[\]`)

// signOf reads a message. Nothing, or an empty list, is an empty result.
func signOf(text string) sign {
	switch strings.TrimSpace(text) {
	case "", "[]", "{}", "null", "None", `""`:
		return signEmpty
	}
	if noResults.MatchString(text) {
		return signEmpty
	}
	for i := range signTable {
		if signTable[i].phrase.MatchString(text) {
			return signTable[i].sign
		}
	}
	return signOther
}

var frame = regexp.MustCompile(`(?m)line \d+, in ([A-Za-z_]\w*)|^\s+at ([A-Za-z_$][\w$]*) \(|^(?:[\w./-]+\.)?([A-Za-z_]\w*)\(0x`)

// functionIn is a function that a trace names: one of the model's own tools
// where it stands there, else the innermost one of a Python trace, which is the
// last.
func (r *reading) functionIn(text string) string {
	found := ""
	for _, m := range frame.FindAllStringSubmatch(text, -1) {
		name := m[1] + m[2] + m[3]
		if r.knows(name) {
			return name
		}
		found = name
	}
	return found
}
