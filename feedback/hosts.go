package feedback

import "strings"

// privateNames end the names of hosts that no outsider can reach.
var privateNames = [...]string{
	"localhost", ".internal", ".local", ".corp", ".lan", ".intra", ".intranet", ".localdomain", ".localhost", ".svc",
	".private", ".home.arpa", ".cluster", ".consul", ".docker",
}

// privateHost says whether a host, without its port, is private: by its
// ending, or by its address.
func privateHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "" || strings.HasPrefix(host, "[") {
		return host == "" || privateAddress6(strings.Trim(host, "[]"))
	}
	for _, name := range privateNames {
		if strings.HasSuffix(host, name) && (name[0] == '.' || len(host) == len(name)) {
			return true
		}
	}
	n, private := address4(host)
	return n == len(host) && private || strings.HasPrefix(host, "ip-10-") || strings.HasPrefix(host, "ip-172-") || strings.HasPrefix(host, "ip-192-168-")
}

// address4 reads an IPv4 address and says whether it is private.
func address4(text string) (n int, private bool) {
	var part [4]int
	for k := range part {
		if k > 0 {
			if n >= len(text) || text[n] != '.' {
				return 0, false
			}
			n++
		}
		start := n
		for n < len(text) && n < start+3 && isDigit(text[n]) {
			part[k] = part[k]*10 + int(text[n]-'0')
			n++
		}
		if n == start || part[k] > 255 {
			return 0, false
		}
	}
	if n < len(text) && (isWord(text[n]) || text[n] == '.' && n+1 < len(text) && isDigit(text[n+1])) {
		return 0, false
	}
	a, b := part[0], part[1]
	return n, a == 10 || a == 127 || a == 0 || a == 172 && b >= 16 && b < 32 || a == 192 && b == 168 || a == 169 && b == 254 || a == 100 && b >= 64 && b < 128
}

// address4 finds a private IPv4 address with its port.
func (s *scanner) address4(i int) (finding, bool) {
	if !isDigit(s.src[i]) || i > 0 && s.src[i-1] == '.' && i > 1 && isDigit(s.src[i-2]) {
		return finding{}, false
	}
	n, private := address4(s.src[i:])
	if n == 0 || !private {
		return finding{}, false
	}
	return finding{end: s.portEnd(i + n), mask: maskHost}, true
}

// privateAddress6 says whether a well-formed IPv6 address is private.
func privateAddress6(text string) bool {
	text = strings.ToLower(text)
	if strings.HasPrefix(text, "::ffff:") {
		_, private := address4(text[len("::ffff:"):])
		return private
	}
	for _, p := range [...]string{"fe8", "fe9", "fea", "feb", "fc", "fd"} {
		if colon := strings.IndexByte(text, ':'); strings.HasPrefix(text, p) && colon == 4 {
			return true
		}
	}
	return text == "::1" || text == "::" || strings.HasPrefix(text, "::1:")
}

// address6 finds a private IPv6 address.
func (s *scanner) address6(i int) (finding, bool) {
	if c := s.src[i]; !isHex(c) && c != ':' || i > 0 && (isWord(s.src[i-1]) || s.src[i-1] == ':') {
		return finding{}, false
	}
	end := s.runOf(i, 48, func(c byte) bool { return isHex(c) || c == ':' || c == '.' })
	text := strings.TrimRight(s.src[i:end], ".")
	if len(text) > 2 && strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "::") {
		text = text[:len(text)-1]
	}
	end = i + len(text)
	if strings.Count(text, ":") < 2 || len(text) < 3 || !privateAddress6(text) || end < len(s.src) && isWord(s.src[end]) {
		return finding{}, false
	}
	if end < len(s.src) && s.src[end] == '%' {
		end = s.runOf(end+1, 16, isWord)
	}
	return finding{end: end, mask: maskHost}, true
}

// portEnd returns the end of the port and of a path behind a host, if any.
func (s *scanner) portEnd(i int) int {
	if i+1 < len(s.src) && s.src[i] == ':' && isDigit(s.src[i+1]) {
		i = s.runOf(i+1, 5, isDigit)
	}
	if i+1 < len(s.src) && s.src[i] == '/' && !isStop(s.src[i+1]) {
		i = s.runOf(i, 2048, func(c byte) bool { return !isStop(c) || c == '?' })
	}
	return i
}

// servicePortNames are ports that tell a host from other words before a colon;
// those of web servers are true, since a public name may stand before them.
var servicePortNames = map[string]bool{
	"80": true, "443": true, "1433": false, "1521": false, "2181": false, "2375": false, "2379": false, "3000": true, "3306": false,
	"4222": false, "4317": false, "4318": false, "5000": true, "5432": false, "5433": false, "5672": false, "6333": false, "6379": false,
	"6380": false, "6432": false, "7687": false, "8000": true, "8001": true, "8080": true, "8081": true, "8086": false, "8443": true,
	"8500": false, "8888": true, "9000": true, "9042": false, "9090": false, "9092": false, "9200": false, "9300": false,
	"11211": false, "11434": false, "15672": false, "19530": false, "26257": false, "27017": false, "50051": false,
}

