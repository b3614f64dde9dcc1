package feedback

import "strings"

// A keyForm is how one issuer's keys begin, and how long the rest is at least.
type keyForm struct {
	prefix string
	rest   int
}

// keyFormTable holds the forms of well-known keys by their first byte.
var keyFormTable = map[byte][]keyForm{
	's': {
		{"sk-ant-", 6},
		{"sk-proj-", 6},
		{"sk-or-", 6},
		{"sk-svcacct-", 6},
		{"sk_live_", 6},
		{"sk_test_", 6},
		{"sk-", 8},
		{"shpat_", 8},
		{"shpss_", 8},
		{"sntrys_", 8},
		{"sbp_", 8},
		{"secret_", 16},
		{"sq0atp-", 8},
		{"sq0csp-", 8},
		{"sgp_", 8},
	},
	'g': {
		{"ghp_", 8},
		{"gho_", 8},
		{"ghu_", 8},
		{"ghs_", 8},
		{"ghr_", 8},
		{"github_pat_", 8},
		{"glpat-", 8},
		{"glptt-", 8},
		{"gldt-", 8},
		{"glrt-", 8},
		{"glsa_", 8},
		{"gsk_", 12},
	},
	'A': {{"AKIA", 12}, {"ASIA", 12}, {"ABIA", 12}, {"AIza", 20}, {"AGE-SECRET-KEY-", 8}, {"ATATT3", 12}, {"ATCTT3", 12}},
	'x': {{"xoxa-", 6}, {"xoxb-", 6}, {"xoxp-", 6}, {"xoxr-", 6}, {"xoxs-", 6}, {"xoxe-", 6}, {"xoxe.", 6}, {"xapp-", 6}, {"xai-", 12}},
	'r': {{"rk_live_", 6}, {"rk_test_", 6}, {"r8_", 16}, {"rpa_", 16}},
	'p': {{"pk_live_", 6}, {"pk_test_", 6}, {"pypi-", 12}, {"pplx-", 12}, {"pat_", 20}, {"phc_", 16}, {"phx_", 16}},
	'w': {{"whsec_", 8}},
	'y': {{"ya29.", 8}},
	'1': {{"1//0", 16}},
	'n': {{"npm_", 12}, {"ntn_", 16}, {"nvapi-", 12}},
	'h': {{"hf_", 16}, {"hvs.", 12}, {"hvb.", 12}},
	'd': {{"dop_v1_", 8}, {"dapi", 28}, {"dckr_pat_", 8}, {"doo_v1_", 8}},
	'S': {{"SG.", 12}},
	'l': {{"lin_api_", 8}, {"lsv2_", 8}},
	't': {{"tvly-", 8}, {"tskey-", 8}},
	'e': {{"eyJ", 12}},
	'f': {{"figd_", 8}, {"fw_", 16}},
	'P': {{"PMAK-", 8}},
	'E': {{"EAAC", 20}, {"EAAG", 20}},
}

func isTokenByte(c byte) bool {
	return isWord(c) || c == '-' || c == '.' || c == '+' || c == '=' || c == '~'
}

// token finds keys that show by the way they begin.
func (s *scanner) token(i int) (finding, bool) {
	for _, form := range keyFormTable[s.src[i]] {
		if !strings.HasPrefix(s.src[i:], form.prefix) {
			continue
		}
		start := i + len(form.prefix)
		end := s.runOf(start, len(s.src), isTokenByte)
		for end > start && s.src[end-1] == '.' {
			end--
		}
		if form.rest >= weakRest && longestRun(s.src[start:end]) < weakRest-2 {
			continue // words joined by marks
		}
		if end-start >= form.rest && (strings.ContainsAny(s.src[start:end], "0123456789") || end-start >= 20 && form.prefix != "secret_") {
			return finding{end: end, mask: maskSecret}, true
		}
	}
	return finding{}, false
}

// weakRest is the length from which a form is that of a short, common prefix,
// so that what follows has to look like a key.
const weakRest = 12

// longestRun returns the length of the longest run of letters and figures that
// holds a figure.
func longestRun(text string) int {
	best, run, figures := 0, 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case !isWord(c) || c == '_':
			run, figures = 0, 0
			continue
		case isDigit(c):
			figures++
		}
		if run++; figures > 0 {
			best = max(best, run)
		}
	}
	return best
}

// pem finds a key in its armour. One that does not end takes all that follows.
func (s *scanner) pem(i int) (finding, bool) {
	const begin, end = "-----BEGIN ", "-----END "
	if !strings.HasPrefix(s.src[i:], begin) {
		return finding{}, false
	}
	j := strings.Index(s.src[i:], end)
	if j < 0 {
		return finding{end: len(s.src), mask: maskSecret}, true
	}
	j += i + len(end)
	if k := strings.Index(s.src[j:], "-----"); k >= 0 && k < 64 {
		return finding{end: j + k + len("-----"), mask: maskSecret}, true
	}
	return finding{end: len(s.src), mask: maskSecret}, true
}

