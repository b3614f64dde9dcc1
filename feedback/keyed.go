package feedback

import "strings"

// secretNames end the names of fields whose value is a secret; strong ones are
// secrets whatever the value looks like.
var secretNames = map[string]bool{
	"password": true, "passwd": true, "pwd": true, "passphrase": true, "secret": true, "apikey": true, "accesskey": true,
	"privatekey": true, "secretkey": true, "accountkey": true, "sharedaccesskey": true, "signingkey": true, "encryptionkey": true,
	"clientsecret": true, "connectionstring": true, "authkey": true, "masterkey": true, "accesskeyid": true,
	"secretaccesskey": true,
	"token":           false, "authorization": false, "auth": false, "cookie": false, "credential": false, "credentials": false,
	"signature": false, "sessionid": false, "jsessionid": false, "phpsessid": false, "jwt": false, "sig": false, "pin": false,
}

// plainValueNames are values that give nothing away.
var plainValueNames = map[string]bool{
	"yes": true, "no": true, "true": true, "false": true, "null": true, "none": true, "undefined": true, "missing": true,
	"required": true, "invalid": true, "expired": true, "empty": true, "string": true, "is": true, "was": true, "has": true,
}

// secretName says whether a field's name is that of a secret, and how surely.
func secretName(name string) (strong, ok bool) {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '_' || r == '-' || r == '.':
			return -1
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
	if strong, ok = secretNames[name]; ok {
		return strong, true
	}
	for n := 3; n <= 16 && n < len(name); n++ {
		if strong, ok = secretNames[name[len(name)-n:]]; ok && n > 4 {
			return strong, true
		}
	}
	return false, false
}

// keyed finds the value of a field whose name says that it is secret, and the
// name of a host behind a word that announces one.
func (s *scanner) keyed(i int) (finding, bool) {
	end := s.runOf(i, 64, func(c byte) bool { return isWord(c) || c == '-' || c == '.' })
	name := s.src[i:end]
	if f, ok := s.announcedHost(i, end); ok {
		return f, true
	}
	if strings.EqualFold(name, "key") && s.qualified(i) {
		name = "apikey"
	}
	strong, ok := secretName(name)
	if !ok {
		return finding{}, false
	}
	p := s.pairAt(end)
	if p.value == 0 && strong {
		return s.toldSecret(i, end)
	}
	if p.value == 0 {
		return finding{}, false
	}
	if p.quote == "" {
		if start := s.schemeAt(p.value); start > 0 {
			p.value = start
		}
		if strings.HasSuffix(strings.ToLower(name), "cookie") && p.sure {
			return s.maskValue(i, p.value, s.lineEnd(p.value))
		}
	}
	stop := s.valueEnd(p)
	value := s.src[p.value:stop]
	switch {
	case value == "" || plainValueNames[strings.ToLower(strings.TrimRight(value, ".!"))]:
		return finding{}, false
	case p.sure && (p.quote != "" || p.equals), looksSecret(value, 6) && (p.sure || p.quote != ""):
		return s.maskValue(i, p.value, stop)
	case strong && p.quote != "", strong && p.sure && s.endsClause(stop):
		return s.maskValue(i, p.value, stop)
	}
	return finding{}, false
}

// qualifierNames make a secret of the word "key" behind them.
var qualifierNames = [...]string{"api", "access", "secret", "private", "license", "account"}

// qualified says whether the word at i is part of "API key" and its like.
func (s *scanner) qualified(i int) bool {
	before := strings.ToLower(strings.TrimRight(s.src[max(0, i-10):i], " "))
	for _, name := range qualifierNames {
		if strings.HasSuffix(before, name) {
			return true
		}
	}
	return false
}

// toldSecret finds a secret in a sentence: "the password is x1y2z3".
func (s *scanner) toldSecret(i, end int) (finding, bool) {
	start := s.blanks(end)
	for _, link := range [...]string{"is ", "was ", "of "} {
		if strings.HasPrefix(s.src[start:], link) {
			start += len(link)
		}
	}
	stop := s.runOf(start, 128, func(c byte) bool { return c > ' ' && strings.IndexByte("\"'`<>,;&)]}", c) < 0 })
	if start == end || !looksSecret(strings.TrimRight(s.src[start:stop], "."), 6) {
		return finding{}, false
	}
	return s.maskValue(i, start, stop)
}