// host finds the name of a private host, with its port.
func (s *scanner) host(i int) (finding, bool) {
	if i > 0 && (s.src[i-1] == '.' || s.src[i-1] == '-' && i > 1 && isWord(s.src[i-2])) {
		return finding{}, false
	}
	end := s.runOf(i, 253, func(c byte) bool { return isWord(c) || c == '.' || c == '-' })
	for end > i && (s.src[end-1] == '.' || s.src[end-1] == '-') {
		end--
	}
	name := s.src[i:end]
	if len(name) >= len(".svc") && privateHost(name) {
		return finding{end: s.portEnd(end), mask: maskHost}, true
	}
	if end+2 < len(s.src) && s.src[end] == ':' && isLower(name[0]) {
		port := s.runOf(end+1, 6, isDigit)
		web, service := servicePortNames[s.src[end+1:port]]
		if service && (!web || !strings.Contains(name, ".")) && (port >= len(s.src) || !isWord(s.src[port])) {
			return finding{end: s.portEnd(end), mask: maskHost}, true
		}
	}
	return finding{}, false
}

// announcerNames are words behind which the name of a host stands.
var announcerNames = map[string]bool{
	"lookup": true, "ENOTFOUND": true, "EAI_AGAIN": true, "ECONNREFUSED": true, "ETIMEDOUT": true, "EHOSTUNREACH": true,
	"ECONNRESET": true, "host": true, "hostname": true, "server": true, "Host": true, "Server": true, "HOST": true, "at": true, "name": true,
	"dbhost": true, "db_host": true, "DB_HOST": true, "node": true,
}

// announcedHost finds a bare name behind a word that announces a host.
func (s *scanner) announcedHost(i, end int) (finding, bool) {
	word := s.src[i:end]
	if !announcerNames[word] || end >= len(s.src) {
		return finding{}, false
	}
	start := end + 1
	quoted := ""
	if s.src[end] == ' ' {
		start, quoted = s.quoteAt(start)
	} else if s.src[end] != '=' {
		return finding{}, false
	}
	stop := s.runOf(start, 128, func(c byte) bool { return isWord(c) || c == '.' || c == '-' })
	name := s.src[start:stop]
	if name == "" || strings.Contains(name, ".") || !s.announces(i, word, quoted, stop) {
		return finding{}, false
	}
	return finding{end: s.portEnd(stop), mask: s.src[i:start] + maskHost}, true
}

// announces says whether the word at i, with what stands around the name that
// ends at stop, means a host and not something else of that word.
func (s *scanner) announces(i int, word, quoted string, stop int) bool {
	before := strings.TrimRight(s.src[:i], " ")
	switch {
	case word[0] == 'E':
		return true
	case word == "lookup":
		return strings.HasPrefix(s.src[stop:], ": ") || strings.HasPrefix(s.src[stop:], " on ")
	case word == "name":
		return quoted != "" && strings.HasSuffix(before, "host")
	case word == "at":
		return quoted != "" && strings.HasSuffix(before, "server")
	case word == "node", word == "server", word == "Server":
		return s.src[i+len(word)] == '=' || quoted != "" && strings.HasSuffix(before, "o")
	}
	return s.src[i+len(word)] == '=' || quoted != ""
}

// mail finds an e-mail address, and a user and password before a host.
func (s *scanner) mail(i int) (finding, bool) {
	at := s.runOf(i, 96, func(c byte) bool { return c > ' ' && c < 0x7f && strings.IndexByte("\"'`@/,;:()<>[]{}|\\", c) < 0 })
	if at == i || at >= len(s.src) {
		return finding{}, false
	}
	encoded := strings.LastIndex(s.src[i:at], "%40")
	start := at + 1
	if s.src[at] != '@' {
		if encoded < 0 {
			return finding{}, false
		}
		start = i + encoded + len("%40")
	}
	end := s.runOf(start, 253, func(c byte) bool { return isWord(c) || c == '.' || c == '-' })
	for end > start && (s.src[end-1] == '.' || s.src[end-1] == '-') {
		end--
	}
	domain := s.src[start:end]
	dot := strings.LastIndexByte(domain, '.')
	if i > 0 && s.src[i-1] == ':' && domain != "" && !strings.HasSuffix(s.src[:i], "mailto:") { // user:password@host
		return finding{end: s.portEnd(end), mask: maskSecret}, true
	}
	if dot <= 0 || len(domain)-dot < 3 || isDigit(domain[0]) && isDigit(domain[dot+1]) || !allLetters(domain[dot+1:]) {
		return finding{}, false
	}
	return finding{end: end, mask: maskEmail}, true
}

func allLetters(text string) bool {
	for i := range len(text) {
		if !isUpper(text[i]) && !isLower(text[i]) {
			return false
		}
	}
	return true
}
