package fault

import "strings"

// levelNames are the levels at which logs write failures.
var levelNames = [...]string{"ERROR", "FATAL", "CRITICAL", "SEVERE", "[error]", "[fatal]", "[critical]", "level=error", "level=fatal"}

// loggedMessage returns what a line of a log says, if it is one of the level of errors.
func loggedMessage(line string) (string, bool) {
	if line == "" || !isEntryOfLog(line) && !strings.Contains(line, "level=") {
		return "", false
	}
	head := line[:min(len(line), 64)]
	for _, level := range levelNames {
		i := strings.Index(head, level)
		end := i + len(level)
		if i > 0 && !isAlnum(head[i-1]) && end < len(line) && !isAlnum(line[end]) {
			return strings.TrimLeft(line[end:], " :]\t"), true
		}
	}
	return "", false
}

// isEntryOfLog says whether a line begins with a time, maybe in brackets.
func isEntryOfLog(line string) bool {
	return line != "" && (isDigit(line[0]) || line[0] == '[' && len(line) > 2 && isDigit(line[1]))
}

// loggedError says whether a line is a log's, of the level of errors.
func loggedError(line string) bool {
	said, ok := loggedMessage(line)
	return ok && !relabelled(said) && !progresses(said)
}

// relabelled says whether what follows a word for an error has a lower level of its
// own: wrappers log whatever a command wrote to its second output as errors.
func relabelled(rest string) bool {
	if rest == "" {
		return false
	}
	switch rest[0] {
	case ' ', ':', ']', 'n', 'N', 'w', 'W', '[', 'D', 'd':
	default:
		return false
	}
	rest = strings.TrimLeft(rest[:min(len(rest), 32)], " :]")
	for _, tool := range [...]string{"npm ", "yarn ", "pnpm ", "pip ", "git: ", "stderr: ", "["} {
		if hasPrefixFold(rest, tool) {
			rest = strings.TrimLeft(rest[len(tool):], " ")
		}
	}
	for _, level := range [...]string{"warn ", "warn:", "warn]", "warning:", "warning ", "warning]", "notice ", "notice:", "notice]", "info ", "info:", "info]", "deprecat", "debug:", "debug]", "hint: "} {
		if hasPrefixFold(rest, level) {
			return true
		}
	}
	return false
}

// progresses says whether a message shows how far a transfer is, up to its end.
func progresses(said string) bool {
	if !strings.Contains(said, "100%") {
		return false
	}
	for _, step := range [...]string{"Resolving deltas", "Receiving objects", "Counting objects", "Compressing objects", "Writing objects", "Updating files", "Unpacking objects", "Filtering content", "Download", "Uploading"} {
		if strings.Contains(said, step) {
			return true
		}
	}
	return false
}

// beginsLogged says whether an output begins with the log of a failure, and no later
// entry tells that anything went on: the rest is the print of the error.
func beginsLogged(body string) bool {
	first, rest, more := strings.Cut(strings.TrimLeft(body, " \r\n"), "\n")
	said, ok := loggedMessage(first)
	if !ok || !more || relabelled(said) || progresses(said) {
		return false
	}
	printed := (said == "[" || said == "{") && (strings.Contains(rest, "message: ") || strings.Contains(rest, "msg: ") || strings.Contains(rest, "code: ")) || strings.HasSuffix(said, " {") && strings.Contains(rest, "code: ")
	if !printed && !startsLikeFailure(said) && !opensWithClass(said) {
		return false
	}
	for line := range strings.SplitSeq(rest[:min(len(rest), maxWords)], "\n") {
		if !isEntryOfLog(line) {
			continue
		}
		head := lowered(line[:min(len(line), 64)])
		for _, level := range [...]string{"info", "debug", "success", "done", "retry", "reconnected", "connected to"} {
			if strings.Contains(head, level) {
				return false
			}
		}
	}
	return true
}
