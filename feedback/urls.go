package feedback

import "strings"

// bucketNames are schemes whose first part is no host.
var bucketNames = map[string]bool{"s3": true, "gs": true, "gcs": true, "urn": true, "mcp": true, "resource": true, "ui": true}

// url finds a URL. Of a public one only credentials are taken out; a private
// one, a file and a data source go whole.
func (s *scanner) url(i int) (finding, bool) {
	head := s.runOf(i, 24, func(c byte) bool { return isWord(c) || c == '+' || c == '-' || c == '.' })
	if !strings.HasPrefix(s.src[head:], "://") || isDigit(s.src[i]) {
		return s.fileURL(i, head)
	}
	start := head + len("://")
	end := start
	for end < len(s.src) && s.src[end] < 0x80 && (!isStop(s.src[end]) || strings.IndexByte("?*,;()[]{}|'", s.src[end]) >= 0) {
		end++
	}
	end = s.trimURL(start, end)
	scheme, rest := strings.ToLower(s.src[i:head]), s.src[start:end]
	if scheme == "file" {
		return s.masked(i, s.pathEnd(i, '/')), true
	}
	cut := strings.IndexAny(rest, "/?#")
	if cut < 0 {
		cut = len(rest)
	}
	authority, tail := rest[:cut], rest[cut:]
	if at := strings.LastIndexByte(rest, '@'); at >= cut && !strings.Contains(rest[:cut], ".") && strings.Contains(rest[:cut], ":") {
		return finding{end: end, mask: maskHost}, true // a password with a slash in it
	}
	user := ""
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, authority = authority[:at+1], authority[at+1:]
	}
	host := authority
	if colon := strings.LastIndexByte(host, ':'); colon >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:colon]
	}
	bare := !strings.Contains(host, ".") && !bucketNames[scheme] && !strings.HasPrefix(host, "[")
	web := scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss"
	if host == maskHost || bare || privateHost(host) || user != "" && !web {
		return finding{end: end, mask: maskHost}, true
	}
	return finding{end: end, mask: s.src[i:start] + authority + publicTail(strings.ToLower(host), tail)}, true
}

// fileURL finds "file:/x", the short form.
func (s *scanner) fileURL(i, head int) (finding, bool) {
	if strings.EqualFold(s.src[i:head], "file") && strings.HasPrefix(s.src[head:], ":/") {
		return s.masked(i, s.pathEnd(i, '/')), true
	}
	return finding{}, false
}

// trimURL leaves out the marks of the sentence that a URL stands in.
func (s *scanner) trimURL(start, end int) int {
	for least := max(start, end-16); end > least; {
		switch c := s.src[end-1]; {
		case strings.IndexByte(".,;:!?'*|", c) >= 0,
			c == ')' && strings.Count(s.src[start:end], "(") < strings.Count(s.src[start:end], ")"),
			c == ']' && strings.Count(s.src[start:end], "[") < strings.Count(s.src[start:end], "]"),
			c == '}' && strings.Count(s.src[start:end], "{") < strings.Count(s.src[start:end], "}"):
			end--
		default:
			return end
		}
	}
	return end
}

// hookNames are hosts whose paths are credentials.
var hookNames = [...]string{"hooks.slack.com", "api.telegram.org", "discord.com/api/webhooks", "discordapp.com/api/webhooks", "webhook.office.com"}

// publicTail keeps of a public URL's path and query what is no credential.
func publicTail(host, tail string) string {
	for _, name := range hookNames {
		if strings.HasPrefix(host+tail, name) || strings.HasSuffix(host, name) {
			return ""
		}
	}
	path, query, hasQuery := strings.Cut(tail, "?")
	if !hasQuery {
		path, _, _ = strings.Cut(path, "#")
	}
	query, _, _ = strings.Cut(query, "#")
	var b strings.Builder
	for i, segment := range strings.Split(path, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(publicPart(segment))
	}
	if !hasQuery {
		return b.String()
	}
	b.WriteByte('?')
	for i, field := range strings.Split(query, "&") {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(publicField(field))
	}
	return b.String()
}

// queryNames are fields of a query that carry credentials.
var queryNames = map[string]bool{"key": true, "sig": true, "code": true, "state": true, "se": true, "sv": true, "policy": true, "session": true, "ticket": true, "hmac": true}

// publicField masks the value of one field of a query if need be.
func publicField(field string) string {
	name, value, ok := strings.Cut(field, "=")
	if !ok {
		return publicPart(field)
	}
	lower := strings.ToLower(name)
	if _, secret := secretName(lower); secret || queryNames[lower] || strings.HasPrefix(lower, "x-amz-") || strings.HasPrefix(lower, "x-goog-") ||
		len(value) > 96 || strings.Contains(value, "://") || strings.ContainsAny(value, "@/\\") || strings.Contains(strings.ToLower(value), "%2f") {
		return publicPart(name) + "=" + maskSecret
	}
	return publicPart(name) + "=" + publicPart(value)
}

// publicPart masks a part of a URL that looks like a credential or an address.
func publicPart(part string) string {
	if part == "" || strings.Contains(part, maskSecret) && len(part) == len(maskSecret) {
		return part
	}
	s := scanner{src: part}
	for i := 0; i < len(part); i = s.skip(i) {
		if !isWord(part[i]) {
			continue
		}
		for _, ask := range [...]func(int) (finding, bool){s.token, s.random, s.mail, s.address4, s.host} {
			if _, ok := ask(i); ok {
				return maskSecret
			}
		}
	}
	return part
}
