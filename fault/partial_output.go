package fault

import "strings"

// A command that works on many things tells of each on a line of its own.

// doneLineNames end the lines that tell what was done to one thing.
var doneLineNames = map[string]bool{
	"created": true, "configured": true, "deleted": true, "patched": true, "labeled": true, "annotated": true, "scaled": true, "replaced": true, "exposed": true,
	"restarted": true, "applied": true, "uploaded": true, "installed": true, "upgraded": true, "uninstalled": true, "drained": true, "cordoned": true, "evicted": true, "pushed": true,
}

// doneStepNames stand within such lines.
var doneStepNames = [...]string{
	": Creation complete after ", ": Destruction complete after ", ": Modifications complete after ", "upload: ", "copy: ", "move: ", "delete: ", " * [new branch] ", " * [new tag] ", "CREATE_COMPLETE", "UPDATE_COMPLETE",
}

// failedStepNames begin the lines that tell what was not done to one, besides those
// that any failure begins with.
var failedStepNames = [...]string{"upload failed: ", "copy failed: ", "move failed: ", "delete failed: ", "download failed: ", " ! [rejected] ", " ! [remote rejected] "}

// someLinesDone says whether the lines of an output tell of things that were done and
// of things that were not.
func someLinesDone(body string) bool {
	if len(body) > maxHead {
		body = body[len(body)-maxHead:]
	}
	done, failed := false, false
	for line := range strings.SplitSeq(body, "\n") {
		line = strings.TrimRight(line, " \r")
		if failedLine(line) {
			failed = true
		} else {
			done = done || doneLine(line)
		}
	}
	return done && failed
}

func failedLine(line string) bool {
	for _, begin := range failedStepNames {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return hasPrefixFold(line, "error") && startsLikeFailure(line)
}

// doneLine says whether a line tells what was done to one thing, which it names.
func doneLine(line string) bool {
	for _, step := range doneStepNames {
		if i := strings.Index(line, step); i >= 0 && (i == 0 || step[0] == ':' || step[0] == 'C' || step[0] == 'U') {
			return true
		}
	}
	last := strings.LastIndexByte(line, ' ')
	if last < 0 || len(line) > 120 || !doneLineNames[line[last+1:]] {
		return false
	}
	thing := line[:last]
	kind, name, ok := strings.Cut(thing, " ")
	if !ok { // deployment.apps/web created
		return strings.IndexByte(thing, '/') > 0 && !strings.Contains(thing, ":")
	}
	return plainName(kind) != "" && len(name) > 2 && (name[0] == '"' || name[0] == '\'') && name[len(name)-1] == name[0]
}

// mixedStatuses says whether what a program printed of a bulk answer holds the statuses
// of single things, of which some were done and some were not.
func mixedStatuses(text string) bool {
	if !strings.Contains(text, "items") && !strings.Contains(text, "results") && !strings.Contains(text, "responses") && !strings.Contains(text, "bulk") {
		return false
	}
	done, failed := false, false
	for at := 0; ; {
		i := strings.Index(text[at:], "status")
		if i < 0 {
			return done && failed
		}
		at += i + len("status")
		rest := text[at:min(len(text), at+16)]
		if code, ok := strings.CutPrefix(rest, "Code"); ok {
			rest = code
		}
		rest = strings.TrimLeft(rest, "\"' :=>")
		if n := number(rest[:min(len(rest), 3)]); n >= 200 && n < 600 && (len(rest) == 3 || !isAlnum(rest[3])) {
			done, failed = done || rest[0] == '2', failed || rest[0] >= '4'
		}
	}
}
