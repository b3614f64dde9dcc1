package feedback

import "strings"

// rootNames are the directories at the top of Unix systems: one segment is
// enough to know these.
var rootNames = map[string]bool{
	"home": true, "Users": true, "usr": true, "var": true, "etc": true, "opt": true, "tmp": true, "root": true,
	"private": true, "mnt": true, "srv": true, "proc": true, "sys": true, "dev": true, "bin": true, "sbin": true,
	"lib": true, "lib64": true, "nix": true, "run": true, "boot": true, "media": true, "Library": true,
	"Applications": true, "Volumes": true, "System": true, "workspace": true, "app": true, "data": true, "secrets": true,
}

// unixPath finds an absolute path, a path from the home directory, and one
// that climbs ("../").
func (s *scanner) unixPath(i int) (finding, bool) {
	if i > 0 && !escapeBefore(s.src, i) {
		if p := s.src[i-1]; isWord(p) && p != '_' || strings.IndexByte("./~)]<\\-", p) >= 0 && !strings.HasSuffix(s.src[:i], "\\/") {
			return finding{}, false
		}
	}
	rest := s.src[i:]
	switch {
	case strings.HasPrefix(rest, "~/"), strings.HasPrefix(rest, "../"):
		return s.masked(i, s.pathEnd(i, '/')), true
	case rest[0] != '/' || len(rest) < 2 || !isWord(rest[1]) && rest[1] != '.' && rest[1] < 0x80:
		return finding{}, false
	}
	end := s.runOf(i+1, lookAhead, func(c byte) bool { return c != '/' && !isStop(c) && c != ':' })
	first := s.src[i+1 : end]
	if !rootNames[first] && (end+1 >= len(s.src) || s.src[end] != '/' || isStop(s.src[end+1])) && !hasExtension(first) {
		return finding{}, false
	}
	return s.masked(i, s.pathEnd(i, '/')), true
}

// hasExtension says whether a name ends like that of a file.
func hasExtension(name string) bool {
	i := strings.LastIndexByte(name, '.')
	return i >= 0 && i+1 < len(name) && len(name)-i <= 6 && isWord(name[i+1])
}

// drivePath finds a path with a drive letter.
func (s *scanner) drivePath(i int) (finding, bool) {
	rest := s.src[i:]
	if len(rest) < 4 || isDigit(rest[0]) || rest[0] == '_' || rest[1] != ':' {
		return finding{}, false
	}
	if rest[2] != '\\' && (rest[2] != '/' || rest[3] == '/' || !isWord(rest[3])) {
		return finding{}, false
	}
	return s.masked(i, s.pathEnd(i+2, rest[2])), true
}

// sharePath finds a path to a share or a pipe ("\\server\x"), also with its
// backslashes doubled.
func (s *scanner) sharePath(i int) (finding, bool) {
	if i > 0 && (s.src[i-1] == '\\' || isWord(s.src[i-1])) {
		return finding{}, false
	}
	end := s.runOf(i, 8, func(c byte) bool { return c == '\\' })
	if end-i < 2 || end >= len(s.src) || !isWord(s.src[end]) && s.src[end] != '.' && s.src[end] != '?' {
		return finding{}, false
	}
	name := s.runOf(end+1, lookAhead, func(c byte) bool { return c != '\\' && !isStop(c) })
	if name >= len(s.src) || s.src[name] != '\\' || strings.HasPrefix(s.src[name:], `\"`) {
		return finding{}, false
	}
	return s.masked(i, s.pathEnd(i, '\\')), true
}

// masked makes the finding of a path.
func (s *scanner) masked(i, end int) finding {
	if !s.baseNames {
		return finding{end: end, mask: maskPath}
	}
	path := s.src[i:end]
	return finding{end: end, mask: strings.TrimLeft(path[strings.LastIndexAny(path, `/\`)+1:], "~.")}
}

// pathEnd returns the end of a path that begins at i. A path in quotes ends
// with them; elsewhere a blank ends it, unless a separator follows in one of
// the next words ("C:\Program Files\x").
func (s *scanner) pathEnd(i int, separator byte) int {
	if end, ok := s.quotedEnd(i); ok {
		return end
	}
	end := i
	for {
		for end < len(s.src) && (s.src[end] == '\\' && separator == '\\' && !s.escapeAt(end, i) || !isPathStop(s.src, end)) {
			end++
		}
		next := s.nextPart(end, separator)
		if next == end {
			break
		}
		end = next
	}
	for end > i+1 && strings.IndexByte(".,:!", s.src[end-1]) >= 0 {
		end--
	}
	return end
}

// escapeAt says whether the backslash at i is no separator of the path that
// begins at start, but escapes a quote or, where separators are doubled, a
// line end.
func (s *scanner) escapeAt(i, start int) bool {
	if i+1 >= len(s.src) || s.src[i+1] == '"' || s.src[i+1] == '\'' {
		return true
	}
	doubled := strings.HasPrefix(s.src[start:], `\\`)
	return doubled && s.src[i+1] == 'n' && s.src[i-1] != '\\'
}

// isPathStop says whether a path that is not in quotes ends at i.
func isPathStop(text string, i int) bool {
	c := text[i]
	if c == '\\' && i+1 < len(text) && strings.IndexByte(`"'n`, text[i+1]) >= 0 {
		return true // an escaped quote or line end around the path
	}
	if c == 0xe3 || c == 0xef || c == 0xe2 {
		return isWideStop(text[i:])
	}
	return isStop(c)
}

// wideStopNames are the marks of Chinese text that end a path.
var wideStopNames = [...]string{"，", "。", "：", "；", "、", "！", "？", "（", "）", "《", "》", "「", "」", "【", "】", "“", "”", "‘", "’", "…"}

func isWideStop(text string) bool {
	for _, mark := range wideStopNames {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return false
}

// quotedEnd returns where the quotes around a path close.
func (s *scanner) quotedEnd(i int) (int, bool) {
	if i == 0 || strings.IndexByte("\"'`", s.src[i-1]) < 0 {
		return 0, false
	}
	rest := s.src[i:min(len(s.src), i+260)]
	end := strings.IndexByte(rest, s.src[i-1])
	if end < 0 || strings.IndexByte(rest[:end], '\n') >= 0 {
		return 0, false
	}
	if i > 1 && s.src[i-2] == '\\' && rest[end-1] == '\\' {
		end-- // the quotes are escaped
	}
	return i + max(end, 1), true
}

// nextPart returns where to go on if the words after end still belong to the
// path, else end.
func (s *scanner) nextPart(end int, separator byte) int {
	if end >= len(s.src) || s.src[end] != ' ' {
		return end
	}
	words := 0
	for i := end + 1; i < len(s.src) && i < end+48; i++ {
		switch c := s.src[i]; {
		case c == separator && s.src[i-1] != ' ' && (c != '\\' || i+1 < len(s.src) && s.src[i+1] != '"' && s.src[i+1] != 'n'):
			return i
		case c == ' ':
			words++
			if words > 2 || separator == '/' {
				return end
			}
		case c == '(' || c == ')':
		case isStop(c), c == ':', c == '.' && i+1 < len(s.src) && s.src[i+1] == ' ':
			return end
		}
	}
	return end
}