// maskValue masks src[from:to] and keeps what leads to it. A value that is
// masked already stays as it is.
func (s *scanner) maskValue(i, from, to int) (finding, bool) {
	if s.src[from:to] == maskSecret {
		return finding{end: to, mask: s.src[i:to]}, true
	}
	return finding{end: to, mask: s.src[i:from] + maskSecret}, true
}

// A pair is where the value of a field begins.
type pair struct {
	value  int    // its first byte, 0 where there is no value
	quote  string // the quote that it stands in, escaped or not
	sure   bool   // a separator stands between name and value
	equals bool   // and it is no colon in prose
}

// pairAt reads what stands between a field's name, which ends at i, and its
// value: closing quote, separator, blanks, opening quote.
func (s *scanner) pairAt(i int) pair {
	var p pair
	i, closing := s.quoteAt(i)
	i = s.blanks(i)
	switch {
	case strings.HasPrefix(s.src[i:], "=>"):
		p.sure, p.equals, i = true, true, i+2
	case strings.HasPrefix(s.src[i:], "："):
		p.sure, i = true, i+len("：")
	case i < len(s.src) && (s.src[i] == '=' || s.src[i] == ':'):
		p.sure, p.equals, i = true, s.src[i] == '=', i+1
	}
	p.equals = p.equals || closing != "" && p.sure
	i = s.blanks(i)
	i, p.quote = s.quoteAt(i)
	if i < len(s.src) && s.src[i] != '\n' && (p.sure || p.quote != "") {
		p.value = i
	}
	return p
}

func (s *scanner) blanks(i int) int {
	return s.runOf(i, 3, func(c byte) bool { return c == ' ' })
}

// quoteAt returns the quote at i, with the backslashes that escape it, and
// where it ends.
func (s *scanner) quoteAt(i int) (int, string) {
	end := s.runOf(i, 3, func(c byte) bool { return c == '\\' })
	if end < len(s.src) && strings.IndexByte("\"'`", s.src[end]) >= 0 {
		return end + 1, s.src[i : end+1]
	}
	return i, ""
}

// valueEnd returns the end of a value: its closing quote, or else the first
// byte that cannot belong to it.
func (s *scanner) valueEnd(p pair) int {
	if strings.HasPrefix(s.src[p.value:], maskSecret) {
		return p.value + len(maskSecret)
	}
	if p.quote != "" {
		rest := s.src[p.value:s.lineEnd(p.value)]
		if end := strings.Index(rest, p.quote); end >= 0 {
			return p.value + end
		}
		return p.value + len(rest)
	}
	return s.runOf(p.value, len(s.src), func(c byte) bool {
		return c > ' ' && strings.IndexByte("\"'`<>,;&)]}\\", c) < 0
	})
}

func (s *scanner) lineEnd(i int) int {
	if end := strings.IndexByte(s.src[i:], '\n'); end >= 0 {
		return i + end
	}
	return len(s.src)
}

// endsClause says whether no further word follows at i.
func (s *scanner) endsClause(i int) bool {
	return i >= len(s.src) || strings.IndexByte("\n,;)]}\"'&", s.src[i]) >= 0
}

// chineseNames are Chinese words for secrets.
var chineseNames = [...]string{"密码", "口令", "密钥", "令牌", "私钥", "秘钥"}

// chineseSecret finds the value behind a Chinese word for a secret.
func (s *scanner) chineseSecret(i int) (finding, bool) {
	for _, name := range chineseNames {
		if !strings.HasPrefix(s.src[i:], name) {
			continue
		}
		end := i + len(name)
		for _, link := range [...]string{"是", "为"} {
			if strings.HasPrefix(s.src[end:], link) && end+len(link) < len(s.src) && s.src[end+len(link)] < 0x80 {
				end += len(link)
			}
		}
		p := s.pairAt(end)
		if p.value == 0 && end > i+len(name) {
			p.value = end
		}
		if p.value == 0 || s.src[p.value] >= 0x80 {
			return finding{}, false
		}
		stop := s.runOf(p.value, s.valueEnd(p)-p.value, func(c byte) bool { return c < 0x80 })
		if stop == p.value {
			return finding{}, false
		}
		return s.maskValue(i, p.value, stop)
	}
	return finding{}, false
}
