package feedback

import "strings"

// A scanner goes over a text once, and at each place where a word may begin
// asks what begins there. Each question looks at a bounded number of bytes
// unless it finds something, so that the time stays linear.
type scanner struct {
	src string
	// baseNames keeps the base names of paths.
	baseNames bool
}

// lookAhead bounds how far a question looks before it knows.
const lookAhead = 160

// A finding is what a question found: the text up to end is replaced.
type finding struct {
	end  int
	mask string
}

func (s *scanner) run() string {
	var b strings.Builder
	kept := 0
	for i := 0; i < len(s.src); {
		f, ok := s.at(i)
		if ok && f.end > i {
			b.WriteString(s.src[kept:i])
			b.WriteString(f.mask)
			i, kept = f.end, f.end
			continue
		}
		i = s.skip(i)
	}
	if kept == 0 {
		return s.src
	}
	b.WriteString(s.src[kept:])
	return b.String()
}

// skip returns the next place where something may begin.
func (s *scanner) skip(i int) int {
	if !isWord(s.src[i]) {
		return i + 1
	}
	for i++; i < len(s.src) && isWord(s.src[i]); i++ {
		if s.src[i-1] == '_' {
			break // a key may follow: "my_sk-…"
		}
	}
	return i
}

// at asks what begins at i.
func (s *scanner) at(i int) (finding, bool) {
	switch c := s.src[i]; {
	case c == '/', c == '~', c == '.':
		return s.unixPath(i)
	case c == '\\':
		return s.sharePath(i)
	case c == '-':
		return s.pem(i)
	case c == ':':
		return s.address6(i)
	case isWord(c):
		return s.word(i)
	case c >= 0x80:
		return s.chineseSecret(i)
	case i > 0 && s.src[i-1] == ':':
		return s.mail(i)
	}
	return finding{}, false
}

// word asks what a word at i is.
func (s *scanner) word(i int) (finding, bool) {
	if i > 0 && isWord(s.src[i-1]) && !escapeBefore(s.src, i) {
		if s.src[i-1] != '_' {
			return finding{}, false
		}
		for _, ask := range [...]func(int) (finding, bool){s.token, s.address4, s.host} {
			if f, ok := ask(i); ok {
				return f, true
			}
		}
		return finding{}, false
	}
	if escaped := i > 0 && s.src[i-1] == '\\' && strings.IndexByte("nrt", s.src[i]) >= 0; escaped && i+1 < len(s.src) && isWord(s.src[i+1]) {
		if f, ok := s.word(i + 1); ok {
			f.mask = s.src[i:i+1] + f.mask
			return f, true
		}
	}
	for _, ask := range [...]func(int) (finding, bool){
		s.url, s.drivePath, s.token, s.scheme, s.keyed, s.address4, s.address6, s.mail, s.host, s.random,
	} {
		if f, ok := ask(i); ok {
			return f, true
		}
	}
	return finding{}, false
}

// escapeBefore says whether an escape that is written out ("\n") ends before i.
func escapeBefore(text string, i int) bool {
	return i >= 2 && text[i-2] == '\\' && strings.IndexByte("nrt", text[i-1]) >= 0
}

// isWord says whether a byte belongs to a plain word.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

// runOf returns the end of the run of bytes from i that ok accepts, at most
// limit bytes on.
func (s *scanner) runOf(i, limit int, ok func(byte) bool) int {
	end := min(len(s.src), i+limit)
	for i < end && ok(s.src[i]) {
		i++
	}
	return i
}

// isStop says whether a byte ends a path or a URL.
func isStop(c byte) bool {
	return c <= ' ' || strings.IndexByte("\"'`<>|*?,;(){}[]", c) >= 0
}