// schemeNames introduce a credential.
var schemeNames = [...]string{"bearer", "basic", "token", "digest", "apikey", "negotiate", "api-key"}

// schemeAt returns the end of an authentication scheme and the blanks behind
// it, or 0.
func (s *scanner) schemeAt(i int) int {
	for _, name := range schemeNames {
		if end := i + len(name); end < len(s.src) && s.src[end] == ' ' && strings.EqualFold(s.src[i:end], name) {
			return s.runOf(end, 4, func(c byte) bool { return c == ' ' })
		}
	}
	return 0
}

// scheme finds the credential after "Bearer" and its like.
func (s *scanner) scheme(i int) (finding, bool) {
	start := s.schemeAt(i)
	if start == 0 {
		return finding{}, false
	}
	end := s.runOf(start, len(s.src), func(c byte) bool { return isTokenByte(c) || c == '/' })
	if value := s.src[start:end]; !looksSecret(value, 6) || strings.Trim(value, "0123456789.") == "" {
		return finding{}, false
	}
	return finding{end: end, mask: s.src[i:start] + maskSecret}, true
}

// looksSecret says whether a value is no word: long enough, and with a digit,
// a padding, or capitals inside.
func looksSecret(value string, least int) bool {
	if len(value) < least {
		return false
	}
	for i := range len(value) {
		if c := value[i]; isDigit(c) || c == '=' || c == '+' || i > 0 && isUpper(c) && isLower(value[i-1]) {
			return true
		}
	}
	return len(value) >= 24
}

// random finds strings that look drawn by lot: long hexadecimal, and mixed
// letters and digits that change too often for a name.
func (s *scanner) random(i int) (finding, bool) {
	end := s.runOf(i, lookAhead, isWord)
	wide := s.runOf(i, lookAhead, func(c byte) bool { return isWord(c) && c != '_' || c == '+' || c == '/' || c == '=' })
	switch {
	case end-i >= 20 && drawn(s.src[i:end]):
		return finding{end: s.runOf(end, len(s.src), isTokenByte), mask: maskSecret}, true
	case wide-i >= 32 && wide > end && (drawn(s.src[i:wide]) || encoded(s.src[i:wide])):
		return finding{end: s.runOf(wide, len(s.src), func(c byte) bool { return isTokenByte(c) || c == '/' }), mask: maskSecret}, true
	}
	dashed := s.runOf(i, lookAhead, func(c byte) bool { return isWord(c) || c == '-' })
	if dashed-i >= 32 && dashed > end && !isUUID(s.src[i:dashed]) && drawn(s.src[i:dashed]) {
		return finding{end: s.runOf(dashed, len(s.src), isTokenByte), mask: maskSecret}, true
	}
	return finding{}, false
}

// encoded says whether a string of 32 bytes or more looks like base64: its
// marks occur in names and paths as well, so the case has to change often.
func encoded(text string) bool {
	changes := 0
	for i := 1; i < len(text); i++ {
		if class(text[i]) != class(text[i-1]) {
			changes++
		}
	}
	return strings.ContainsAny(text, "0123456789") && changes*20 >= len(text)*7
}

// drawn says whether a string of 20 bytes or more looks drawn by lot.
func drawn(text string) bool {
	var upper, lower, digits, changes, hex int
	for i := range len(text) {
		c := text[i]
		switch {
		case isDigit(c):
			digits++
		case isUpper(c):
			upper++
		case isLower(c):
			lower++
		}
		if isHex(c) {
			hex++
		}
		if i > 0 && class(c) != class(text[i-1]) {
			changes++
		}
	}
	n := len(text)
	switch {
	case hex == n:
		return n >= 32 && digits >= 4 && digits < n
	case upper > 0 && lower > 0:
		return digits >= 2 && changes*20 >= n*9
	}
	return n >= 32 && digits >= 6 && upper+lower >= 6 && changes*10 >= n*3
}

func class(c byte) int {
	switch {
	case isDigit(c):
		return 1
	case isUpper(c):
		return 2
	case isLower(c):
		return 3
	}
	return 0
}

// isUUID says whether a text is a plain identifier of the usual form.
func isUUID(text string) bool {
	if len(text) < 36 {
		return false
	}
	for i := range 36 {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (text[i] == '-') || !dash && !isHex(text[i]) {
			return false
		}
	}
	return len(text) == 36
}
