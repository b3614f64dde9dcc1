package fault

import (
	"strings"
	"time"
)

// hasTrace says whether a text holds a stack frame of any language.
func hasTrace(text string) bool {
	text = bounded(text)
	for line := range strings.SplitSeq(text, "\n") {
		if isFrame(strings.TrimLeft(line, " \t|+-")) {
			return true
		}
	}
	return strings.Contains(text, `\n    at `) || strings.Contains(text, `\n  File \"`)
}

// isFrame recognises one line of a traceback.
func isFrame(line string) bool {
	switch {
	case strings.HasPrefix(line, `File "`) && strings.Contains(line, ", line "): // Python
		return true
	case strings.HasPrefix(line, "Traceback (most recent call last"):
		return true
	case strings.HasPrefix(line, "Cell In[") && strings.Contains(line, "line "), strings.HasPrefix(line, "---->"), strings.HasPrefix(line, "<ipython-input-"): // IPython
		return true
	case strings.HasPrefix(line, "at ") && (strings.Contains(line, "(") && strings.Contains(line, ")") || strings.Contains(line, ":line ") || strings.Contains(line, ".js:") || strings.Contains(line, " in ")):
		return true // Java, Node, C#
	case line != "" && line[0] == '[' && strings.Contains(line, "\tat ") && strings.HasSuffix(line, ")"): // Java, behind a log's prefix
		return true
	case strings.HasPrefix(line, "goroutine ") && strings.Contains(line, "["):
		return true
	case strings.Contains(line, ".go:") && strings.Contains(line, " +0x"):
		return true
	case strings.HasPrefix(line, "thread '") && strings.Contains(line, "panicked at"): // Rust
		return true
	case strings.Contains(line, ".rb:") && strings.Contains(line, ":in "): // Ruby
		return true
	case strings.HasPrefix(line, "#") && len(line) > 2 && isDigit(line[1]) && strings.Contains(line, ".php"): // PHP
		return true
	case strings.HasSuffix(line, "<-") && strings.Contains(line, "("):
		return true
	}
	return false
}

// sensitive says whether a text holds a local path, a key, a private address,
// an internal host or an e-mail.
func sensitive(text string) bool {
	text = bounded(text)
	for i := range len(text) {
		b := text[i]
		for _, mark := range markTable[b] {
			if strings.HasPrefix(text[i:], mark) && !partOfURL(text, i) && strings.Index(text, mark) == i {
				return true
			}
		}
		if (b == '\\' || b == '/') && isDrive(text, i) || b == '@' && isMail(text, i) {
			return true
		}
	}
	return false
}

// markTable holds what opens something sensitive, by its first byte. Of each mark
// only the first place in a text is looked at.
var markTable = [256][]string{
	'/': {
		"/home/", "/users/", "/Users/", "/root/", "/var/", "/usr/", "/opt/", "/etc/", "/tmp/", "/app/", "/workspace/", "/private/", "/mnt/", "/srv/", "/Volumes/", "/apps/", "/snapshot/", "/data/", "/workspaces/", "/builds/", "/nix/store/", "/github/workspace",
	},
	'F': {`File "/`}, 'f': {"file:///"}, 'l': {"localhost"}, '1': {"127.0.0.1", "192.168.", "10.0.", "172.16."},
	'.': {".internal", ".local/", ".corp"}, 's': {"sk-"}, 'g': {"ghp_"}, 'A': {"AKIA"}, 'x': {"xoxb-"}, 'B': {"Bearer ey"},
}

// isDrive says whether the slash at text[i] follows a drive's letter.
func isDrive(text string, i int) bool {
	return i >= 2 && text[i-1] == ':' && (i == 2 || !isAlnum(text[i-3])) &&
		(isUpper(text[i-2]) || text[i] == '\\' && isAlnum(text[i-2]))
}

// isMail says whether the @ at text[i] stands in an e-mail.
func isMail(text string, i int) bool {
	if i < 2 || i+4 >= len(text) || !isAlnum(text[i-1]) || !isAlnum(text[i+1]) {
		return false
	}
	dot := strings.IndexByte(text[i:min(len(text), i+40)], '.')
	return dot > 1 && !strings.ContainsAny(text[i:i+dot], "/ :'") && !strings.Contains(text[max(0, i-60):i], "/")
}

// partOfURL says whether the path at text[i] belongs to a URL.
func partOfURL(text string, i int) bool {
	from := max(0, i-120)
	head := text[from:i]
	if cut := strings.LastIndexAny(head, " \n\"'(<>"); cut >= 0 {
		head = head[cut+1:]
	}
	return strings.Contains(head, "://") || text[i] == '/' && i > 0 && isAlnum(text[i-1])
}

// retryAfter is how long the upstream asks to wait, from its headers or its
// words. The date form counts from the answer's own date.
func retryAfter(header map[string][]string, lower string, seen cue) time.Duration {
	if len(header) == 0 && seen&cueWait == 0 {
		return 0
	}
	value := first(header, "Retry-After")
	if d, err := time.ParseDuration(value + "s"); err == nil && d > 0 {
		return d
	}
	now, err := time.Parse(time.RFC1123, first(header, "Date"))
	if at, bad := time.Parse(time.RFC1123, value); err == nil && bad == nil && at.After(now) {
		return at.Sub(now)
	}
	if d, err := time.ParseDuration(first(header, "Retry-After-Ms") + "ms"); err == nil && d > 0 {
		return d
	}
	for _, name := range []string{"X-Ratelimit-Reset", "Ratelimit-Reset", "X-Rate-Limit-Reset"} {
		seconds, bad := time.ParseDuration(first(header, name) + "s")
		switch {
		case bad != nil || seconds <= 0 || first(header, "X-Ratelimit-Remaining") != "0" && name != "Ratelimit-Reset":
		case seconds < 24*time.Hour:
			return seconds
		case err == nil && time.Unix(int64(seconds/time.Second), 0).After(now):
			return time.Unix(int64(seconds/time.Second), 0).Sub(now)
		}
	}
	if seen&cueWait == 0 {
		return 0
	}
	return statedWait(lower)
}

func first(header map[string][]string, name string) string {
	for key, values := range header {
		if strings.EqualFold(key, name) && len(values) > 0 {
			return strings.TrimSpace(values[0])
		}
	}
	return ""
}
